import { randomUUID } from 'node:crypto'
import { DATASET_LIMITS, DELETED_ROWS_DAYS, fail, type Proof, type RemovedDataset } from '@tessera/contract'
import { BringBack, DeleteRows, ListRemoved } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import { prove, type SigningDeps, signerOf } from '../signing/index.ts'
import type { DatasetDeps } from './deps.ts'
import {
  deleteRemoval,
  findAnalysis,
  findDatasetByName,
  findRemoval,
  forgetFindings,
  listRemovals,
  metadataOf,
  type StoredDataset,
  type StoredRemoval,
  saveAnalysis,
  saveDataset,
  saveRemoval,
} from './queries.ts'
import { tableNameOf } from './remove-draft.ts'
import { removeFiles } from './remove-files.ts'

type RemovedDeps = DatasetDeps & SigningDeps

interface ProvedRequest {
  id: string
  proof: Proof
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Serves calls that only signers may make. The platform could decide which other users see which names, so the edge
 * does not ask the platform.
 */
export function removedRoutes(serve: Serve, app: FastifyInstance, deps: RemovedDeps) {
  serve(app, ListRemoved, (_input, actor) => {
    signerOf(deps, actor)
    return listRemovals(deps.db).map(present)
  })

  serve(app, DeleteRows, (input, actor) => deleteRows(deps, input, actor))
  serve(app, BringBack, (input, actor) => bringBack(deps, input, actor))
}

/**
 * Stores a removed dataset under new names, because its replacement may use its old names. Must be called in the
 * transaction of the removal, before the dataset changes.
 */
export function storeRemoved(
  { db, now }: Pick<DatasetDeps, 'db' | 'now'>,
  dataset: StoredDataset,
  because: RemovedDataset['because'],
) {
  const id = randomUUID()
  const tableName = tableNameOf(id)
  const analysis = findAnalysis(db, dataset.tableName)
  if (analysis) saveAnalysis(db, tableName, analysis)
  forgetFindings(db, [dataset.tableName])
  saveRemoval(db, {
    id,
    because,
    eraseTime: null,
    dataset: { ...dataset, id, tableName },
    removedTime: now().toISOString(),
  })
}

async function deleteRows(deps: RemovedDeps, { id, proof }: ProvedRequest, actor: Actor): Promise<RemovedDataset> {
  const { member, by } = await prove(deps, actor, { kind: 'delete-rows', id }, proof)
  // The dataset is looked up after the proof was checked, because the user may have taken some time to enter the proof.
  const removal = findRemoval(deps.db, id) ?? fail('dataset.not-found')
  if (removal.eraseTime !== null) return present(removal)
  const eraseTime = new Date(deps.now().getTime() + DELETED_ROWS_DAYS * DAY_MS).toISOString()
  const deleted = { ...removal, eraseTime }
  deps.log.append('dataset-deleted', {
    datasetId: id,
    by: member.username,
    userId: actor.userId,
    factor: by,
    eraseTime,
  })
  saveRemoval(deps.db, deleted)
  return present(deleted)
}

/** Restores a removed dataset as a new dataset of edge and platform, because the platform cannot undo its deletion. */
async function bringBack(deps: RemovedDeps, { id, proof }: ProvedRequest, actor: Actor) {
  const { member, by } = await prove(deps, actor, { kind: 'bring-back', id }, proof)
  const { dataset } = findRemoval(deps.db, id) ?? fail('dataset.not-found')
  const back = { ...dataset, name: freeName(deps, dataset) }
  deps.log.append('dataset-brought-back', { datasetId: id, by: member.username, userId: actor.userId, factor: by })
  transaction(deps.db, () => {
    deleteRemoval(deps.db, id)
    saveDataset(deps.db, back)
    deps.outbox.add({ kind: 'dataset', dataset: metadataOf(back) })
  })
  return { datasetId: back.id, name: back.name }
}

function freeName({ db }: DatasetDeps, { name, createdByUserId }: StoredDataset): string {
  const isFree = (wanted: string) => !findDatasetByName(db, wanted, createdByUserId)
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : ` ${count}`
    const wanted = `${name.slice(0, DATASET_LIMITS.name - ending.length)}${ending}`
    if (isFree(wanted)) return wanted
  }
}

/** Erases the files that a signer deleted, after the retention period. */
export async function eraseDeleted(deps: Pick<DatasetDeps, 'db' | 'log' | 'now'>) {
  const time = deps.now().toISOString()
  for (const { id, dataset, eraseTime } of listRemovals(deps.db)) {
    if (eraseTime === null || eraseTime > time) continue
    deps.log.append('dataset-erased', { datasetId: id })
    forgetFindings(deps.db, [dataset.tableName])
    // Without the database row, no dataset refers to these files. If the edge stops before they are deleted, its next
    // start removes them.
    deleteRemoval(deps.db, id)
    await removeFiles(deps.db, dataset)
  }
}

const present = ({ id, dataset, removedTime, because, eraseTime }: StoredRemoval): RemovedDataset => ({
  id,
  because,
  name: dataset.name,
  contentType: dataset.contentType,
  rowCount: dataset.rowCount,
  sizeBytes: dataset.sizeBytes,
  createdBy: dataset.createdBy,
  removedTime: new Date(removedTime),
  eraseTime: eraseTime === null ? null : new Date(eraseTime),
})
