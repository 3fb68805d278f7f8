import { join } from 'node:path'
import { LINKS_COLUMN } from '@tessera/contract'
import { type Duck, ident } from '../../lib/duck.ts'
import { rowGroups } from '../../lib/row-groups.ts'
import { type GrantedRows, writeIndex, writeRows } from '../granted-rows.ts'
import { ROWS_FILE } from '../reader.ts'
import { nodesWithLinks } from './links.ts'

/**
 * Grants the selected nodes with the edges among them. An edge refers to its nodes by their position; the names of
 * nodes are not granted.
 */
export async function grantGraph(duck: Duck, { dataset, columns, where }: GrantedRows, folder: string) {
  const links = `links AS ${ident(LINKS_COLUMN)}`
  const rows = nodesWithLinks({ file: dataset.file, cells: columns.map(ident), links, where })
  await writeRows(duck, rows, join(folder, ROWS_FILE), rowGroups(columns.length))
  await writeIndex(folder, { kind: 'table', files: [ROWS_FILE], columns: [...columns, LINKS_COLUMN] })
}
