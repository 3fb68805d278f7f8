import { fail, type ReadingReport } from '@tessera/contract'
import type { CsvRecord } from '../../lib/csv-records.ts'
import { nameColumns } from '../column-names.ts'
import type { PictureNames } from '../picture-names.ts'
import { TAKEN_NAMES } from './read-pictures.ts'

const NAME_COLUMNS =
  /^(name|file|file ?name|file ?path|path|image|image ?(id|name|path|file)|img|picture|picture ?(id|name|path)|photo|id|文件|文件名|文件名称|文件路径|图片|图片名|图片名称|图像|图像名|影像|名称|路径)$/
const LABELS_LIMIT = 500
const LABEL_NAME_LIMIT = 128
/** Number of rows that are examined to find the column of picture names. */
const ROWS_COMPARED = 10_000

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, ' ')
const isPictureColumn = (name: string) => NAME_COLUMNS.test(plain(name))

export interface LabelHeader {
  /** Position of the column that contains the picture names. */
  at: number
  columns: string[]
  /** Positions of the columns that contain labels. */
  places: number[]
  width: number
  renamed: ReadingReport['renamed']
  notes: ReadingReport['notes']
}

/** Determines the role of each column in a table of labels, from its header and its values. */
export async function labelHeader(
  records: AsyncIterable<CsvRecord[]>,
  of: { names: PictureNames; file: string; rename: boolean },
): Promise<LabelHeader> {
  const seen = await lookAt(records, of.names)
  const { line, cells, pictures, filled } = seen
  const { file } = of
  let end = cells.length
  while (end > 0 && (cells[end - 1] as string).trim() === '' && !filled.has(end - 1)) end -= 1
  const { names, renamed } = nameColumns(cells.slice(0, end), { file, line, rename: of.rename })
  const at = pictureColumn(names, pictures)
  if (at < 0 || of.names.find(names[at] as string) !== undefined) fail('dataset.labels-header', { file })
  // Returns whether a column contains a number or second name of the picture, which is not a label.
  const isAside = (name: string) => isPictureColumn(name) && TAKEN_NAMES.includes(name.toLowerCase())
  const others = names.map((name, index) => ({ name, index })).filter(({ index }) => index !== at)
  const labels = others.filter(({ name }) => !isAside(name))
  if (labels.length === 0) fail('dataset.labels-header', { file })
  if (labels.length > LABELS_LIMIT) fail('dataset.header-many', { file, count: names.length, limit: LABELS_LIMIT })
  for (const { name: column, index } of labels) {
    if (column.length > LABEL_NAME_LIMIT)
      fail('dataset.header-long', { file, position: index + 1, limit: LABEL_NAME_LIMIT })
    if (TAKEN_NAMES.includes(column.toLowerCase())) fail('dataset.label-taken', { file, column })
  }
  const aside = [
    ...others.filter(({ name }) => isAside(name)).map(({ name }) => name),
    ...cells.slice(end).map((_, index) => `#${end + index + 1}`),
  ]
  return {
    at,
    columns: labels.map(({ name }) => name),
    places: labels.map(({ index }) => index),
    width: cells.length,
    renamed,
    notes: aside.length === 0 ? [] : [{ name: 'columns-aside', value: aside.join(', ') }],
  }
}

/** Reads the header, the pictures that the first values of each column name, and the columns that contain any value. */
async function lookAt(records: AsyncIterable<CsvRecord[]>, names: PictureNames) {
  let header: CsvRecord | undefined
  let rows = 0
  const pictures: Set<number>[] = []
  const filled = new Set<number>()
  for await (const batch of records) {
    for (const record of batch) {
      if (!header) {
        header = record
        continue
      }
      if (record.isOpen || record.cells.length !== header.cells.length) continue
      rows += 1
      for (const [index, cell] of record.cells.entries()) {
        if (cell.trim() === '') continue
        filled.add(index)
        if (rows > ROWS_COMPARED) continue
        const found = names.find(cell.trim())
        pictures[index] ??= new Set()
        if (typeof found === 'number') pictures[index].add(found)
      }
    }
  }
  if (!header) fail('dataset.csv-empty')
  return { line: header.line, cells: header.cells, pictures, filled }
}

/**
 * Returns the column whose header matches and whose values name the most pictures; a column called `id` is considered
 * last. If no header matches, returns any column whose values name pictures.
 */
function pictureColumn(names: string[], pictures: Set<number>[]): number {
  const count = (index: number) => pictures[index]?.size ?? 0
  const best = (among: number[]) => among.toSorted((a, b) => count(b) - count(a) || rank(a) - rank(b) || a - b)[0]
  const rank = (index: number) => (plain(names[index] as string) === 'id' ? 1 : 0)
  const all = [...names.keys()]
  const called = best(all.filter((index) => isPictureColumn(names[index] as string)))
  if (called !== undefined && count(called) > 0) return called
  const other = best(all)
  return other !== undefined && count(other) > 0 ? other : (called ?? -1)
}
