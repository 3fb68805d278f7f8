import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as wire from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LABEL } from '../demo-table.ts'
import { readyInference, sign, trainToEnd } from '../steps.ts'
import { archivedVersions, archiveOf, unpack } from './archive.ts'
import { NAMES, restoreInstallation } from './installation.ts'

/** The latest archived version before the current one, or the current one if it is the only archive. */
const previous = archivedVersions().findLast((version) => version !== VERSION) ?? VERSION
const folder = mkdtempSync(join(tmpdir(), 'tessera-upgrade-'))

let at: Awaited<ReturnType<typeof restoreInstallation>>
beforeAll(async () => {
  const backups = join(folder, 'backups')
  unpack(archiveOf(previous), backups)
  at = await restoreInstallation(backups, join(folder, 'data'))
})
afterAll(async () => {
  await at?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function taskOf(name: string) {
  const { records } = await at.alice.call(wire.ListMyTasks, { pageSize: 50, name })
  return records.find((task) => task.name === name)?.id ?? `no task ${name}`
}
async function modelOf(name: string) {
  const { records } = await at.alice.call(wire.ListMyModels, { pageSize: 50, name })
  return records.find((model) => model.name === name)?.id ?? `no model ${name}`
}

test('reads the datasets of the previous version, with their rows', {
  meta: { spec: 'calls.upgrade-with-data' },
}, async () => {
  for (const client of [at.alice, at.bob]) {
    const { records } = await client.call(wire.ListMyDatasets, { pageSize: 50, name: 'Biopsies' })
    const [dataset] = records
    const rows = await client.call(wire.ListRows, { tableName: dataset?.tableName ?? '', pageNo: 1, pageSize: 10 })
    expect(rows.total).toBe(dataset?.rowCount)
    expect(Object.keys(rows.rows[0] ?? {})).toContain(LABEL)
  }
})

test('shows the finished run of the previous version, its model, and predictions by that model', {
  meta: { spec: 'calls.upgrade-with-data' },
}, async () => {
  const { run } = await at.alice.call(wire.GetRun, { taskId: await taskOf(NAMES.finished) })
  expect(run).toMatchObject({ phase: 'completed', failure: null, scoredBy: 'leave-one-out' })
  const { card } = await at.alice.call(wire.GetModel, { modelId: await modelOf(NAMES.finished) })
  expect(card?.metrics.accuracy).toBe(run?.metrics.accuracy)
  expect((await at.bob.call(wire.ListPoolModels, {})).records).toMatchObject([{ name: NAMES.published }])
  const { records } = await at.alice.call(wire.ListInferences, { pageSize: 50 })
  const byForm = records.find(({ name }) => name === NAMES.byForm)
  const { result } = await at.alice.call(wire.GetInference, { inferenceId: byForm?.id ?? '' })
  expect(result?.predictions).toHaveLength(3)
})

test('predicts with the model of the previous version', { meta: { spec: 'calls.upgrade-with-data' } }, async () => {
  const modelId = await modelOf(NAMES.finished)
  const { card } = await at.alice.call(wire.GetModel, { modelId })
  const inferenceId = await readyInference(at.alice, modelId, 'After the upgrade')
  const row = Object.fromEntries((card?.columns ?? []).map((column) => [column, 1]))
  const { predictions } = await at.alice.call(wire.Infer, { inferenceId, rows: [row] })
  expect(predictions).toMatchObject([{ kind: 'classes', result: expect.stringMatching(/^(benign|malignant)$/) }])
})

test('trains the task of the previous version after its consent tickets are signed again', {
  meta: { spec: 'calls.upgrade-with-data' },
}, async () => {
  const taskId = await taskOf(NAMES.signed)
  for (const client of [at.alice, at.bob]) {
    const { mine } = await client.call(wire.GetRegistrations, { taskId })
    // A restore withdraws tickets whose run has not begun, because the edge may have withdrawn them after the backup.
    // If the algorithm's code has changed, their state is stale.
    expect(['withdrawn', 'stale']).toContain(mine?.grant)
    expect(mine?.names).toBe('confirmed')
    await sign(client, taskId)
  }
  expect(await trainToEnd([at.alice, at.bob], taskId, () => {}, NAMES.signed)).toMatchObject({ status: 'completed' })
})
