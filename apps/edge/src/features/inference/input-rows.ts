import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableRow } from '@tessera/contract'
import type { InputRows } from '@tessera/inference'
import { edgeKindOf, ROW_ID } from '../../kinds/index.ts'
import { type Duck, ident, parquet } from '../../lib/duck.ts'
import { cellOf, PLACE_COLUMN, type StoredDataset } from '../rows/index.ts'

/** Name of the column that contains the displayed name of a picture. */
const PICTURE_NAME = 'name'

/** Reads the rows of a dataset in the form that a model for this kind of data expects. */
export function inputRows(duck: Duck, dataset: StoredDataset): InputRows {
  const { media, columns, columnTypes, file, contentType } = dataset
  const own = columns.filter((name) => name !== ROW_ID)
  const hidden = media === null ? [] : [PICTURE_NAME, PLACE_COLUMN]
  const cells = [...[ROW_ID, ...hidden].map(ident), ...own.map((name) => cellOf(name, columnTypes[name]))]
  const { readWhole } = edgeKindOf(contentType)
  if (readWhole) return { id: ROW_ID, columns, batches: readWhole(duck, file, cells) }
  const batches = duck.batches(`SELECT ${cells.join(', ')} FROM ${parquet(file)}`)
  if (media === null) return { id: ROW_ID, columns, batches }
  return { id: ROW_ID, columns: [PICTURE_NAME, ...columns], batches: withFiles(batches, media) }
}

/** Yields one picture file at a time, because a single file can need as much memory as a thousand others. */
async function* withFiles(batches: AsyncIterable<TableRow[]>, media: string): AsyncIterable<TableRow[]> {
  for await (const rows of batches) {
    for (const row of rows) {
      const file = await readFile(join(media, String(row[PLACE_COLUMN])))
      yield [{ ...row, [PLACE_COLUMN]: file.toString('base64') }]
    }
  }
}
