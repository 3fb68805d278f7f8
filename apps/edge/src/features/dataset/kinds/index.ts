import { readGraph } from './graph.ts'
import { readNlp } from './nlp.ts'
import type { Readers } from './reader.ts'
import { readTabular } from './tabular.ts'
import { readVision } from './vision.ts'
import { readYolo } from './yolo.ts'

export const readers: Readers = {
  tabular: readTabular,
  vision: readVision,
  yolo: readYolo,
  nlp: readNlp,
  graph: readGraph,
}

export { isClassList, mayNameClasses } from './class-names.ts'
export { isEdgeTable, isNodeTable } from './graph.ts'
export { nodesWithLinks } from './graph-links.ts'
export { isMissingWord } from './missing.ts'
export { isTextHeader } from './nlp-columns.ts'
export { firstLine, peek } from './peek.ts'
export { THUMBNAIL } from './picture.ts'
export { PICTURE } from './picture-format.ts'
export { isInLabelsFolder, pairKeyOf } from './picture-names.ts'
export { EDGES_FILE, PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
export { isTextTable } from './text-table.ts'
export { watchReads } from './unread.ts'
