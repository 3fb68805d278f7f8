import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, phrase, type Registration } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { migrate, readVersion } from '../../../apps/platform/src/db/migrate.ts'
import { openEmptyDatabase, serverIsThere } from '../../../apps/platform/src/testing/database.ts'
import type { Client } from '../../client.ts'
import { PARTIES } from '../../places.ts'
import { closeJoining, confirmNames, readyInference, sign } from '../../steps.ts'
import { until } from '../../until.ts'
import { ask, missedIn, readAnswers } from './answers.ts'
import { callersOf, type Installation, linkOlderEdge, upgrade } from './installation.ts'
import { databaseOf, EDGES } from './restore.ts'

const [, BOB] = PARTIES
const PATIENT = Object.fromEntries(
  ['radius', 'texture', 'perimeter', 'area', 'smoothness', 'compactness', 'concavity', 'concave points']
    .concat('symmetry', 'fractal dimension')
    .map((name, at) => [`mean ${name}`, 14 / (at + 1)]),
)

// One installation, brought up once; the tests go through what its people find there, in their order.
let at: Installation
let tasks: Map<string, string>
beforeAll(async () => {
  at = await upgrade()
  const { records } = await at.alice.call(wire.ListMyTasks, { pageSize: 50 })
  tasks = new Map(records.map(({ name, id }) => [name, id]))
})
afterAll(() => at?.stop())

const idOf = (name: string) => tasks.get(name) ?? `no task ${name}`
const detailOf = (name: string) => at.alice.call(wire.GetTask, { taskId: idOf(name) })
const runOf = async (name: string) => (await at.alice.call(wire.GetRun, { taskId: idOf(name) })).run

async function registrations(name: string): Promise<Registration[]> {
  return (await at.alice.call(wire.GetRegistrations, { taskId: idOf(name) })).joined.registrations
}

test('who follows later is told to update, and to what', async () => {
  const goAway = await linkOlderEdge(at.places, BOB.id)
  await until(
    'the older edge to be heard',
    async () => (await at.bob.call(wire.GetEdge)).state === 'online' || undefined,
  )
  expect((await at.bob.call(wire.GetEdge)).release).toEqual({ older: 'edge', edge: null, platform: VERSION })
  expect((await at.alice.call(wire.GetEdge)).release).toBeNull()
  const codes = (await registrations('All signed')).map(({ partyId, edgeCode }) => [partyId, edgeCode])
  expect(codes).toEqual([
    ['1001', 'known'],
    ['1002', 'edge-older'],
  ])
  await goAway()
  await at.startSecondEdge()
  expect((await at.bob.call(wire.GetEdge)).release).toBeNull()
})

test('the run in flight has failed, and says to sign and to start again', async () => {
  const run = await until(
    'the run to end',
    async () => ((await runOf('In flight'))?.failure && runOf('In flight')) || undefined,
  )
  expect(run).toMatchObject({ phase: 'failed', round: 3, failure: { code: 'run.updated', partyId: null } })
  expect((await detailOf('In flight')).status).toBe('failed')
  expect(phrase('en', 'run.updated')).toMatch(/sign again, then start again/)
  expect(phrase('cn', 'run.updated')).toMatch(/重新授权，然后重新开始/)
})

test('tickets of before are stale and say why, at platform and edge; nobody can train under them', async () => {
  const statuses = (await registrations('All signed')).map(({ grant, staleBecause }) => [grant, staleBecause])
  expect(statuses).toEqual([
    ['stale', ['parties']],
    ['stale', ['parties']],
  ])
  const [, ofBob] = await registrations('One signed')
  expect(ofBob).toMatchObject({ partyId: '1002', grant: 'stale', staleBecause: ['parties'] })

  const tickets = await at.alice.call(wire.ListGrants, {})
  expect(tickets).toHaveLength(6)
  for (const { status, staleBecause } of tickets) {
    expect(status).toBe('stale')
    expect(staleBecause).toContain('parties')
  }
  expect(await at.alice.call(wire.StartTraining, { taskId: idOf('All signed') })).toBe('0/2')
  const withReady = at.alice.call(wire.StartWithReady, { taskId: idOf('All signed'), keepOriginal: false })
  await expect(withReady).rejects.toMatchObject({ code: 'task.names-missing' })
})

