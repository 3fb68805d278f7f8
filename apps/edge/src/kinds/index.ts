import type { ContentType } from '@tessera/contract'
import { boxes } from './boxes/kind.ts'
import { graph } from './graph/kind.ts'
import type { EdgeKind } from './kind.ts'
import { picture } from './pictures/kind.ts'
import { table } from './table/kind.ts'
import { text } from './texts/kind.ts'

const EDGE_KINDS: Record<ContentType, EdgeKind> = { tabular: table, vision: picture, nlp: text, graph, yolo: boxes }

/** Returns what an edge does for a kind of data. */
export const edgeKindOf = (contentType: ContentType): EdgeKind => EDGE_KINDS[contentType]

export { DELIMITED, DOCUMENT, PACKED, PLAIN_TEXT, TABLE, TAGGED } from './file-extensions.ts'
export { isEdgeTable, isNodeTable } from './graph/graph.ts'
export type { SampleFiles } from './kind.ts'
export { isMissingWord } from './missing.ts'
export {
  refuseEdgeLists,
  refuseForeignDocuments,
  refuseForeignEndings,
  refuseForeignMarkup,
  refuseForeignTables,
} from './other-programs.ts'
export { firstLine, peek } from './peek.ts'
export { THUMBNAIL } from './pictures/picture.ts'
export { EDGES_FILE, PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
export { isTextHeader } from './texts/columns.ts'
export { isSpacedTable, isTextTable } from './texts/text-table.ts'
export { watchReads } from './unread.ts'
