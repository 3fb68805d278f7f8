import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { csvRecords, delimiterIn } from '../../lib/csv-records.ts'
import { type TextFile, unpackText } from '../../lib/text-lines.ts'
import { convertWorkbook, type SheetNotes } from '../../lib/workbook.ts'
import { PictureNames } from '../picture-names.ts'
import type { Source } from '../reader.ts'
import type { Rejects } from '../rejects.ts'
import { type LabelHeader, labelHeader } from './label-columns.ts'

export interface LabelTable {
  columns: string[]
  /** Labels by the position of the picture. A picture that has no row in the table has no labels. */
  labels: Map<number, (string | null)[]>
  renamed: ReadingReport['renamed']
  notes: ReadingReport['notes']
}

/** Reads a table of picture labels: one column contains the picture names, and all others are labels. */
export async function readLabelTable(
  source: Source,
  of: { entry: Entry; pictures: string[]; rejects: Rejects },
): Promise<LabelTable> {
  const { sheet, ...file } = await unpackTable(source, of.entry)
  const names = new PictureNames(of.pictures)
  const delimiter = (await delimiterIn(file)) ?? fail('dataset.csv-empty')
  const rename = source.options.renameColumns
  const header = await labelHeader(csvRecords(file, delimiter), { names, file: file.name, rename })
  const labels: LabelTable['labels'] = new Map()
  let rowsRead = -1
  /** In a workbook each row counts as one line, even if its cells contain line breaks. */
  let breaks = 0
  for await (const records of csvRecords(file, delimiter)) {
    for (const { line, cells, isOpen } of records) {
      const place = { file: file.name, line: line - breaks }
      if (sheet !== null) breaks += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      rowsRead += 1
      if (rowsRead === 0) continue
      if (isOpen) of.rejects.add('quote', 'dataset.csv-quote', place)
      else if (cells.length !== header.width) {
        of.rejects.add('width', 'dataset.csv-width', place, { found: cells.length, expected: header.width })
      } else takeRow(cells, { header, names, labels, place, rejects: of.rejects })
    }
  }
  if (rowsRead < 1) fail('dataset.csv-empty')
  const { columns, renamed, notes } = header
  return { columns, labels, renamed, notes: [...(sheet ?? []), ...notes] }
}

async function unpackTable(
  { archive, scratch, owner = '' }: Source,
  entry: Entry,
): Promise<TextFile & { sheet: SheetNotes | null }> {
  const path = join(scratch, 'labels.csv')
  const name = entry.fileName
  if (!/\.xlsx$/i.test(name)) return { ...(await unpackText(archive, entry, path)), sheet: null }
  const workbook = join(scratch, 'labels.xlsx')
  await archive.extract(entry, workbook)
  const sheet = await convertWorkbook({ from: workbook, to: path, name, headerLine: undefined, owner })
  await rm(workbook, { force: true })
  return { path, name, sheet }
}

function takeRow(
  cells: string[],
  of: {
    header: LabelHeader
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
  const values = header.places.map((index) => cells[index]?.trim() || null)
  labels.set(found, values)
  if (values.every((value) => value === null)) rejects.add('no-label', 'dataset.label-empty', place, { name })
}
