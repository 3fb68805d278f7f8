import type { RunEvent } from '@tessera/contract'
import {
  AnswerInvitation,
  CloseJoining,
  GetRegistrations,
  GetScreen,
  GetTask,
  GetWaiting,
  InviteParty,
  JoinTask,
  ListInvitees,
  ListNotifications,
  ListPoolTasks,
  ListTasksToInvite,
  QuitTask,
  ReopenJoining,
  ReviewApplication,
  StartTraining,
  TakeBackInvitation,
  UpdateTask,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { buildParty, call, describeOn, type TestParty, uniqueName } from '../../testing/index.ts'
import { addRun } from '../../testing/rights/things.ts'
import {
  addToTask,
  admin,
  buildDataset,
  buildTask,
  member,
  movesDuring,
  OPEN,
  signTicket,
  TIMED_ALGORITHM,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { parties } from '../party/table.ts'
import { applyEvents } from '../run/apply-events.ts'
import { registration, type TaskRow, task } from './table.ts'

describeOn(
  'server',
  'invitations',
  (world) => {
    const build = async (fields: Partial<typeof task.$inferInsert> = {}) => {
      const { taskId, members } = await buildTask(world(), { ...OPEN, visibility: 'private', ...fields })
      const [a] = members
      return { taskId, a, b: members[1], guest: await buildParty(world()) }
    }
    const invite = (taskId: string, { partyId }: TestParty, by: ReturnType<typeof admin>) =>
      call(world(), InviteParty, { taskId, partyId }, by)
    const answer = (taskId: string, verdict: 'approve' | 'reject', by: ReturnType<typeof admin>) =>
      call(world(), AnswerInvitation, { taskId, answer: verdict }, by)
    const invitationsOf = async (taskId: string, a: TestParty) =>
      (await call(world(), GetRegistrations, { taskId }, admin(a))).result.invitations
    const noticesOf = async (party: TestParty) =>
      (await call(world(), ListNotifications, {}, admin(party))).result.records
    const waitingFor = async (party: TestParty) =>
      (await call(world(), GetWaiting, {}, member(party))).result.items.map(({ kind, by }) => [kind, by])

    test('lets an invited party see and join a private task that other parties cannot see', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, a, guest } = await build()
      const stranger = await buildParty(world())
      expect((await call(world(), GetTask, { taskId }, admin(guest))).error).toBe('task.private')
      expect((await invite(taskId, guest, admin(a))).error).toBeUndefined()

      const seen = (await call(world(), GetTask, { taskId }, member(guest))).result
      expect(seen.abilities).toMatchObject({ answerInvitation: true, join: false, watch: false, offerData: false })
      expect((await call(world(), GetTask, { taskId }, admin(stranger))).error).toBe('task.private')
      const pool = (await call(world(), ListPoolTasks, { pageSize: 200 }, admin(guest))).result.records
      expect(pool.map(({ id }) => id)).not.toContain(taskId)
      expect(await waitingFor(guest)).toEqual([['invitation', a.nameEn]])
      expect(await noticesOf(guest)).toMatchObject([{ kind: 'task.invited', taskId, isRead: false }])
      expect(await invitationsOf(taskId, a)).toMatchObject([{ partyId: guest.partyId, status: 'invited' }])

      expect((await answer(taskId, 'approve', member(guest))).error).toBeUndefined()
      const { joined, invitations } = (await call(world(), GetRegistrations, { taskId }, admin(a))).result
      expect(joined.registrations.map(({ partyId }) => partyId)).toContain(guest.partyId)
      expect(invitations).toEqual([])
      expect((await noticesOf(a))[0]).toMatchObject({ kind: 'task.joined' })
      expect(await noticesOf(guest)).toMatchObject([{ isRead: true }])
      expect(await waitingFor(guest)).toEqual([['choose-data', null]])
      // The member who joined for the party may also leave the task for it.
      const { mine } = (await call(world(), GetRegistrations, { taskId }, member(guest))).result
      expect((await call(world(), QuitTask, { registrationId: mine?.id ?? '' }, member(guest))).error).toBeUndefined()
    })

    test('after a party declines, notifies the initiator, hides the task again, and allows another invitation after a day', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, a, guest } = await build()
      await invite(taskId, guest, admin(a))
      expect((await answer(taskId, 'reject', admin(guest))).error).toBeUndefined()
      expect((await noticesOf(a))[0]).toMatchObject({ kind: 'task.invitation-declined' })
      expect(await invitationsOf(taskId, a)).toMatchObject([{ status: 'declined' }])
      expect((await call(world(), GetTask, { taskId }, admin(guest))).error).toBe('task.private')
      expect((await answer(taskId, 'approve', admin(guest))).error).toBe('task.not-invited')
      expect(await waitingFor(guest)).toEqual([])

      // Deleting the answer does not allow another invitation earlier. The limit does not apply to invitations to other
      // tasks.
      expect((await invite(taskId, guest, admin(a))).error).toBe('task.declined-lately')
      const registrationId = (await invitationsOf(taskId, a))?.[0]?.id ?? ''
      const takeBack = () => call(world(), TakeBackInvitation, { registrationId }, admin(a))
      expect((await takeBack()).error).toBe('task.declined-lately')
      const other = await buildTask(world(), { ...OPEN, given: [a] })
      expect((await invite(other.taskId, guest, admin(a))).error).toBeUndefined()
      const before = new Date(world().clock.now().getTime() - DAY_MS)
      await world().db.update(registration).set({ createTime: before }).where(eq(registration.id, registrationId))

      await invite(taskId, guest, admin(a))
      await invite(taskId, guest, admin(a))
      expect(await invitationsOf(taskId, a)).toMatchObject([{ status: 'invited' }])
      // A second invitation sends no second notice.
      const unread = (await noticesOf(guest)).filter((one) => !one.isRead && one.taskId === taskId)
      expect(unread).toHaveLength(1)
    })

    test('after an invitation is withdrawn, hides the task from the party and marks its notice as read', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, a, guest } = await build()
      await invite(taskId, guest, admin(a))
      const [invitation] = (await invitationsOf(taskId, a)) ?? []
      const registrationId = invitation?.id ?? ''
      expect((await call(world(), TakeBackInvitation, { registrationId }, admin(guest))).error).toBe(
        'task.initiator-only',
      )
      expect((await call(world(), TakeBackInvitation, { registrationId }, admin(a))).error).toBeUndefined()
      expect((await call(world(), GetTask, { taskId }, admin(guest))).error).toBe('task.private')
      expect(await noticesOf(guest)).toMatchObject([{ isRead: true }])
      expect((await call(world(), TakeBackInvitation, { registrationId }, admin(a))).error).toBe('task.invitation-gone')
    })

    test('allows an invitation to be sent again after it was withdrawn, at most five times an hour per party', async () => {
      const { taskId, a, guest } = await build()
      for (let time = 0; time < 5; time += 1) {
        expect((await invite(taskId, guest, admin(a))).error).toBeUndefined()
        // Inviting a party again that is already invited sends no notice and does not count towards the limit.
        expect((await invite(taskId, guest, admin(a))).error).toBeUndefined()
        const [invitation] = (await invitationsOf(taskId, a)) ?? []
        await call(world(), TakeBackInvitation, { registrationId: invitation?.id ?? '' }, admin(a))
      }
      expect((await invite(taskId, guest, admin(a))).error).toBe('request.too-many')
      expect(await noticesOf(guest)).toHaveLength(5)
      const other = await buildParty(world())
      expect((await invite(taskId, other, admin(a))).error).toBeUndefined()
    })

    test('refuses to withdraw the invitation of a party that has joined', async () => {
      const { taskId, a, b } = await build()
      expect((await call(world(), TakeBackInvitation, { registrationId: b.registrationId }, admin(a))).error).toBe(
        'task.invitation-gone',
      )
      expect((await invite(taskId, b, admin(a))).error).toBeUndefined()
      expect(await invitationsOf(taskId, a)).toEqual([])
    })

    test('allows invitations only while joining is open, and only from users who lead the task', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, a, b, guest } = await build()
      for (const who of [member(a), admin(b), admin(guest)]) {
        const { error } = await invite(taskId, guest, who)
        expect(error).toBe(who.party === a ? 'task.not-allowed' : 'task.initiator-only')
        expect((await call(world(), ListInvitees, { taskId }, who)).error).toBe(error)
      }
      await invite(taskId, guest, admin(a))
      expect((await call(world(), CloseJoining, { taskId }, admin(a))).error).toBeUndefined()
      expect((await answer(taskId, 'approve', admin(guest))).error).toBe('task.joining-closed')
      expect((await call(world(), GetTask, { taskId }, admin(guest))).error).toBe('task.private')
      expect((await invite(taskId, await buildParty(world()), admin(a))).error).toBe('task.joining-closed')
      expect(await waitingFor(guest)).toEqual([])
    })

    test.each(['public', 'invite-only', 'private'] as const)(
      'lets an invited party join a %s task without applying, also through the specification’s call',
      { meta: { spec: 'states.party-invitation' } },
      async (visibility) => {
        const { taskId, a, guest } = await build({ visibility })
        await invite(taskId, guest, admin(a))
        const join = () => call(world(), JoinTask, { taskId }, member(guest))
        expect((await join()).result).toMatchObject({ partyId: guest.partyId, status: 'joined' })
        expect((await noticesOf(a))[0]).toMatchObject({ kind: 'task.joined' })
        expect(await noticesOf(guest)).toMatchObject([{ kind: 'task.invited', isRead: true }])
        expect(await invitationsOf(taskId, a)).toEqual([])
        expect((await join()).error).toBe('task.already-joined')

        const late = await buildParty(world())
        await invite(taskId, late, admin(a))
        await call(world(), CloseJoining, { taskId }, admin(a))
        const { error } = await call(world(), JoinTask, { taskId }, admin(late))
        expect(error).toBe(visibility === 'private' ? 'task.private' : 'task.joining-closed')
      },
    )

    test('sends an invited party no notices while joining is closed, and ends its invitation when training starts', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, members } = await buildTask(world(), { ...OPEN, visibility: 'private' })
      const [a, b] = members
      const guest = await buildParty(world())
      const inTask = [a.partyId, b.partyId].toSorted()
      const recipientsOf = async (act: () => Promise<unknown>) => {
        const moves = await movesDuring(world(), taskId, act)
        return [...new Set(moves.flatMap(({ partyIds }) => partyIds))].toSorted()
      }
      const rename = (name: string) => call(world(), UpdateTask, { taskId, name }, admin(a))
      const close = () => call(world(), CloseJoining, { taskId }, admin(a))

      const withGuest = [...inTask, guest.partyId].toSorted()
      expect(await recipientsOf(() => invite(taskId, guest, admin(a)))).toEqual(withGuest)
      expect(await recipientsOf(() => rename('lungs'))).toEqual(withGuest)
      // The invited party's last notice is that joining was closed. Its invitation cannot be answered any more.
      expect(await recipientsOf(close)).toEqual(withGuest)
      expect(await noticesOf(guest)).toMatchObject([{ kind: 'task.invited', isRead: true }])
      expect(await recipientsOf(() => rename('hearts'))).toEqual(inTask)

      expect(await recipientsOf(() => call(world(), ReopenJoining, { taskId }, admin(a)))).toEqual(withGuest)
      expect(await waitingFor(guest)).toEqual([['invitation', a.nameEn]])
      await close()
      for (const party of members) await signTicket(world(), taskId, party)
      expect(await recipientsOf(() => call(world(), StartTraining, { taskId }, admin(a)))).toEqual(inTask)
      await world().db.update(task).set({ status: 'recruiting' }).where(eq(task.id, taskId))
      await call(world(), ReopenJoining, { taskId }, admin(a))
      expect((await answer(taskId, 'approve', admin(guest))).error).toBe('task.not-invited')
      expect(await waitingFor(guest)).toEqual([])
      expect(await invitationsOf(taskId, a)).toEqual([])
    })

    test('reports a run’s progress only to its parties, and notifies a rejected applicant only of the rejection', {
      meta: { spec: 'states.party-invitation' },
    }, async () => {
      const { taskId, a, b, guest } = await build()
      const applicant = await buildParty(world())
      const registrationId = await addToTask(world(), taskId, applicant, { status: 'applying' })
      await addToTask(world(), taskId, guest, { status: 'invited' })
      const review = { registrationId, verdict: 'reject' } as const
      const rejected = await movesDuring(world(), taskId, () => call(world(), ReviewApplication, review, admin(a)))
      expect(rejected[0]?.partyIds).toContain(applicant.partyId)
      await addToTask(world(), taskId, await buildParty(world()), { status: 'applying' })

      const runId = await addRun(world(), taskId)
      const { deps } = world().app.training
      const time = world().clock.now().toISOString()
      const event: RunEvent = { kind: 'waiting', runId, seq: 1, time, missing: [b.partyId] }
      const moves = await movesDuring(world(), taskId, () => applyEvents(deps, runId, [event]))
      expect(moves.map(({ seq, partyIds }) => [seq, partyIds.toSorted()])).toEqual([
        [1, [a.partyId, b.partyId].toSorted()],
      ])
    })

    test('refuses to invite a party that does not exist or is suspended', {
      meta: { spec: 'calls.flJobRecruit/inviteParty' },
    }, async () => {
      const { taskId, a, guest } = await build()
      await world().db.update(parties).set({ suspendedTime: world().clock.now() }).where(eq(parties.id, guest.partyId))
      expect((await invite(taskId, guest, admin(a))).error).toBe('party.not-found')
      expect((await invite(taskId, { ...guest, partyId: '1' }, admin(a))).error).toBe('party.not-found')
      const { records } = (await call(world(), ListInvitees, { taskId, name: guest.name }, admin(a))).result
      expect(records).toEqual([])
    })

    test('finds parties to invite by name in either language, in pages, each with its status in the task', {
      meta: { spec: 'calls.flJobRecruit/inviteParty' },
    }, async () => {
      const { taskId, a, b } = await build()
      const mark = uniqueName('find')
      const invited = await buildParty(world(), { name: `甲${mark}`, nameEn: `A ${mark}` })
      const applicant = await buildParty(world(), { name: `乙${mark}`, nameEn: `B ${mark}` })
      const third = await buildParty(world(), { name: `丙${mark}`, nameEn: `C ${mark}` })
      await invite(taskId, invited, admin(a))
      await addToTask(world(), taskId, applicant, { status: 'applying' })

      const find = async (name: string, pageNo = 1) =>
        (await call(world(), ListInvitees, { taskId, name, pageNo, pageSize: 2 }, admin(a))).result
      const first = await find(mark)
      expect(first.records.map(({ partyName, status }) => [partyName, status])).toEqual([
        [`A ${mark}`, 'invited'],
        [`B ${mark}`, 'applying'],
      ])
      expect(first.total).toBe(3)
      expect((await find(mark, 2)).records).toMatchObject([{ partyId: third.partyId, status: null }])
      expect((await find(`乙${mark}`)).records).toMatchObject([{ partyId: applicant.partyId }])
      expect((await find(b.name)).records).toMatchObject([{ status: 'joined' }])
      expect((await find(a.name)).records).toEqual([])
    })

    test('lists, for another party’s dataset, the reader’s tasks that the dataset fits, with that party’s status in each', {
      meta: { spec: 'states.task-from-foreign-dataset' },
    }, async () => {
      const { taskId, a, b, guest } = await build()
      const datasetId = await buildDataset(world(), guest)
      const { taskId: unset } = await buildTask(world(), { ...OPEN, given: [a], algorithmId: null })
      // Tasks that must not be listed: one for another kind of data, one with joining closed, and one of another
      // initiator.
      const other = await buildTask(world(), { ...OPEN, given: [a] })
      const texts = await buildDataset(world(), guest, { contentType: 'nlp', columns: ['text', 'sick'] })
      await buildTask(world(), { given: [a, b] })
      await buildTask(world(), { ...OPEN, given: [b, a] })
      await invite(taskId, guest, admin(a))

      const find = async (id: string, who = admin(a)) =>
        (await call(world(), ListTasksToInvite, { datasetId: id }, who)).result
      const found = await find(datasetId)
      expect(found.map((one) => [one.taskId, one.status])).toEqual([
        [other.taskId, null],
        [unset, null],
        [taskId, 'invited'],
      ])
      expect((await find(texts)).map((one) => one.taskId)).toEqual([unset])
      // An ordinary member leads none of these tasks, and a party's own dataset cannot be invited.
      expect(await find(datasetId, member(a))).toEqual([])
      expect(await find(a.datasetId)).toEqual([])
      const hidden = await buildDataset(world(), guest, { sharing: 'person' })
      const refused = await call(world(), ListTasksToInvite, { datasetId: hidden }, admin(a))
      expect(refused.error).toBe('dataset.not-found')
    })

    test('offers a member’s own task for another party’s dataset, although many newer tasks do not match', {
      meta: { spec: 'states.task-from-foreign-dataset' },
    }, async () => {
      const a = await buildParty(world())
      const datasetId = await buildDataset(world(), await buildParty(world()), { columns: ['age', 'sick'] })
      const at = (n: number) => new Date(world().clock.now().getTime() + n)
      const mine = { ...OPEN, given: [a], createdByUserId: a.member.userId }
      const { taskId } = await buildTask(world(), mine)
      const { taskId: newest } = await buildTask(world(), { ...mine, algorithmId: null, createTime: at(1) })
      const [source] = await world().db.select().from(task).where(eq(task.id, taskId))
      const copies = (fields: Partial<TaskRow>) =>
        Array.from({ length: 100 }, (_, n) => ({ ...source, ...fields, id: newId(), createTime: at(n + 2) }) as TaskRow)
      await world()
        .db.insert(task)
        .values(copies({ createdByUserId: a.admin.userId }))
      await world()
        .db.insert(task)
        .values(copies({ algorithmId: TIMED_ALGORITHM }))

      const found = (await call(world(), ListTasksToInvite, { datasetId }, member(a))).result
      expect(found.map((one) => one.taskId)).toEqual([newest, taskId])
    })

    test('also hides the runs of a private task from an invited party in lists', async () => {
      const { taskId, a, guest } = await build()
      await invite(taskId, guest, admin(a))
      await addRun(world(), taskId)
      const shown = async () => (await call(world(), GetScreen, {}, admin(guest))).result.runs.map((run) => run.taskId)
      expect(await shown()).toContain(taskId)
      await world().db.update(task).set({ status: 'training' }).where(eq(task.id, taskId))
      expect(await shown()).not.toContain(taskId)
    })
  },
  WITH_ALGORITHMS,
)
