import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type ColumnMapping, fail } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { MAX_CLASSES_READ, readClasses } from './classes.ts'
import type { DatasetDeps } from './deps.ts'
import { findBase } from './left-out.ts'
import { mayReadRows } from './policy.ts'
import {
  findDataset,
  findDatasetByTable,
  isBaseIn,
  listOffered,
  metadataOf,
  type StoredDataset,
  saveDataset,
} from './queries.ts'
import { removeFiles } from './remove-files.ts'
import { findRepeatedId } from './repeated-ids.ts'
import { type SetAside, setAside } from './set-aside.ts'

export interface OfferRequest {
  taskId: string
  tableName: string
  rows?: { id: string | number }[] | undefined
  mapping?: ColumnMapping[] | undefined
  /** Only these columns beside the label, and only the rows of these classes of it. */
  narrow?: { columns: string[]; label: string; classes: string[] }
}

/**
 * Sets rows aside for one task as a hidden child dataset; no ids means all rows. Nothing is granted by this: that takes a
 * ticket, and a ticket for rows chosen before no longer stands. Rows set aside before may be narrowed further; narrowed
 * to other classes of the same label, they are taken from what there was before the first time.
 */
export async function offerRows(deps: DatasetDeps, request: OfferRequest, actor: Actor) {
  const named = findDatasetByTable(deps.db, request.tableName) ?? fail('dataset.not-found')
  if (!mayReadRows(actor, named)) fail('dataset.not-allowed')
  const check = () => deps.platform.checkChoosing(request.taskId, actor.userId)
  await check()
  const { rows = [], mapping = [], narrow } = request
  const isByClass = narrow !== undefined && named.taskId === request.taskId && rows.length + mapping.length === 0
  const source = (isByClass && findBase(deps, named, narrow.label)) || named
  const ids = [...new Set(rows.map(({ id }) => String(id)))]
  // Without some of its nodes, edges would lead nowhere.
  if (source.contentType === 'graph' && (ids.length > 0 || narrow)) fail('dataset.graph-whole')
  const aside = await setAside(deps, source, { ids, mapping, narrow })
  try {
    if (narrow) await requireClasses(deps, { ...source, ...aside }, narrow)
    if (aside.rowCount < deps.minimumRows) {
      fail('grant.too-few-rows', { minimum: deps.minimumRows, rows: aside.rowCount })
    }
    const id = randomUUID()
    const child: StoredDataset = {
      ...source,
      ...aside,
      repeatedId: await repeatedIdOf(deps, source, aside),
      id,
      sizeBytes: (await stat(aside.file)).size,
      tableName: `t_${id.replaceAll('-', '')}`,
      createTime: deps.now().toISOString(),
      taskId: request.taskId,
      parentId: source.parentId ?? source.id,
      base: isByClass ? { id: source.id, label: narrow.label } : null,
    }
    // Setting many rows aside takes a while, and training may have begun meanwhile.
    await check()
    const reportId = replaceOffer(deps, source, child)
    deps.log.append('rows-offered', {
      taskId: child.taskId,
      datasetId: child.id,
      parentId: child.parentId,
      rowCount: child.rowCount,
      userId: actor.userId,
      name: actor.displayName,
    })
    return { child, reportId }
  } catch (error) {
    await rm(dirname(aside.file), { recursive: true, force: true })
    throw error
  }
}

/** A column that was left out still tells whose the rows are. */
async function repeatedIdOf({ duck }: DatasetDeps, source: StoredDataset, aside: SetAside): Promise<string | null> {
  const { repeatedId } = source
  if (repeatedId === null || !aside.columns.includes(repeatedId)) return repeatedId
  return findRepeatedId(duck, { ...source, ...aside })
}

/** Each chosen class has rows: one that has none is a slip, and would be left out without a word. */
async function requireClasses(deps: DatasetDeps, rows: StoredDataset, narrow: { label: string; classes: string[] }) {
  const found = await readClasses(deps.duck, rows, narrow.label)
  const known = new Set(found.map(({ name }) => name))
  const missing = found.length < MAX_CLASSES_READ && narrow.classes.find((name) => !known.has(name))
  if (typeof missing === 'string') fail('dataset.class-without-rows', { column: narrow.label, class: missing })
}

function replaceOffer(deps: DatasetDeps, source: StoredDataset, child: StoredDataset): number {
  const before = listOffered(deps.db, child.taskId as string)
  const gone = before.filter(({ id }) => id !== child.base?.id)
  const reportId = transaction(deps.db, () => {
    // Deleted or replaced while its rows were set aside.
    if (findDataset(deps.db, source.id)?.file !== source.file) fail('dataset.not-found')
    for (const one of gone) saveDataset(deps.db, { ...one, deleted: true })
    // To the platform a base is gone as soon as it is offered no more.
    for (const one of before.filter((each) => !isBaseIn(before, each))) {
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(one), deleted: true } })
    }
    saveDataset(deps.db, child)
    return deps.outbox.add({ kind: 'dataset', dataset: metadataOf(child) })
  })
  for (const one of gone) removeFiles(deps.db, one).catch(() => {})
  return reportId
}
