import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Input, MachineKey } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordRun } from './features/grant/queries.ts'
import { findInference } from './features/inference/queries.ts'
import { storeAddress } from './features/link/index.ts'
import { unlistDataset } from './features/rows/index.ts'
import { listOffered } from './features/rows/queries.ts'
import { Authenticator } from './testing/authenticator.ts'
import { Browser } from './testing/browser.ts'
import { person } from './testing/fake-platform.ts'
import { holdPredictions } from './testing/hold-predictions.ts'
import { ONNX, storeResultIn } from './testing/local-result.ts'
import { card } from './testing/model-card.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World, zipOf } from './testing/world.ts'

/**
 * Calls that are not tested with two requests at once. Repeated uploads, sessions, frames and handovers are separate
 * objects, and a challenge changes no data. Form uploads use the same code as `Infer`.
 */
const NOT_TRIED: Endpoint[] = [
  ...[wire.UploadZip, wire.ReadUpload, wire.MakeSigningChallenge, wire.GetPasskeyOptions, wire.MakeSessionChallenge],
  ...[wire.InferText, wire.InferImages, wire.ExplainRow, wire.InferOnce, wire.ExplainOnce],
  ...[wire.OpenEdgeSession, wire.EndEdgeSession, wire.BeginProviderSession, wire.OpenProviderSession],
  ...[wire.OpenMachineSession, wire.ShareEdgeSession, wire.HandOver],
]

const [alice, dora] = [person('alice'), person('dora')]
const proof = { pin: PIN }
let tab: Browser
const tried = new Set<string>()
let world: World
let pageDir: string
beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'tessera-pages-'))
  world = await buildWorld({ signers: ['dora'], pageDir })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  world.fake.models.set('m1', { file: readFileSync(ONNX), card })
  await world.connect()
  tab = await world.openSession('dora')
})
afterAll(async () => {
  await world?.close()
  rmSync(pageDir, { recursive: true, force: true })
})

const ask = <E extends Endpoint>(endpoint: E, input: Input<E>, as: typeof alice | Browser = alice) => {
  tried.add(endpoint.path)
  return () => world.call(endpoint, input, as)
}
/** Runs several calls at the same moment, and returns their outcomes in sorted order. */
async function both(...calls: (() => Promise<unknown>)[]) {
  const came = await Promise.allSettled(calls.map((one) => one()))
  return came.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort()
}
const twice = (one: () => Promise<unknown>) => both(one, one)

const signer = { displayName: '', role: 'signer' as const, department: '', proof }
let count = 0
async function table(as = alice) {
  const name = `Table ${++count}`
  return { name, ...(await world.dataSet(peopleCsv(9), name, as)) }
}
async function offered() {
  const taskId = `task-${++count}`
  world.fake.tasks.set(taskId, taskOf(taskId))
  world.fake.wanted.set(taskId, { columns: ['age', 'sex'], label: 'ill', targets: ['classes'] })
  const { tableName } = await table()
  await world.call(wire.OfferRows, { taskId, tableName, rows: [] })
  const { planHash, datasetId } = await world.call(wire.DraftGrant, { taskId })
  return { taskId, planHash, datasetId, proof }
}
async function removed() {
  const { datasetId, name } = await table()
  await unlistDataset(world.deps.dataset, datasetId, () => () => {})
  const found = (await world.call(wire.ListRemoved, {}, tab)).find((one) => one.name === name)
  return { id: found?.id ?? '', name }
}
async function inference() {
  const input = { modelId: 'm1', name: `Inference ${++count}`, description: 'd' }
  const inferenceId = await world.call(wire.CreateInference, input)
  await until(() => findInference(world.db, inferenceId)?.status === 'created')
  return inferenceId
}
/** Creates a signer with a separate PIN. */
async function another() {
  const as = person(`s${++count}`)
  const { code } = await world.call(wire.AddEdgeMember, { ...signer, username: as.username }, dora)
  return { as, code }
}