test('recruiting tasks keep algorithm, columns, label, parameters and data', async () => {
  for (const [name, algorithm, label, columns] of [
    ['Nobody signed', 'logistic-regression', 'diagnosis', 11],
    ['One signed', 'linear-regression', 'mean area', 10],
    ['All signed', 'logistic-regression', 'diagnosis', 11],
  ] as const) {
    const task = await detailOf(name)
    expect(task).toMatchObject({ status: 'recruiting', columnSelection: { label } })
    expect(task.algorithms.map(({ id }) => id)).toEqual([algorithm])
    expect(task.columnSelection?.columns).toHaveLength(columns)
    // What the algorithm no longer has is kept as it was chosen, and named, not refused.
    expect(task.parameters).toEqual({ learning_rate: 0.05, local_epochs: 3, max_iter: 9, l2: 0.001 })
    expect(task.droppedParameters.map(({ en }) => en).sort()).toEqual(['Learning rate', 'Local passes'])
    expect((await registrations(name)).map(({ datasetName, rowCount }) => [datasetName, rowCount])).toEqual([
      ['Biopsies', 36],
      ['Biopsies', 100],
    ])
  }
  expect(await detailOf('Nothing chosen')).toMatchObject({ status: 'recruiting', columnSelection: null })
})

test.each([
  ['In flight', 2],
  ['All signed', 9],
])('%s: signed anew, it trains to its end on the rows that were chosen before', async (name, rounds) => {
  const { alice, bob } = at
  const taskId = idOf(name)
  if ((await detailOf(name)).status === 'failed') await alice.call(wire.Resubmit, { taskId })
  const { parameters } = await detailOf(name)
  await alice.call(wire.UpdateTask, { taskId, parameters: { ...parameters, max_iter: rounds } })
  await closeJoining(alice, taskId)
  for (const client of [alice, bob]) await confirmNames(client, taskId)
  for (const client of [alice, bob]) await sign(client, taskId)
  expect(await alice.call(wire.StartTraining, { taskId })).toBeNull()
  const run = await until(
    'the run to end',
    async () => {
      const now = await runOf(name)
      return now?.phase === 'completed' || now?.failure ? now : undefined
    },
    180_000,
  )
  expect(run).toMatchObject({ phase: 'completed', failure: null })
  const { modelId } = await detailOf(name)
  expect(await predict(alice, modelId ?? '', 'edge')).toMatch(/^(malignant|benign)$/)
})

test('models of before are in their lists and the pool, can be fetched, and predict at edge and platform', async () => {
  const { alice, bob, carol } = at
  const named = async (client: Client) => (await client.call(wire.ListMyModels, { pageSize: 50 })).records
  const [published] = (await bob.call(wire.ListPoolModels, {})).records
  expect(published).toMatchObject({ name: 'Tumour diagnosis', partyId: '1001', isPublished: true })
  const old = (await named(alice)).filter(({ name }) => name !== 'In flight')
  expect(old.length).toBeGreaterThanOrEqual(4)
  for (const { id } of old) {
    const { model, contributors } = await alice.call(wire.GetModel, { modelId: id })
    expect(Object.keys(model.metrics)).not.toEqual([])
    expect(contributors.length).toBeGreaterThanOrEqual(1)
    expect(await zipHeadOf(alice, id)).toBe('PK')
    expect(await predict(alice, id, 'edge')).toMatch(/^(malignant|benign|-?[\d.]+)$/)
  }
  const [copy] = await named(carol)
  expect(await predict(carol, copy?.id ?? '', 'platform')).toMatch(/^(malignant|benign)$/)
})

