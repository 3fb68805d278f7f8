import { join } from 'node:path'
import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { csvRecords, delimiterOf } from '../../../lib/csv-records.ts'
import { makeUtf8 } from '../../../lib/text-encoding.ts'
import { type TextFile, textLines } from '../../../lib/text-lines.ts'
import { PictureNames } from './picture-names.ts'
import { TAKEN_NAMES } from './read-pictures.ts'
import type { Source } from './reader.ts'
import type { Rejects } from './rejects.ts'

const NAME_COLUMNS =
  /^(name|file|file ?name|file ?path|path|image|image ?(id|name|path|file)|img|picture|picture ?(id|name|path)|photo|id|文件|文件名|文件名称|文件路径|图片|图片名|图片名称|图像|图像名|影像|名称|路径)$/
const LABELS_LIMIT = 500
const LABEL_NAME_LIMIT = 128

export interface LabelTable {
  columns: string[]
  /** Of each picture by its position; a picture without a row has none. */
  labels: Map<number, (string | null)[]>
}

/** A table that gives pictures their labels: one column names the picture, every other is a label. */
export async function readLabelTable(
  { archive, scratch }: Source,
  of: { entry: Entry; pictures: string[]; rejects: Rejects },
): Promise<LabelTable> {
  const file: TextFile = { path: join(scratch, 'labels.csv'), name: of.entry.fileName }
  await archive.extract(of.entry, file.path)
  await makeUtf8(file.path, file.name)
  const names = new PictureNames(of.pictures)
  const labels: LabelTable['labels'] = new Map()
  let header: { at: number; columns: string[]; width: number } | undefined
  let rowsRead = 0
  for await (const records of csvRecords(file, await delimiterIn(file))) {
    for (const { line, cells, isOpen } of records) {
      const place = { file: file.name, line }
      if (!header) {
        header = headerOf(cells, file.name)
        continue
      }
      rowsRead += 1
      if (isOpen) of.rejects.add('quote', 'dataset.csv-quote', place)
      else if (cells.length !== header.width) {
        of.rejects.add('width', 'dataset.csv-width', place, { found: cells.length, expected: header.width })
      } else takeRow(cells, { header, names, labels, place, rejects: of.rejects })
    }
  }
  if (!header || rowsRead === 0) fail('dataset.csv-empty')
  return { columns: header.columns, labels }
}

function takeRow(
  cells: string[],
  of: {
    header: { at: number }
    names: PictureNames
    labels: LabelTable['labels']
    place: { file: string; line: number }
    rejects: Rejects
  },
) {
  const { header, names, labels, place, rejects } = of
  const name = (cells[header.at] ?? '').trim()
  const found = names.find(name)
  if (found === 'several') fail('dataset.picture-ambiguous', { ...place, name })
  if (found === undefined) return rejects.add('no-picture', 'dataset.picture-missing', place, { name })
  if (labels.has(found)) fail('dataset.picture-repeated', { ...place, name })
  const values = cells.filter((_, index) => index !== header.at).map((cell) => cell.trim() || null)
  labels.set(found, values)
  if (values.every((value) => value === null)) rejects.add('no-label', 'dataset.label-empty', place, { name })
}

async function delimiterIn(file: TextFile): Promise<string> {
  for await (const { texts } of textLines(file)) {
    const first = texts.find((text) => text.trim() !== '')
    if (first !== undefined) return delimiterOf(first)
  }
  return fail('dataset.csv-empty')
}

function headerOf(cells: string[], file: string) {
  if (cells.some((cell) => cell.includes('\0'))) fail('dataset.table-broken', { file })
  const names = cells.map((cell) => cell.trim())
  const at = names.findIndex((name) => NAME_COLUMNS.test(name.toLowerCase().replace(/[_-]/g, ' ')))
  const columns = names.filter((_, index) => index !== at)
  if (at < 0 || columns.length === 0) fail('dataset.labels-header', { file })
  if (columns.length > LABELS_LIMIT) fail('dataset.header-many', { file, count: names.length, limit: LABELS_LIMIT })
  const seen = new Set<string>()
  for (const column of columns) {
    const position = names.indexOf(column) + 1
    const key = column.toLowerCase()
    if (column === '') fail('dataset.header-empty', { file, position })
    if (column.length > LABEL_NAME_LIMIT) fail('dataset.header-long', { file, position, limit: LABEL_NAME_LIMIT })
    if (seen.has(key)) fail('dataset.header-repeated', { file, column })
    if (TAKEN_NAMES.includes(key)) fail('dataset.label-taken', { file, column })
    seen.add(key)
  }
  return { at, columns, width: names.length }
}