test('signs a ticket once if two requests arrive at once, and shows the ticket to the second signer', {
  meta: { spec: 'states.duplicate-submission' },
}, async () => {
  const draft = await offered()
  const folder = join(world.dataDir, 'grants')
  const lots = () => (existsSync(folder) ? readdirSync(folder).length : 0)
  const before = lots()
  expect(await both(ask(wire.SignGrant, draft, dora), ask(wire.SignGrant, draft, alice))).toEqual(['done', 'done'])
  expect(await world.call(wire.ListGrants, { taskId: draft.taskId })).toHaveLength(1)
  expect(lots()).toBe(before + 1)
  expect(world.decisions('ticket-signed').filter(({ data }) => data.taskId === draft.taskId)).toHaveLength(1)
  // The ticket can later be signed again for more time.
  await world.call(wire.SignGrant, draft, dora)
  expect(await world.call(wire.ListGrants, { taskId: draft.taskId })).toHaveLength(2)
})

test('withdraws a ticket once if two requests arrive at once', {
  meta: { spec: 'states.duplicate-submission' },
}, async () => {
  const { id } = await world.call(wire.SignGrant, await offered(), dora)
  expect(await twice(ask(wire.WithdrawGrant, { id, proof }, dora))).toEqual(['done', 'done'])
  expect(world.decisions('ticket-withdrawn').filter(({ data }) => data.grantId === id)).toHaveLength(1)
})

test('deletes and restores rows once if two requests arrive at once', {
  meta: { spec: 'states.duplicate-submission' },
}, async () => {
  const { id, name } = await removed()
  expect(await twice(ask(wire.DeleteRows, { id, proof }, tab))).toEqual(['done', 'done'])
  expect(world.decisions('dataset-deleted').filter(({ data }) => data.datasetId === id)).toHaveLength(1)
  expect(await twice(ask(wire.BringBack, { id, proof }, tab))).toEqual(['dataset.not-found', 'done'])
  expect(world.decisions('dataset-brought-back').filter(({ data }) => data.datasetId === id)).toHaveLength(1)

  const other = await removed()
  const outcome = await both(
    ask(wire.DeleteRows, { id: other.id, proof }, tab),
    ask(wire.BringBack, { id: other.id, proof }, tab),
  )
  expect(outcome).toContain('done')
  // In either order, the rows are restored and not scheduled for deletion.
  const names = (await world.call(wire.ListRemoved, {}, tab)).map((one) => one.name)
  expect(names).not.toContain(name)
  expect(names).not.toContain(other.name)
})

test('saves an upload once and gives a name once if two requests arrive at once', async () => {
  const upload = async () => (await world.upload(await zipOf({ 'table.csv': peopleCsv(9) }))).draftId
  const save = (draftId: string, name: string) =>
    ask(wire.SaveDataset, { draftId, name, description: 'd', sharing: 'party' })
  const draftId = await upload()
  expect(await twice(save(draftId, 'Saved twice'))).toEqual(['dataset.upload-again', 'done'])
  const [one, other] = [await upload(), await upload()]
  expect(await both(save(one, 'One name'), save(other, 'One name'))).toEqual(['dataset.name-taken', 'done'])
})

