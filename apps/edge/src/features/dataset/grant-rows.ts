import { mkdir, rm } from 'node:fs/promises'
import type { ContentType } from '@tessera/contract'
import type { Duck } from '../../lib/duck.ts'
import type { GrantedRows } from './kinds/granted-rows.ts'
import { grantGraph } from './kinds/graph/grant-rows.ts'
import { grantPictures } from './kinds/pictures/grant-rows.ts'
import { grantTable } from './kinds/table/grant-rows.ts'

type Write = (duck: Duck, rows: GrantedRows, folder: string) => Promise<void>

/** Of every kind what stands in its rows, the pictures, and a graph's edges. */
const KINDS: Record<ContentType, Write> = {
  tabular: grantTable,
  vision: grantPictures,
  yolo: grantPictures,
  nlp: grantTable,
  graph: grantGraph,
}

/** Writes the rows and columns that a ticket covers, and nothing else, into a new folder: who gets it can't look further. */
export async function grantRows(duck: Duck, rows: GrantedRows, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await KINDS[rows.dataset.contentType](duck, rows, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
