import { appendFileSync } from 'node:fs'
import { DraftGrant, ListGrantEvents, OfferRows, SignGrant, WithdrawGrant } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisionLogPath } from '../../lib/decision-log.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, peopleCsv, taskOf, type World } from '../../testing/world.ts'
import { listEvents } from './events.ts'
import { countMessage } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

async function signed(taskId: string) {
  world.fake.tasks.set(taskId, taskOf(taskId))
  const { tableName } = await world.dataSet(peopleCsv(9), `Cohort ${taskId}`)
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  return world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
}

/** Logs a message of a run in the same way as the edge's guard. */
function message(grantId: string, messageId: string, round: number) {
  const of = { runId: 'r1', messageId, messageType: 'train' }
  countMessage(world.db, { grantId, stateHash: '', ...of, type: 'train', time: new Date().toISOString() })
  world.log.append('run', { grantId, taskId: 't', ...of, round })
  world.log.append('run-ended', { ...of, outcome: 'done' })
}

test('lists the events of one ticket, newest first, in pages', async () => {
  // The API sends times in whole seconds.
  const began = Math.floor(Date.now() / 1_000) * 1_000
  const [grant, other] = [await signed('one'), await signed('two')]
  for (const round of [1, 2]) {
    message(grant.id, `m${round}`, round)
    message(other.id, `o${round}`, round)
  }
  world.log.append('refused', { what: 'run', code: 'grant.stale', grantId: grant.id, runId: 'r2', messageId: 'm9' })
  await world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } }, person('alice', { displayName: 'Alice' }))

  const read = (pageNo: number) => world.call(ListGrantEvents, { id: grant.id, pageNo, pageSize: 3 })
  const [first, second, third] = [await read(1), await read(2), await read(3)]
  expect(first).toMatchObject({ total: 7, pages: 3 })
  expect([...first.records, ...second.records, ...third.records]).toMatchObject([
    { kind: 'withdrawn', by: 'Alice' },
    { kind: 'refused', code: 'grant.stale', runId: 'r2' },
    { kind: 'run-ended', outcome: 'done', runId: 'r1' },
    { kind: 'run', round: 2, messageType: 'train' },
    { kind: 'run-ended' },
    { kind: 'run', round: 1 },
    { kind: 'signed', by: 'alice' },
  ])
  const signedAt = third.records[0]?.time.getTime() ?? Number.NaN
  expect(signedAt >= began && signedAt <= Date.now()).toBe(true)
})

test('lists a new selection of rows under the ticket that it invalidates, and names the member who made it', async () => {
  const grant = await signed('reselected')
  const { tableName } = await world.dataSet(peopleCsv(7), 'Other rows')
  await world.call(OfferRows, { taskId: 'reselected', tableName, rows: [] }, person('bob', { displayName: 'Bob' }))
  const { records } = await world.call(ListGrantEvents, { id: grant.id })
  expect(records).toMatchObject([
    { kind: 'rows-chosen', by: 'Bob' },
    { kind: 'signed', by: 'alice' },
  ])
})

test('names the member in the event when the edge refuses to sign', async () => {
  const grant = await signed('refusing')
  const other = person('carl', { displayName: 'Carl' })
  await expect(world.call(WithdrawGrant, { id: grant.id, proof: { pin: PIN } }, other)).rejects.toMatchObject({
    code: 'grant.not-signer',
  })
  const { records } = await world.call(ListGrantEvents, { id: grant.id })
  expect(records[0]).toMatchObject({ kind: 'refused', by: 'Carl', code: 'grant.not-signer' })
})

test('reads a log of many megabytes in chunks, and later reads only its new entries', async () => {
  const grant = await signed('long')
  const filler = `${JSON.stringify({ seq: 0, kind: 'read', data: { note: 'x'.repeat(3_000_000) } })}\n`
  for (let i = 0; i < 5; i += 1) appendFileSync(decisionLogPath(world.dataDir), filler)
  const listed = () => listEvents(world.deps.grant, grant.id, { pageSize: 10 })
  const line = { seq: 99_999, time: new Date().toISOString(), kind: 'run', data: { grantId: grant.id, round: 7 } }
  appendFileSync(decisionLogPath(world.dataDir), `${JSON.stringify(line)}\n`)
  // Concurrent requests scan the same chunks of the log and count no entry twice.
  for (const { records, total } of await Promise.all([listed(), listed(), listed()])) {
    expect(total).toBe(2)
    expect(records).toMatchObject([{ kind: 'run', round: 7 }, { kind: 'signed' }])
  }
  // A line that is not yet complete does not count.
  const more = `${JSON.stringify({ ...line, seq: 100_000 })}\n`
  appendFileSync(decisionLogPath(world.dataDir), more.slice(0, 40))
  expect((await listed()).total).toBe(2)
  appendFileSync(decisionLogPath(world.dataDir), more.slice(40))
  expect((await listed()).total).toBe(3)
})

test('returns no events for a ticket that does not exist', async () => {
  await expect(world.call(ListGrantEvents, { id: 'none' })).rejects.toMatchObject({ code: 'grant.not-found' })
})