test('stores one selection if two requests select rows for the same task at once', async () => {
  const { taskId } = await offered()
  const { tableName } = await table()
  expect(await twice(ask(wire.OfferRows, { taskId, tableName, rows: [] }))).toEqual(['done', 'done'])
  expect(listOffered(world.db, taskId)).toHaveLength(1)
  const narrowed = { taskId, tableName, columns: ['age'], label: 'ill', features: ['yes', 'no'] }
  expect(await twice(ask(wire.OfferColumns, narrowed))).toEqual(['done', 'done'])
  expect(listOffered(world.db, taskId)).toHaveLength(1)
  const reported = world.fake.reports.flatMap((report) => (report.kind === 'dataset' ? [report.dataset] : []))
  const ofTask = new Map(reported.filter((one) => one.taskId === taskId).map((one) => [one.id, one.deleted]))
  expect([...ofTask.values()].filter((deleted) => !deleted)).toHaveLength(1)

  const names = await world.call(wire.ProposeNames, { taskId: (await offered()).taskId })
  expect(await twice(ask(wire.ConfirmNames, names))).toEqual(['done', 'done'])
  const classes = { taskId: names.taskId, datasetId: names.datasetId, label: 'ill', classes: ['no'] }
  expect(await twice(ask(wire.NameClasses, classes))).toEqual(['done', 'done'])
})

test('changes the rows of a ticket that nearly equal those of an earlier run once if two requests arrive at once', async () => {
  const { tableName } = await world.dataSet(peopleCsv(40), `Table ${++count}`)
  const task = async (rows: number) => {
    const taskId = `task-${++count}`
    world.fake.tasks.set(taskId, taskOf(taskId))
    const ids = Array.from({ length: rows }, (_, place) => ({ id: place + 1 }))
    await world.call(wire.OfferRows, { taskId, tableName, rows: ids })
    return taskId
  }
  const taskId = await task(40)
  const { planHash, datasetId } = await world.call(wire.DraftGrant, { taskId })
  const { id } = await world.call(wire.SignGrant, { taskId, planHash, datasetId, proof }, dora)
  recordRun(world.db, id, 'run-before', ['1001', '1002'])
  const change = { taskId: await task(39), grantId: id, remedy: 'leave-out' as const }
  expect(await twice(ask(wire.ChangeRows, change))).toEqual(['done', 'grant.plan-changed'])
  expect(listOffered(world.db, change.taskId).map(({ rowCount }) => rowCount)).toEqual([30])
})

test('creates, uses and deletes an inference task once if two requests arrive at once', async () => {
  const input = { modelId: 'm1', name: 'One inference', description: 'd' }
  expect(await twice(ask(wire.CreateInference, input))).toEqual(['done', 'inference.name-taken'])
  const inferenceId = await inference()
  const infer = ask(wire.Infer, { inferenceId, rows: [{ age: 50, sex: 'm' }] })
  const remove = ask(wire.DeleteInference, { inferenceId })
  // The refused call then lets the other call continue.
  const answerHeld = holdPredictions(world)
  expect(await twice(() => infer().finally(answerHeld))).toEqual(['done', 'inference.busy'])
  const { datasetId } = await table()
  const workHeld = holdPredictions(world)
  expect(await twice(ask(wire.InferDataset, { inferenceId, datasetId }))).toEqual(['done', 'inference.busy'])
  workHeld()
  await until(() => findInference(world.db, inferenceId)?.status === 'completed')
  expect(await twice(remove)).toEqual(['done', 'inference.not-found'])

  const other = await inference()
  const contested = await both(
    ask(wire.Infer, { inferenceId: other, rows: [{ age: 50, sex: 'm' }] }),
    ask(wire.DeleteInference, { inferenceId: other }),
  )
  const isGone = findInference(world.db, other) === undefined
  // The task was used and then deleted, deleted and then used, or in use when it should have been deleted.
  const inOrder = isGone ? ['done,done', 'done,inference.not-found'] : ['done,inference.busy']
  expect(inOrder).toContain(contested.join())
})

test("either shares or deletes a run's result if both requests arrive at once", async () => {
  const newResult = () => {
    const runId = `run-${++count}`
    storeResultIn(world, { runId, place: 'edge', content: 'model', signedBy: alice })
    return { runId }
  }
  const [shared, deleted, contested] = [newResult(), newResult(), newResult()]
  expect(await twice(ask(wire.ShareLocalResult, shared))).toEqual(['done', 'result.not-allowed'])
  expect(await twice(ask(wire.DeleteLocalResult, deleted))).toEqual(['done', 'result.not-allowed'])
  const outcome = await both(ask(wire.ShareLocalResult, contested), ask(wire.DeleteLocalResult, contested))
  expect(outcome).toEqual(['done', 'result.not-allowed'])
})

