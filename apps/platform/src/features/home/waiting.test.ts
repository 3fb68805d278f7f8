import { CloseJoining, GetWaiting } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { addMember, buildParty, buildUser, call, describeOn, type TestParty } from '../../testing/index.ts'
import { addRun } from '../../testing/rights/things.ts'
import { addToTask, admin, buildTask, member, OPEN, signTicket, WITH_ALGORITHMS } from '../../testing/task.ts'
import { joinRequests } from '../party/table.ts'
import { trainingRun } from '../run/table.ts'
import { partyNames, registration, task } from '../task/table.ts'

describeOn(
  'server',
  'the list of pending actions',
  (world) => {
    const waitingFor = async (who: ReturnType<typeof admin>) => (await call(world(), GetWaiting, {}, who)).result.items
    const kindsFor = async (who: ReturnType<typeof admin>) => (await waitingFor(who)).map(({ kind }) => kind)
    const change = (taskId: string, fields: Partial<typeof task.$inferInsert>) =>
      world().db.update(task).set(fields).where(eq(task.id, taskId))
    const bring = (id: string, datasetId: string | null) =>
      world().db.update(registration).set({ datasetId }).where(eq(registration.id, id))

    test('shows each party only its own next step, from offering data to starting the run', {
      meta: { spec: 'screens.home-pending-items' },
    }, async () => {
      const { taskId, members } = await buildTask(world(), { ...OPEN, columnSelection: null })
      const [a, b] = members
      await bring(a.registrationId, null)
      await bring(b.registrationId, null)
      expect(await kindsFor(admin(a))).toEqual(['choose-data'])
      // The other party cannot offer data yet, because the initiator has offered none.
      expect(await kindsFor(admin(b))).toEqual([])

      await bring(a.registrationId, a.datasetId)
      expect(await kindsFor(admin(a))).toEqual(['set-plan'])
      // Only the member who created the task has to set the plan, not this other member of the party.
      expect(await kindsFor(member(a))).toEqual([])

      await change(taskId, { columnSelection: { columns: ['age', 'chol'], label: 'sick' } })
      expect(await kindsFor(admin(a))).toEqual([])
      expect(await kindsFor(member(b))).toEqual(['choose-data'])

      const names = await world().db.delete(partyNames).where(eq(partyNames.partyId, b.partyId)).returning()
      await bring(b.registrationId, b.datasetId)
      expect(await kindsFor(member(b))).toEqual(['confirm-names'])

      await world().db.insert(partyNames).values(names)
      expect(await waitingFor(admin(a))).toEqual([
        { kind: 'close-joining', id: taskId, taskId, taskName: 'task', by: null, since: null },
      ])
      expect(await kindsFor(admin(b))).toEqual([])

      expect((await call(world(), CloseJoining, { taskId }, admin(a))).error).toBeUndefined()
      expect([await kindsFor(admin(a)), await kindsFor(member(b))]).toEqual([['sign'], ['sign']])
      await signTicket(world(), taskId, b)
      expect([await kindsFor(admin(a)), await kindsFor(member(b))]).toEqual([['sign'], []])
      await signTicket(world(), taskId, a)
      expect([await kindsFor(admin(a)), await kindsFor(member(a))]).toEqual([['start'], []])
    })

    test('shows applications to members who lead the task, and join requests to the party’s administrators', {
      meta: { spec: 'screens.home-pending-items' },
    }, async () => {
      const { taskId, members } = await buildTask(world(), OPEN)
      const [a, b] = members
      const [applicant, person] = [await buildParty(world()), await buildUser(world())]
      const id = await addToTask(world(), taskId, applicant, { status: 'applying' })
      const joinRequest = {
        id: newId(),
        partyId: a.partyId,
        userId: person.userId,
        note: '',
        status: 'waiting',
      } as const
      await world()
        .db.insert(joinRequests)
        .values({ ...joinRequest, createTime: world().clock.now() })

      const items = await waitingFor(admin(a))
      expect(items.map(({ kind, id: of, by }) => [kind, of, by])).toEqual([
        ['application', id, applicant.nameEn],
        ['join-request', joinRequest.id, person.username],
        ['close-joining', taskId, null],
      ])
      for (const who of [member(a), admin(b), admin(applicant)]) expect(await waitingFor(who)).toEqual([])
    })

    test('shows a failed run, for a limited time, to members who can resubmit it and to the party at which it failed', {
      meta: { spec: 'screens.home-pending-items' },
    }, async () => {
      const { taskId, members } = await buildTask(world(), { parties: 3, status: 'failed' })
      const [a, b, c] = members as unknown as TestParty[] as [TestParty, TestParty, TestParty]
      const runId = await addRun(world(), taskId)
      const failure = { code: 'run.supernode-lost', params: {}, partyId: b.partyId, round: null, step: null }
      const end = (endTime: Date) =>
        world()
          .db.update(trainingRun)
          .set({ phase: 'failed', endTime, failure: failure as never })
          .where(eq(trainingRun.id, runId))
      const now = new Date(world().clock.now().setMilliseconds(0))
      await end(now)
      const item = { kind: 'failed', id: taskId, taskId, taskName: 'task', by: b.nameEn, since: now }
      expect(await waitingFor(admin(a))).toEqual([item])
      expect(await waitingFor(member(b))).toEqual([item])
      for (const who of [member(a), admin(c)]) expect(await waitingFor(who)).toEqual([])

      await end(new Date(now.getTime() - 31 * 86_400_000))
      expect(await waitingFor(admin(a))).toEqual([])
    })

    test('shows a stopped run, and who stopped it, to members who can resubmit it', async () => {
      const { taskId, members } = await buildTask(world(), { status: 'stopped' })
      const [a, b] = members
      const runId = await addRun(world(), taskId)
      const endTime = new Date(world().clock.now().setMilliseconds(0))
      const failure = { code: 'run.stopped', params: {}, partyId: a.partyId, round: null, step: null }
      await world().db.update(trainingRun).set({ phase: 'stopped', endTime, failure }).where(eq(trainingRun.id, runId))
      const item = { kind: 'stopped', id: taskId, taskId, taskName: 'task', by: a.nameEn, since: endTime }
      expect(await waitingFor(admin(a))).toEqual([item])
      // The following members did not stop the run and cannot resubmit the task.
      for (const who of [member(a), admin(b)]) expect(await waitingFor(who)).toEqual([])
    })

    test('makes as many queries for many tasks as for one, names the first twenty tasks and counts all', {
      meta: { spec: 'calls.flJobRecruit/waiting' },
    }, async () => {
      const party = await buildParty(world())
      await buildTask(world(), { ...OPEN, columnSelection: null, given: [party] })
      const queries = vi.spyOn(pg.Client.prototype, 'query')
      const counted = async () => {
        queries.mockClear()
        const { result } = await call(world(), GetWaiting, {}, admin(party))
        return { ...result, questions: queries.mock.calls.length }
      }
      const one = await counted()
      expect(one.total).toBe(1)
      expect(one.questions).toBeGreaterThan(0)
      for (let more = 0; more < 24; more += 1) {
        await buildTask(world(), { ...OPEN, columnSelection: null, given: [party] })
      }
      const { items, total, questions } = await counted()
      expect([items.length, total, questions]).toEqual([20, 25, one.questions])
      queries.mockRestore()
    })

    test('lists actions of the party for which the member acts', {
      meta: { spec: 'calls.flJobRecruit/waiting' },
    }, async () => {
      const { members } = await buildTask(world(), OPEN)
      const [a] = members
      const other = await buildParty(world())
      await addMember(world(), other.partyId, a.admin)
      expect(await kindsFor({ user: a.admin, party: other })).toEqual([])
      expect(await kindsFor(admin(a))).toEqual(['close-joining'])
      const response = await call(world(), GetWaiting, {}, { user: a.admin, party: null })
      expect(response.error).toBe('party.required')
    })
  },
  WITH_ALGORITHMS,
)
