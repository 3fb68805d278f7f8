import { fail } from '@tessera/contract'
import type { Readers } from './reader.ts'
import { readTabular } from './tabular.ts'

const later = (kind: string) => async () => fail('dataset.kind-not-yet', { kind })

export const readers: Readers = {
  tabular: readTabular,
  vision: later('vision'),
  yolo: later('yolo'),
  nlp: later('nlp'),
  graph: later('graph'),
}

export { EDGES_FILE, PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
