import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { baseName, withoutExtension } from '../picture-names.ts'
import { isClassList } from './class-names.ts'

const OTHER_TABLE = /\.(xls|xlsm|xlsb|ods|numbers|parquet)$/i
const MARKUP = /\.xml$/i
const BESIDE = /\.(xml|json|txt)$/i

const stemOf = ({ fileName }: Entry) => withoutExtension(baseName(fileName)).toLowerCase()

/**
 * Refuses labels and boxes in unsupported formats. If they were ignored, pictures would get wrong classes or no boxes.
 */
export function refuseOtherLabels(entries: Entry[], pictures: Entry[]) {
  refuseBoxesBeside(entries, pictures)
  const table = entries.find(({ fileName }) => OTHER_TABLE.test(fileName))
  if (table) fail('dataset.labels-table-form', { file: table.fileName })
  const markup = entries.find(({ fileName }) => MARKUP.test(fileName))
  if (markup) fail('dataset.labels-boxes-form', { file: markup.fileName })
}

/** Refuses files that have the same name as a picture, because such a file contains labels or boxes of the picture. */
export function refuseBoxesBeside(entries: Entry[], pictures: Entry[]) {
  const stems = new Set(pictures.map(stemOf))
  const one = entries.find((entry) => BESIDE.test(entry.fileName) && !isClassList(entry) && stems.has(stemOf(entry)))
  if (one) fail('dataset.labels-boxes-form', { file: one.fileName })
}
