import { mkdir, rm } from 'node:fs/promises'
import type { GrantedRows } from '../../kinds/granted-rows.ts'
import { edgeKindOf } from '../../kinds/index.ts'
import type { Duck } from '../../lib/duck.ts'

/**
 * Writes exactly the rows and columns that a ticket covers to a new folder, so that a process with access to this
 * folder can read no other data.
 */
export async function grantRows(duck: Duck, rows: GrantedRows, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await edgeKindOf(rows.dataset.contentType).grant(duck, rows, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
