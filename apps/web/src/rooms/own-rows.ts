import { edgePicturePath } from '../lib/edge-picture.ts'
import { callOwnEdge, ownEdgeUrl } from '../lib/own-edge.ts'
import { rowQueries } from '../lib/row-queries.ts'

/** What these pages ask of rows at the edge that served them. */
export const { rowsQuery, profilesQuery, analysisQuery } = rowQueries(callOwnEdge)

/** Of a picture at this edge; the token opens this one. */
export const ownPictureUrl = (path: string, token: string) => `${ownEdgeUrl()}${edgePicturePath(path, token)}`
