import { mkdir, rm } from 'node:fs/promises'
import type { ContentType } from '@tessera/contract'
import type { Duck } from '../../lib/duck.ts'
import type { LentRows } from './kinds/lent.ts'
import { lendTable } from './kinds/table/lend.ts'

type Lend = (duck: Duck, rows: LentRows, folder: string) => Promise<void>

/** Of every kind what stands in its rows; pictures and edges are not lent yet. */
const KINDS: Record<ContentType, Lend> = {
  tabular: lendTable,
  vision: lendTable,
  yolo: lendTable,
  nlp: lendTable,
  graph: lendTable,
}

/** Writes the rows and columns that a ticket covers, and nothing else, into a new folder: who gets it can't look further. */
export async function lend(duck: Duck, rows: LentRows, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await KINDS[rows.dataset.contentType](duck, rows, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
