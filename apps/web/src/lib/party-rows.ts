import { call } from './api.ts'
import { rowQueries } from './row-queries.ts'

/** What the review of an upload and a task's choice of data ask the party's own edge, until both are pages of the edge's own. */
export const { listRows, rowsQuery, profilesQuery, analysisQuery } = rowQueries(call)
