import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type ColumnMapping, dataKindOf, fail } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import {
  type DatasetDeps,
  findDataset,
  findDatasetByTable,
  findRepeatedId,
  isBaseIn,
  listOffered,
  MAX_CLASSES_READ,
  mayReadRows,
  metadataOf,
  readClasses,
  removeFiles,
  type StoredDataset,
  saveDataset,
} from '../rows/index.ts'
import { findBase } from './left-out.ts'
import { type SetAside, setAside } from './set-aside.ts'

export interface OfferRequest {
  taskId: string
  tableName: string
  rows?: { id: string | number }[] | undefined
  mapping?: ColumnMapping[] | undefined
  /** If set, the selection contains only these columns and the label, and only rows of these label classes. */
  narrow?: { columns: string[]; label: string; classes: string[] }
}

/**
 * Selects rows for one task as a hidden dataset below the original one. An empty list of ids selects all rows. A
 * selection grants no access; this needs a ticket. A ticket for previously selected rows becomes invalid. A selection
 * can be narrowed further. If it is narrowed to other classes of the same label, the rows come from the selection
 * before the first narrowing.
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
  if (dataKindOf(source.contentType).isOfferedWhole && (ids.length > 0 || narrow)) fail('dataset.graph-whole')
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
    // The check is repeated, because selecting many rows takes time and training may have begun during it.
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

/**
 * Returns the column whose value identifies a person with several rows. The result also applies if the column itself
 * was left out.
 */
async function repeatedIdOf({ duck }: DatasetDeps, source: StoredDataset, aside: SetAside): Promise<string | null> {
  const { repeatedId } = source
  if (repeatedId === null || !aside.columns.includes(repeatedId)) return repeatedId
  return findRepeatedId(duck, { ...source, ...aside })
}

/**
 * Checks that each chosen class has rows. A chosen class without rows is a mistake, and would otherwise be dropped
 * silently.
 */
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
    // The dataset may have been deleted or replaced during the selection.
    if (findDataset(deps.db, source.id)?.file !== source.file) fail('dataset.not-found')
    for (const one of gone) saveDataset(deps.db, { ...one, deleted: true })
    // A selection that is only the base of another one counts as deleted for the platform.
    for (const one of before.filter((each) => !isBaseIn(before, each))) {
      deps.outbox.add({ kind: 'dataset', dataset: { ...metadataOf(one), deleted: true } })
    }
    saveDataset(deps.db, child)
    return deps.outbox.add({ kind: 'dataset', dataset: metadataOf(child) })
  })
  for (const one of gone) removeFiles(deps.db, one).catch(() => {})
  return reportId
}
