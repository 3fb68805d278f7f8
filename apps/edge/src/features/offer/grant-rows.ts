import { mkdir, rm } from 'node:fs/promises'
import type { ContentType } from '@tessera/contract'
import type { GrantedRows } from '../../kinds/granted-rows.ts'
import { grantGraph } from '../../kinds/graph/grant-rows.ts'
import { grantPictures } from '../../kinds/pictures/grant-rows.ts'
import { grantTable } from '../../kinds/table/grant-rows.ts'
import type { Duck } from '../../lib/duck.ts'

type Write = (duck: Duck, rows: GrantedRows, folder: string) => Promise<void>

/** The function that writes the granted rows of each kind of data, including pictures and the edges of a graph. */
const KINDS: Record<ContentType, Write> = {
  tabular: grantTable,
  vision: grantPictures,
  yolo: grantPictures,
  nlp: grantTable,
  graph: grantGraph,
}

/**
 * Writes exactly the rows and columns that a ticket covers to a new folder, so that a process with access to this
 * folder can read no other data.
 */
export async function grantRows(duck: Duck, rows: GrantedRows, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await KINDS[rows.dataset.contentType](duck, rows, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