test('adds a member once if two requests arrive at once, and returns the valid code', async () => {
  const newcomer = person('newcomer')
  const add = ask(wire.AddEdgeMember, { ...signer, username: 'newcomer' }, dora)
  let code = ''
  const codeOf = async () => ({ code } = (await add()) as { code: string })
  expect(await both(codeOf, codeOf)).toEqual(['done', 'signing.already-member'])
  const set = (pin: string) => ask(wire.SetSigningPin, { pin, proof: { code } }, newcomer)
  // The one-time code is valid for only one of two PINs.
  expect(await both(set('111222'), set('333444'))).toEqual(['done', 'signing.code-wrong'])
})

test('adds a program and its key once if two requests arrive at once', async () => {
  const key = async () => (await new Browser().publicKey()) as MachineKey
  const [one, other] = [await key(), await key()]
  const add = (username: string, publicKey: MachineKey) =>
    ask(wire.AddMachineKey, { username, department: '', days: 1, publicKey, proof }, dora)
  expect(await both(add('nightly', one), add('nightly', other))).toEqual(['done', 'signing.already-member'])
  const third = await key()
  expect(await both(add('hourly', third), add('weekly', third))).toEqual(['done', 'request.malformed'])
})

test('changes a PIN by one request after the other, adds a passkey once, and removes a member once', async () => {
  const { as, code } = await another()
  await world.call(wire.SetSigningPin, { pin: '482913', proof: { code } }, as)
  const change = (pin: string) => ask(wire.SetSigningPin, { pin, proof: { pin: '482913' } }, as)
  expect(await both(change('111222'), change('333444'))).toEqual(['done', 'signing.pin-wrong'])

  const { challenge } = await world.call(wire.GetPasskeyOptions, {}, dora)
  const registration = new Authenticator('localhost').register({ origin: 'http://localhost:1', challenge })
  expect(await twice(ask(wire.AddPasskey, { registration, proof }, dora))).toEqual(['done', 'signing.passkey-refused'])

  const { username } = as
  expect(await twice(ask(wire.ChangeEdgeMember, { ...signer, username, role: 'reader' }, dora))).toEqual([
    'done',
    'done',
  ])
  // If a member is reset twice, only the later code is valid.
  const codes: string[] = []
  const reset = ask(wire.ResetEdgeMember, { username, proof }, dora)
  const codeOf = async () => codes.push(((await reset()) as { code: string }).code)
  expect(await both(codeOf, codeOf)).toEqual(['done', 'done'])
  const set = (code = '') => world.call(wire.SetSigningPin, { pin: '555666', proof: { code } }, as)
  await expect(set(codes[0])).rejects.toMatchObject({ code: 'signing.code-wrong' })
  await set(codes[1])
  expect(await twice(ask(wire.RemoveEdgeMember, { username, proof }, dora))).toEqual(['done', 'signing.member-unknown'])
})

test('confirms another address once if two requests arrive at once', async () => {
  storeAddress(world.db, 'https://edge.before.example')
  const confirm = ask(wire.ConfirmAddress, { edgeUrl: world.join.edgeUrl, proof }, tab)
  expect(await twice(confirm)).toEqual(['done', 'signing.no-such-move'])
})

test('tests every route of an edge that changes data', {
  meta: { spec: 'states.duplicate-submission' },
}, async () => {
  await world.app.ready()
  const changing = world.routes.filter(({ method, url }) => method === 'POST' && !url.startsWith(wire.DEFAULT_PREFIX))
  const known = [...tried, ...NOT_TRIED.map(({ path }) => path)]
  expect(changing.map(({ url }) => url).filter((url) => !known.includes(url))).toEqual([])
})
