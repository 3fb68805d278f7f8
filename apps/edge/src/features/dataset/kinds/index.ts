import { fail } from '@tessera/contract'
import type { Readers } from './reader.ts'
import { readTabular } from './tabular.ts'
import { readVision } from './vision.ts'
import { readYolo } from './yolo.ts'

const later = (kind: string) => async () => fail('dataset.kind-not-yet', { kind })

export const readers: Readers = {
  tabular: readTabular,
  vision: readVision,
  yolo: readYolo,
  nlp: later('nlp'),
  graph: later('graph'),
}

export { THUMBNAIL } from './picture.ts'
export { PICTURES_FOLDER, type Reading, ROW_ID, ROWS_FILE } from './reader.ts'