let inferences = 0
async function predict(client: Client, modelId: string, server: 'edge' | 'platform'): Promise<string> {
  expect(client.edgeUrl === null).toBe(server === 'platform')
  inferences += 1
  const inferenceId = await readyInference(client, modelId, `Upgraded ${inferences}`)
  const { predictions } = await client.call(wire.Infer, { inferenceId, rows: [{ ...PATIENT, side: 'left' }] })
  return predictions[0]?.result ?? ''
}

async function zipHeadOf(client: Client, modelId: string): Promise<string> {
  const { platform } = await callersOf(at.places, client)
  const headers = { 'x-access-token': platform.token, 'tenant-id': platform.partyId }
  const response = await fetch(`${platform.url}${wire.MODEL_FILE_PATH}?id=${modelId}`, { headers })
  return Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 2)
}

test('data of every kind is read on, and what tickets granted lies in folders', async () => {
  const { alice } = at
  const { records } = await alice.call(wire.ListMyDatasets, { pageSize: 50 })
  const kinds = new Set(records.map(({ contentType }) => contentType))
  expect(kinds).toEqual(new Set(['tabular', 'vision', 'yolo', 'nlp', 'graph']))
  for (const { tableName, columns, labelColumns } of records) {
    const [column = ''] = [...labelColumns, ...columns]
    expect(await alice.call(wire.ListClasses, { tableName, column })).not.toEqual([])
  }
  for (const id of EDGES) {
    const granted = join(at.places.edgeData(id), 'grants')
    expect(readdirSync(granted).length).toBeGreaterThanOrEqual(6)
    for (const folder of readdirSync(granted)) expect(existsSync(join(granted, folder, 'rows.parquet'))).toBe(true)
  }
  const [ticket] = await alice.call(wire.ListGrants, { taskId: idOf('Finished logistic') })
  const events = await alice.call(wire.ListGrantEvents, { id: ticket?.id ?? '', pageSize: 50 })
  expect(events.records.map(({ kind }) => kind)).toContain('signed')
})

const IN_SESSION = [wire.ListRows.path, wire.ListInferences.path, wire.GetInference.path]

test('clients of before find in every answer what they found in it', async () => {
  const callers = await callersOf(at.places, at.alice)
  const missed = []
  for (const { result, ...call } of readAnswers()) {
    // Rows, and what a model says of them, are shown in a session, of which they know nothing.
    if (IN_SESSION.some((path) => call.server === 'edge' && call.path.startsWith(path))) continue
    const now = await ask(callers[call.server], call)
    missed.push(...missedIn(result, now).map((what) => `${call.path}: ${what}`))
  }
  // Plans of before name nobody, so there is none to sign: `planHash` was null before a plan, too.
  expect(missed.filter((what) => !what.endsWith('result.planHash: string became null'))).toEqual([])
})

test('what an edge of before answers can be read by this console', () => {
  const read: Record<string, Endpoint> = {
    '/grants': wire.ListGrants,
    '/grants/signing': wire.GetSigning,
    '/listOfMeta': wire.ListRows,
    [wire.ListInferences.path]: wire.ListInferences,
    [wire.GetInference.path]: wire.GetInference,
  }
  const ofEdge = readAnswers().filter(({ server }) => server === 'edge')
  for (const { path, result } of ofEdge) {
    const endpoint = read[path.replace(/\?.*/, '')]
    expect(endpoint && z.safeDecode(endpoint.output, result as never), path).toMatchObject({ success: true })
  }
  expect(ofEdge).toHaveLength(8)
})

test.skipIf(!serverIsThere)('on a PostgreSQL server too that database is brought up to this version', async () => {
  const { db, close } = await openEmptyDatabase()
  try {
    await db.execute(sql.raw(databaseOf(at.places)))
    expect((await readVersion(db)).missing).toBeGreaterThan(0)
    await migrate(db)
    expect((await readVersion(db)).missing).toBe(0)
  } finally {
    await close()
  }
})
