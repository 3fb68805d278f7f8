import { fail } from '@tessera/contract'
import { readGraph } from './graph.ts'
import { readNlp } from './nlp.ts'
import type { Readers } from './reader.ts'
import { readTabular } from './tabular.ts'

const later = (kind: string) => async () => fail('dataset.kind-not-yet', { kind })

export const readers: Readers = {
  tabular: readTabular,
  vision: later('vision'),
  yolo: later('yolo'),
  nlp: readNlp,
  graph: readGraph,
}

export { isEdgeTable, isNodeTable } from './graph.ts'
export { isTextHeader } from './nlp-columns.ts'
export { firstLine, peek } from './peek.ts'
export { EDGES_FILE, PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
