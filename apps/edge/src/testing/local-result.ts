import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DescribedTable } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { addResult } from '../features/result/queries.ts'
import type { World } from './world.ts'

export const ONNX = fileURLToPath(new URL('../../../../packages/inference/test-data/classes.onnx', import.meta.url))

export const TABLE: DescribedTable = {
  rows: 12,
  columns: [{ name: 'age', kind: 'number', count: 12, missing: '<5', mean: 50, deviation: 9, quantiles: [] }],
}

/** Writes a model and its card to the folder in which a runner leaves them. */
export function leaveFiles(dataDir: string, runId: string, { hasModel = true } = {}) {
  const folder = join(dataDir, 'kept', runId)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (hasModel) copyFileSync(ONNX, join(folder, 'model.onnx'))
  const card = hasModel ? { label: 'ill', columns: ['age', 'sex'], regression: null } : { table: TABLE }
  writeFileSync(join(folder, 'card.json'), JSON.stringify(card))
  return folder
}

/** Stores a result in the edge's database, in the requested state. */
export function storeResultIn(
  { db, dataDir }: World,
  of: {
    runId: string
    place: 'edge' | 'shared' | 'deleted'
    content: 'model' | 'other'
    signedBy: { userId: string }
  },
) {
  const hasModel = of.content === 'model'
  if (of.place !== 'deleted') leaveFiles(dataDir, of.runId, { hasModel })
  const time = new Date().toISOString()
  addResult(db, {
    runId: of.runId,
    taskId: 'task',
    taskName: 'Task',
    algorithm: 'mlp',
    time,
    signedByUserId: of.signedBy.userId,
    sha256: hasModel ? sha256(readFileSync(ONNX)) : null,
    sharedTime: of.place === 'edge' ? null : time,
    deletedTime: of.place === 'deleted' ? time : null,
  })
}
