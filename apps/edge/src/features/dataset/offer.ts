import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import { type Duck, ident, literal } from '../../lib/duck.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { DatasetDeps } from './deps.ts'
import { ROW_ID, ROWS_FILE } from './kinds/index.ts'
import { mayReadRows } from './policy.ts'
import { findDatasetByTable, findOffered, metadataOf, type StoredDataset, saveDataset } from './queries.ts'
import { removeFiles } from './remove-files.ts'

export interface OfferRequest {
  taskId: string
  tableName: string
  rows: { id: string | number }[]
}

/**
 * Sets rows aside for one task as a hidden child dataset; no ids means all rows. Nothing is lent by this: that takes a
 * ticket, and a ticket for rows chosen before no longer stands.
 */
export async function offerRows(deps: DatasetDeps, request: OfferRequest, actor: Actor) {
  const parent = findDatasetByTable(deps.db, request.tableName) ?? fail('dataset.not-found')
  if (!mayReadRows(actor, parent)) fail('dataset.not-allowed')
  const { file, rowCount } = await setAside(deps, parent, request.rows)
  if (rowCount < deps.minimumRows) {
    await rm(dirname(file), { recursive: true, force: true })
    fail('grant.too-few-rows', { minimum: deps.minimumRows, rows: rowCount })
  }
  const id = randomUUID()
  const child: StoredDataset = {
    ...parent,
    id,
    rowCount,
    sizeBytes: (await stat(file)).size,
    tableName: `t_${id.replaceAll('-', '')}`,
    createTime: deps.now().toISOString(),
    taskId: request.taskId,
    parentId: parent.id,
    file,
  }
  const reportId = replaceOffer(deps, child)
  deps.log.append('rows-offered', {
    taskId: child.taskId,
    datasetId: child.id,
    parentId: parent.id,
    rowCount,
    userId: actor.userId,
  })
  return { child, reportId }
}

function replaceOffer(deps: DatasetDeps, child: StoredDataset): number {
  const before = findOffered(deps.db, child.taskId as string)
  const reportId = transaction(deps.db, () => {
    if (before) {
      saveDataset(deps.db, { ...before, deleted: true })
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(before), deleted: true } })
    }
    saveDataset(deps.db, child)
    return deps.outbox.add({ kind: 'dataset', dataset: metadataOf(child) })
  })
  if (before) removeFiles(deps.db, { ...before, media: null }).catch(() => {})
  return reportId
}

async function setAside(deps: DatasetDeps, parent: StoredDataset, rows: OfferRequest['rows']) {
  const folder = join(deps.dataDir, 'data', randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, ROWS_FILE)
  const ids = [...new Set(rows.map(({ id }) => String(id)))]
  if (ids.length === 0) {
    await link(parent.file, file)
    return { file, rowCount: parent.rowCount }
  }
  const list = `${file}.ids`
  try {
    await writeFile(list, ids.map((id) => `"${id.replaceAll('"', '""')}"\n`).join(''), { mode: 0o600 })
    return { file, rowCount: await copyChosen(deps.duck, { from: parent.file, list, count: ids.length, to: file }) }
  } finally {
    await rm(list, { force: true })
  }
}

/** In the file's order, since which rows are held aside in training goes by it. The ids come from a file: a million of them would make a statement no parser likes. */
async function copyChosen(duck: Duck, of: { from: string; list: string; count: number; to: string }): Promise<number> {
  const ids = `read_csv(${literal(of.list)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    columns = {'id': 'VARCHAR'})`
  const rows = `read_parquet(${literal(of.from)}, file_row_number = true)`
  const source = `FROM ${rows} WHERE CAST(${ident(ROW_ID)} AS VARCHAR) IN (SELECT id FROM ${ids})`
  const found = await duck.row(`SELECT count(DISTINCT ${ident(ROW_ID)}) AS ids, count(*) AS total ${source}`)
  if (found.ids !== of.count) fail('dataset.rows-unknown', { count: of.count - Number(found.ids) })
  await duck.run(`COPY (SELECT * EXCLUDE (file_row_number) ${source} ORDER BY file_row_number)
     TO ${literal(of.to)} (FORMAT parquet, COMPRESSION zstd)`)
  return Number(found.total)
}
