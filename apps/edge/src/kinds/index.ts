import { readGraph } from './graph/graph.ts'
import { readVision } from './pictures/vision.ts'
import { readYolo } from './pictures/yolo.ts'
import type { Readers } from './reader.ts'
import { readTabular } from './table/tabular.ts'
import { readNlp } from './texts/nlp.ts'

export const readers: Readers = {
  tabular: readTabular,
  vision: readVision,
  yolo: readYolo,
  nlp: readNlp,
  graph: readGraph,
}

export { DELIMITED, DOCUMENT, PACKED, PLAIN_TEXT, TABLE, TAGGED } from './endings.ts'
export { isEdgeTable, isNodeTable } from './graph/graph.ts'
export { nodesWithLinks } from './graph/links.ts'
export { isMissingWord } from './missing.ts'
export {
  refuseEdgeLists,
  refuseForeignDocuments,
  refuseForeignEndings,
  refuseForeignMarkup,
  refuseForeignTables,
} from './other-programs.ts'
export { firstLine, peek } from './peek.ts'
export { isInLabelsFolder, pairKeyOf } from './picture-names.ts'
export { isClassList, mayNameClasses } from './pictures/class-names.ts'
export { THUMBNAIL } from './pictures/picture.ts'
export { PICTURE } from './pictures/picture-format.ts'
export { EDGES_FILE, PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
export { isTextHeader } from './texts/columns.ts'
export { isSpacedTable, isTextTable } from './texts/text-table.ts'
export { watchReads } from './unread.ts'
