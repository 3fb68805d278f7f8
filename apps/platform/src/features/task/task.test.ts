import { WAIT_MINUTES } from '@tessera/contract'
import {
  CloseJoining,
  CreateLocalTask,
  CreateTask,
  CreateTaskInvite,
  DeleteTask,
  GetAlgorithm,
  GetInitiatorDataset,
  GetRegistrations,
  GetTask,
  JoinByCode,
  JoinTask,
  ListAlgorithms,
  ListFormatDifferences,
  ListHotTasks,
  ListMyActivity,
  ListMyTasks,
  ListNotifications,
  ListPoolTasks,
  OfferDataset,
  QuitTask,
  Remind,
  ReopenJoining,
  ReviewApplication,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import { sha256, VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  addMember,
  asUser,
  buildParty,
  buildUser,
  call,
  codeHashOf,
  describeOn,
  describeOnOne,
  type TestParty,
  type TestUser,
  type World,
} from '../../testing/index.ts'
import {
  ALGORITHM,
  addToTask,
  admin,
  buildDataset,
  buildEdge,
  buildTask,
  confirmNames,
  keepOnline,
  type Member,
  member,
  movesDuring,
  OPEN,
  OTHER_ALGORITHM,
  signTicket,
  statusOf,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { findDataset } from '../dataset/index.ts'
import { edges } from '../environment/table.ts'
import { describeTask } from './edge-routes.ts'
import { applyGrantNotice } from './grant-notices.ts'
import { adoptHiddenDataset } from './offer-dataset.ts'
import { listTicketsOfRun } from './queries.ts'
import { registration, task } from './table.ts'

const ALL_WELL = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' } as const
const localTask = { name: 'heart', description: 'about hearts', visibility: 'public' } as const
const newTask = { ...localTask, researchType: 'federated' } as const

async function kindsOf(world: World, party: TestParty): Promise<string[]> {
  return (await call(world, ListNotifications, {}, admin(party))).result.records.map(({ kind }) => kind)
}

/** Returns the texts of the notices that this party's administrator can read. */
async function textsOf(world: World, party: TestParty): Promise<string[]> {
  return (await call(world, ListNotifications, {}, admin(party))).result.records.map(({ text }) => text)
}

/** Returns the kinds of the notices that this party's administrator has not read. */
async function unreadOf(world: World, party: TestParty): Promise<string[]> {
  return (await call(world, ListNotifications, { isRead: 0 }, admin(party))).result.records.map(({ kind }) => kind)
}

describeOnOne(
  'tasks',
  (at) => {
    describe('creating a task', () => {
      test('makes the creator’s party the initiator of a new task; algorithm and data may be chosen at once', {
        meta: { spec: ['entities.task', 'calls.flJobRecruit/createJob', 'calls.flJobRecruit/queryById'] },
      }, async () => {
        const party = await buildParty(at())
        await keepOnline(at(), party)
        const datasetId = await buildDataset(at(), party)
        const input = { ...newTask, algorithms: [{ name: { en: ALGORITHM } }], registrations: [{ datasetId }] }
        const taskId = (await call(at(), CreateTask, input, admin(party))).result

        const detail = (await call(at(), GetTask, { taskId }, admin(party))).result
        expect(detail).toMatchObject({ role: 'initiator', status: 'recruiting', isComplete: true, rowCount: 40 })
        expect(detail.algorithms).toEqual([expect.objectContaining({ id: ALGORITHM })])
        expect(detail.parameters).toEqual({ learning_rate: 0.1, max_iter: 3 })
        expect(detail.abilities).toMatchObject({ start: true, edit: true, join: false })
      })

      test.each([
        ['no name', { name: ' ' }, 'task.name-required'],
        ['a long name', { name: 'x'.repeat(21) }, 'task.name-required'],
        ['a long description', { description: 'x'.repeat(301) }, 'task.description-too-long'],
        ['an unknown algorithm', { algorithms: [{ id: 'nothing' }] }, 'algorithm.not-found'],
        [
          'a parameter out of bounds',
          { algorithms: [{ id: ALGORITHM }], parameters: { max_iter: 0 } },
          'task.parameters-invalid',
        ],
        ['unknown data', { registrations: [{ datasetId: 'none' }] }, 'dataset.not-found'],
      ])(
        'refuses a new task with %s',
        {
          meta: {
            spec: [
              'validation.task-name-description',
              'calls.flJobRecruit/createJob',
              'limits.name-length',
              'limits.description-length',
            ],
          },
        },
        async (_what, more, code) => {
          const party = await buildParty(at())
          await keepOnline(at(), party)
          expect((await call(at(), CreateTask, { ...newTask, ...more }, admin(party))).error).toBe(code)
        },
      )

      test('finds a task by its current name, regardless of case', async () => {
        const party = await buildParty(at())
        await keepOnline(at(), party)
        const taskId = (await call(at(), CreateTask, { ...newTask, name: 'Hearts of May' }, admin(party))).result
        const found = async (name: string) =>
          (await call(at(), ListMyTasks, { name }, admin(party))).result.records.map(({ id }) => id)
        expect(await found('HEARTS')).toEqual([taskId])
        await call(at(), UpdateTask, { taskId, name: 'Lungs of June' }, admin(party))
        expect([await found('hearts'), await found('lungs')]).toEqual([[], [taskId]])
      })

      test.each([
        ['an offline edge', { lastSeen: null }, 'edge, supernode, runner, storage, books, pages'],
        ['an edge whose runner failed', { components: { ...ALL_WELL, runner: 'failed' } }, 'runner'],
        ['a starting edge', { components: { ...ALL_WELL, supernode: 'starting' } }, 'supernode'],
        ['an edge whose books failed', { components: { ...ALL_WELL, books: 'failed' } }, 'books'],
        ['an edge whose pages failed', { components: { ...ALL_WELL, pages: 'failed' } }, 'pages'],
      ] as const)(
        'refuses a new task with %s until the edge is healthy',
        { meta: { spec: ['validation.environment-deployed', 'calls.flJobRecruit/createJob'] } },
        async (_what, fields, components) => {
          const party = await buildParty(at())
          await buildEdge(at(), party, fields)
          const refused = await call(at(), CreateTask, newTask, admin(party))
          expect(refused).toMatchObject({ error: 'task.environment', params: { components } })
          expect((await call(at(), ListMyTasks, {}, admin(party))).result.total).toBe(0)
          await buildEdge(at(), party)
          expect((await call(at(), CreateTask, newTask, admin(party))).error).toBeUndefined()
        },
      )

      test('proposes the columns of another task of the party until columns are chosen', {
        meta: { spec: 'screens.training-from-description' },
      }, async () => {
        const { taskId: fromTaskId, members } = await buildTask(at())
        const [first] = members
        const taskId = (await call(at(), CreateTask, { ...newTask, fromTaskId }, admin(first))).result
        const read = async () => (await call(at(), GetTask, { taskId }, admin(first))).result
        expect(await read()).toMatchObject({ columnSelection: null, proposedColumns: ['age', 'chol'] })
        const datasetId = await buildDataset(at(), first)
        const { result } = await call(at(), GetRegistrations, { taskId }, admin(first))
        await call(at(), OfferDataset, { registrationId: result.mine?.id ?? '', datasetId }, admin(first))
        const columnSelection = { columns: ['age'], label: 'sick' }
        await call(at(), UpdateColumnSelection, { taskId, columnSelection }, admin(first))
        expect(await read()).toMatchObject({ columnSelection })
        expect(await read()).not.toHaveProperty('proposedColumns')
      })

      test('refuses to take columns from a task that another party initiated, that is hidden, or that has no columns', {
        meta: { spec: 'screens.training-from-description' },
      }, async () => {
        const { taskId: fromTaskId, members } = await buildTask(at())
        const { taskId: without, members: own } = await buildTask(at(), { columnSelection: null })
        const refused = async (who: Member, from: string) =>
          (await call(at(), CreateTask, { ...newTask, fromTaskId: from }, admin(who))).error
        expect(await refused(members[1], fromTaskId)).toBe('task.initiator-only')
        expect(await refused(own[0], 'nothing')).toBe('task.not-found')
        expect(await refused(own[0], without)).toBe('task.no-columns')
        const { taskId: hidden } = await buildTask(at(), { visibility: 'private' })
        expect(await refused(own[0], hidden)).toBe('task.not-found')
      })

      test('creates a local job as independent research of one party, and returns the type of the task', {
        meta: { spec: 'calls.flJobRecruit/createLocalJob' },
      }, async () => {
        const party = await buildParty(at())
        await keepOnline(at(), party)
        const registrations = [{ datasetId: await buildDataset(at(), party) }]
        const input = { ...localTask, algorithms: [{ id: ALGORITHM }], registrations }
        const taskId = (await call(at(), CreateLocalTask, input, admin(party))).result

        const detail = (await call(at(), GetTask, { taskId }, admin(party))).result
        expect(detail).toMatchObject({
          researchType: 'independent',
          kind: 'local',
          isComplete: true,
          joining: 'closed',
        })
        expect(detail.abilities).toMatchObject({ start: true, invite: false, closeJoining: false })
        expect(detail.algorithms).toEqual([expect.objectContaining({ id: ALGORITHM })])
        const other = await buildParty(at())
        expect((await call(at(), JoinTask, { taskId }, admin(other))).error).toBe('task.joining-closed')
        const card = (await call(at(), ListPoolTasks, { researchType: 'independent' }, admin(other))).result.records
        expect(card.find(({ id }) => id === taskId)).toMatchObject({ kind: 'local', partyCount: 1 })
      })

      test('returns type 4 for a local task and 1 for a federated task', {
        meta: { spec: 'entities.task' },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const { taskId: alone } = await buildTask(at(), { given: [members[0]], researchType: 'independent' })
        const headers = asUser(members[0].admin, members[0])
        const types = async (path: string) =>
          (await at().app.inject({ url: `${at().settings.PREFIX}${path}`, headers })).json().result
        expect(await types(`${GetTask.path}?id=${taskId}`)).toMatchObject({ jobType: 1, flType: 1 })
        expect(await types(`${GetTask.path}?id=${alone}`)).toMatchObject({ jobType: 2, flType: 4 })
        const rows: { id: string; flType: number }[] = (await types(ListMyTasks.path)).records
        expect(new Map(rows.map(({ id, flType }) => [id, flType]))).toEqual(
          new Map([
            [taskId, 1],
            [alone, 4],
          ]),
        )
      })

      test('lists a local task in “my tasks” only for its creator and its party’s administrators', {
        meta: { spec: 'calls.flJobRecruit/createLocalJob' },
      }, async () => {
        const [party, stranger] = [await buildParty(at()), await buildParty(at())]
        await keepOnline(at(), party)
        const second = await buildUser(at())
        await addMember(at(), party.partyId, second)
        const secret = { ...localTask, visibility: 'private' as const }
        const taskId = (await call(at(), CreateLocalTask, secret, member(party))).result
        const sees = async (as: { user: TestUser; party: TestParty }) =>
          (await call(at(), ListMyTasks, { type: 'TRAIN' }, as)).result.records.map(({ id }) => id)
        expect(await sees(member(party))).toEqual([taskId])
        expect(await sees(admin(party))).toEqual([taskId])
        expect(await sees({ user: second, party })).toEqual([])
        expect(await sees(admin(stranger))).toEqual([])
        expect((await call(at(), GetTask, { taskId }, admin(stranger))).error).toBe('task.private')
      })

      test('refuses the visibility “by invitation” for independent research, at creation and later', {
        meta: { spec: 'validation.task-permission-options' },
      }, async () => {
        const party = await buildParty(at())
        await keepOnline(at(), party)
        const byInvitation = { ...localTask, visibility: 'invite-only' as const }
        const refused = await call(at(), CreateLocalTask, byInvitation, admin(party))
        expect(refused).toMatchObject({ error: 'task.visibility-alone' })
        const older = { ...byInvitation, researchType: 'independent' as const }
        expect((await call(at(), CreateTask, older, admin(party))).error).toBe('task.visibility-alone')
        expect((await call(at(), ListMyTasks, {}, admin(party))).result.total).toBe(0)
        const taskId = (await call(at(), CreateLocalTask, localTask, admin(party))).result
        const later = await call(at(), UpdateTask, { taskId, visibility: 'invite-only' }, admin(party))
        expect(later.error).toBe('task.visibility-alone')
        expect((await call(at(), UpdateTask, { taskId, visibility: 'private' }, admin(party))).error).toBeUndefined()
      })

      test('lets only members of a party create a local job for it', {
        meta: { spec: 'calls.flJobRecruit/createLocalJob' },
      }, async () => {
        const [party, other] = [await buildParty(at()), await buildParty(at())]
        await keepOnline(at(), party)
        const make = async (input: typeof localTask & { partyId?: string }, as: Parameters<typeof call>[3]) =>
          (await call(at(), CreateLocalTask, input, as)).error
        expect(await make({ ...localTask, partyId: other.partyId }, admin(party))).toBe('party.not-member')
        expect(await make(localTask, { user: party.admin, party: other })).toBe('party.not-member')
        expect(await make(localTask, { user: await buildUser(at()) })).toBe('party.required')
        expect(await make(localTask, admin(other))).toBe('task.environment')
      })

      test('refuses a new task of a party without an edge', {
        meta: { spec: 'validation.environment-deployed' },
      }, async () => {
        const refused = await call(at(), CreateTask, newTask, admin(await buildParty(at())))
        expect(refused.error).toBe('task.environment')
      })

      test('refuses to create a task with another party’s data, for another party, or by a user without a party', {
        meta: { spec: ['roles.tourist-create-task', 'errors.party-required'] },
      }, async () => {
        const [party, other] = [await buildParty(at()), await buildParty(at())]
        await keepOnline(at(), party)
        const registrations = [{ datasetId: await buildDataset(at(), other) }]
        expect((await call(at(), CreateTask, { ...newTask, registrations }, admin(party))).error).toBe(
          'dataset.not-found',
        )
        const foreign = { ...newTask, partyId: other.partyId }
        expect((await call(at(), CreateTask, foreign, admin(party))).error).toBe('party.not-member')
        expect((await call(at(), CreateTask, newTask, { user: party.admin, party: other })).error).toBe(
          'party.not-member',
        )
        expect((await call(at(), CreateTask, newTask, { user: await buildUser(at()) })).error).toBe('party.required')
      })
    })

    describe('the plan of a task', () => {
      test('makes tickets stale and notifies the parties after each change of the plan, and allows no change after the start', {
        meta: { spec: 'calls.flJobRecruit/update' },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        await signTicket(at(), taskId, second)
        const grantOf = async () => (await call(at(), GetRegistrations, { taskId }, admin(second))).result.mine?.grant
        expect(await grantOf()).toBe('signed')

        const change = { taskId, parameters: { max_iter: 7 } }
        expect((await call(at(), UpdateTask, change, admin(first))).result.parameters).toMatchObject({ max_iter: 7 })
        expect(await grantOf()).toBe('stale')
        expect(await kindsOf(at(), second)).toEqual(['task.plan-changed'])

        await call(at(), UpdateTask, { taskId, description: 'other words' }, admin(first))
        expect(await kindsOf(at(), second)).toEqual(['task.plan-changed'])
        const other = await call(at(), UpdateTask, { taskId, algorithmId: OTHER_ALGORITHM }, admin(first))
        expect(other.result.parameters).toEqual({ learning_rate: 0.1, max_iter: 3 })
      })

      test('accepts only columns of the initiator’s data', {
        meta: { spec: ['roles.initiator-algorithm', 'calls.flJobRecruit/update_column_and_feature'] },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const select = (columns: string[], label: string, who = admin(members[0])) =>
          call(at(), UpdateColumnSelection, { taskId, columnSelection: { columns, label } }, who)
        expect((await select(['age'], 'sick')).result.columnSelection).toEqual({ columns: ['age'], label: 'sick' })
        expect((await select(['age', 'sick'], 'sick')).error).toBe('task.label-in-features')
        expect((await select(['weight'], 'sick')).params).toEqual({ column: 'weight' })
        expect((await select(['age'], 'sick', admin(members[1]))).error).toBe('task.initiator-only')
        expect((await select(['age'], 'sick', member(members[0]))).error).toBe('task.not-allowed')
      })

      test('allows no change of the plan after training has started', async () => {
        const { taskId, members } = await buildTask(at(), { status: 'training' })
        const change = { taskId, parameters: { max_iter: 7 } }
        expect((await call(at(), UpdateTask, change, admin(members[0]))).error).toBe('task.not-recruiting')
      })
    })

    describe('joining a task', () => {
      test('lets a party join a public task at once, and only once', {
        meta: { spec: ['states.task-recruiting', 'states.task-permission-public', 'calls.flJobRecruit/regist'] },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, parties: 1 })
        const party = await buildParty(at())
        const joined = await call(at(), JoinTask, { taskId }, admin(party))
        expect(joined.result).toMatchObject({ status: 'joined', role: 'participant', partyId: party.partyId })
        expect((await call(at(), JoinTask, { taskId }, admin(party))).error).toBe('task.already-joined')
        expect(await kindsOf(at(), members[0])).toEqual(['task.joined'])
        expect(await textsOf(at(), members[0])).toEqual([`${party.nameEn} has joined the task “task”.`])
      })

      test('lets a party apply to join, and only the initiator decide, once', {
        meta: {
          spec: [
            'states.registration-status',
            'states.task-permission-application',
            'roles.initiator-approve',
            'calls.flJobRecruit/checkRegist',
          ],
        },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
        const party = await buildParty(at())
        const applied = await call(at(), JoinTask, { taskId, note: 'please' }, admin(party))
        expect(applied.result).toMatchObject({ status: 'applying', note: 'please' })
        expect(await kindsOf(at(), members[0])).toEqual(['task.join-requested'])
        expect(await textsOf(at(), members[0])).toEqual([expect.stringContaining(party.nameEn)])
        const registrationId = applied.result.id

        const approve = { registrationId, verdict: 'approve' } as const
        expect((await call(at(), ReviewApplication, approve, admin(party))).error).toBe('task.initiator-only')
        expect((await call(at(), ReviewApplication, approve, admin(members[1]))).error).toBe('task.initiator-only')
        expect((await call(at(), ReviewApplication, approve, member(members[0]))).error).toBe('task.not-allowed')
        const seen = await call(at(), GetRegistrations, { taskId }, admin(members[1]))
        expect(seen.result.applications).toEqual([])

        expect((await call(at(), ReviewApplication, approve, admin(members[0]))).error).toBeUndefined()
        expect((await call(at(), ReviewApplication, approve, admin(members[0]))).error).toBe('registration.decided')
        expect(await kindsOf(at(), party)).toEqual(['task.join-approved'])
        expect(await unreadOf(at(), members[0])).toEqual([])
        const mine = (await call(at(), GetRegistrations, { taskId }, admin(party))).result.mine
        expect(mine).toMatchObject({ status: 'joined', grant: 'none' })
      })

      test('refuses a decision about an application that was withdrawn or replaced by joining with a code', async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
        const [party, hurried] = [await buildParty(at()), await buildParty(at())]
        const registrationId = (await call(at(), JoinTask, { taskId }, admin(party))).result.id
        expect(await unreadOf(at(), members[0])).toEqual(['task.join-requested'])
        await call(at(), QuitTask, { registrationId }, admin(party))
        expect(await unreadOf(at(), members[0])).toEqual(['task.quit'])

        await call(at(), JoinTask, { taskId }, admin(hurried))
        const inviteCode = (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
        await call(at(), JoinByCode, { inviteCode }, admin(hurried))
        expect(await unreadOf(at(), members[0])).toEqual(['task.joined', 'task.quit'])
      })

      test('closes the applications to a disbanded task', async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
        await call(at(), JoinTask, { taskId }, admin(await buildParty(at())))
        await call(at(), QuitTask, { registrationId: members[0].registrationId }, admin(members[0]))
        expect(await unreadOf(at(), members[0])).toEqual([])
      })

      test('returns status 2 for a rejected application, notifies the applicant, and allows another application', {
        meta: { spec: ['states.registration-status', 'roles.initiator-approve', 'calls.flJobRecruit/checkRegist'] },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
        const party = await buildParty(at())
        const { id } = (await call(at(), JoinTask, { taskId }, admin(party))).result
        const review = (checkStatus: string, who = members[0]) =>
          at().app.inject({
            method: 'POST',
            url: `${at().settings.PREFIX}${ReviewApplication.path}`,
            headers: { ...asUser(who.admin, who), 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams({ registId: id, checkStatus }).toString(),
          })
        expect((await review('3')).statusCode).toBe(400)
        expect((await review('2', members[1])).json().error).toBe('task.initiator-only')
        expect((await review('2')).json()).toMatchObject({ success: true, code: 200 })
        expect((await review('1')).json().error).toBe('registration.decided')
        expect(await kindsOf(at(), party)).toEqual(['task.join-rejected'])
        const { joined, mine, applications } = (await call(at(), GetRegistrations, { taskId }, admin(members[0])))
          .result
        expect(joined.registrations.map(({ partyId }) => partyId)).not.toContain(party.partyId)
        expect([mine?.role, applications]).toEqual(['initiator', []])
        expect((await call(at(), JoinTask, { taskId }, admin(party))).result).toMatchObject({ status: 'applying' })
      })

      test('refuses to let a tourist join, at once or with a code', {
        meta: { spec: 'calls.flJobRecruit/joinJob' },
      }, async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        const tourist = { user: await buildUser(at()) }
        expect((await call(at(), JoinTask, { taskId }, tourist)).error).toBe('party.required')
        const inviteCode = (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
        expect((await call(at(), JoinByCode, { inviteCode }, tourist)).error).toBe('party.required')
        const { joined } = (await call(at(), GetRegistrations, { taskId }, admin(members[0]))).result
        expect(joined.registrations).toHaveLength(2)
        // The refused attempt does not use up the invitation code.
        const party = await buildParty(at())
        expect((await call(at(), JoinByCode, { inviteCode }, admin(party))).result).toMatchObject({ status: 'joined' })
      })

      test('hides a private task and refuses applications to it, but accepts a code', {
        meta: { spec: 'states.task-permission-private' },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'private', parties: 1 })
        const party = await buildParty(at())
        expect((await call(at(), GetTask, { taskId }, admin(party))).error).toBe('task.private')
        expect((await call(at(), JoinTask, { taskId }, admin(party))).error).toBe('task.private')

        const inviteCode = (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
        expect(inviteCode).toMatch(/^\d{8}$/)
        expect((await call(at(), JoinByCode, { inviteCode }, admin(party))).result).toMatchObject({ status: 'joined' })
        const another = await buildParty(at())
        expect((await call(at(), JoinByCode, { inviteCode }, admin(another))).error).toBe('invite.invalid')
      })

      test('lets only the initiator create invitation codes, which expire after seven days', {
        meta: { spec: ['roles.initiator-invite', 'calls.flJobRecruit/inviteCode'] },
      }, async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        expect((await call(at(), CreateTaskInvite, { taskId }, admin(members[1]))).error).toBe('task.initiator-only')
        const newCode = async () => (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
        const [inviteCode, unused] = [await newCode(), await newCode()]
        const joined = await call(at(), JoinByCode, { inviteCode }, admin(members[1]))
        expect(joined.error).toBe('task.already-joined')

        at().clock.advance(7 * DAY_MS - MINUTE_MS)
        const early = await buildParty(at())
        expect((await call(at(), JoinByCode, { inviteCode }, admin(early))).result).toMatchObject({ status: 'joined' })
        at().clock.advance(2 * MINUTE_MS)
        const late = await buildParty(at())
        expect((await call(at(), JoinByCode, { inviteCode: unused }, admin(late))).error).toBe('invite.invalid')
      })

      test('refuses to let a party join after joining is closed: directly, with a code, or through a pending application', async () => {
        const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
        const [party, other] = [await buildParty(at()), await buildParty(at())]
        const { id } = (await call(at(), JoinTask, { taskId }, admin(party))).result
        const inviteCode = (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
        await call(at(), CloseJoining, { taskId }, admin(members[0]))

        const approve = { registrationId: id, verdict: 'approve' } as const
        for (const answer of [
          await call(at(), JoinTask, { taskId }, admin(other)),
          await call(at(), JoinByCode, { inviteCode }, admin(other)),
          await call(at(), ReviewApplication, approve, admin(members[0])),
          await call(at(), CreateTaskInvite, { taskId }, admin(members[0])),
        ]) {
          expect(answer.error).toBe('task.joining-closed')
        }
        const reject = { registrationId: id, verdict: 'reject' } as const
        expect((await call(at(), ReviewApplication, reject, admin(members[0]))).error).toBeUndefined()
      })

      test.each(['training', 'completed', 'failed', 'stopped', 'disbanded'] as const)(
        'refuses to join a task that is %s',
        { meta: { spec: 'errors.task-already-started' } },
        async (status) => {
          const { taskId } = await buildTask(at(), { status })
          const party = await buildParty(at())
          expect((await call(at(), JoinTask, { taskId }, admin(party))).error).toBe('task.not-recruiting')
        },
      )
    })

    describe('closing joining', () => {
      const taskOf = async (taskId: string, party: Member) =>
        (await call(at(), GetTask, { taskId }, admin(party))).result
      const mineOf = async (taskId: string, party: Member) =>
        (await call(at(), GetRegistrations, { taskId }, admin(party))).result.mine
      /** Stores a signed ticket in the way the party's edge would report it. */
      const sign = async (taskId: string, party: Member) => {
        const { planHash } = await taskOf(taskId, party)
        const notice = { id: newId(), taskId, planHash: planHash ?? '', datasetId: party.datasetId, rowCount: 40 }
        const ticketNotice = { ...notice, expiryTime: '2099-01-01T00:00:00Z', withdrawn: false, roundsLeft: 3 }
        await at().db.transaction((tx) => applyGrantNotice(at().app.training.deps, tx, party.partyId, ticketNotice))
      }

      test('names the joined parties with their keys when joining is closed, and has no plan to sign before that', async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        const [first, second] = members
        const { deps } = at().app.training
        expect(await taskOf(taskId, second)).toMatchObject({ planHash: null, joining: 'open', fewest: null })
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'none', staleBecause: [] })
        await expect(describeTask(deps, taskId, second.partyId)).rejects.toMatchObject({ code: 'task.joining-open' })

        const closed = (await call(at(), CloseJoining, { taskId }, admin(first))).result
        expect(closed).toMatchObject({ joining: 'closed', fewest: 2, planHash: expect.any(String) })
        expect(closed.abilities).toMatchObject({ closeJoining: false, reopenJoining: true, invite: false })
        expect(await kindsOf(at(), second)).toEqual(['task.joining-closed'])
        const key = sha256('')
        const parties = [first.partyId, second.partyId].toSorted().map((partyId) => ({ partyId, key }))
        const { plan } = await describeTask(deps, taskId, second.partyId)
        expect(plan).toMatchObject({ parties, fewest: 2, seed: expect.stringMatching(/^[0-9a-f]{32}$/) })
        expect((await call(at(), CloseJoining, { taskId }, admin(first))).error).toBe('task.joining-closed')
      })

      test.each([
        ['a participant', 1, 'admin', 'task.initiator-only'],
        ['a colleague of the initiator', 0, 'member', 'task.not-allowed'],
      ] as const)('refuses to close or reopen joining at the request of %s', async (_who, index, as, code) => {
        for (const [endpoint, fields] of [
          [CloseJoining, OPEN],
          [ReopenJoining, {}],
        ] as const) {
          const { taskId, members } = await buildTask(at(), fields)
          const who = as === 'admin' ? admin(members[index]) : member(members[index])
          expect((await call(at(), endpoint, { taskId }, who)).error).toBe(code)
          expect((await taskOf(taskId, members[0])).joining).toBe(endpoint === CloseJoining ? 'open' : 'closed')
        }
      })

      test('refuses to close joining with one party, or with a minimum below two or above the number of parties', async () => {
        const alone = await buildTask(at(), { ...OPEN, parties: 1 })
        const close = (taskId: string, party: Member, fewest?: number) =>
          call(at(), CloseJoining, { taskId, ...(fewest === undefined ? {} : { fewest }) }, admin(party))
        expect((await close(alone.taskId, alone.members[0])).error).toBe('task.too-few-parties')
        const { taskId, members } = await buildTask(at(), { ...OPEN, parties: 3 })
        expect((await close(taskId, members[0], 1)).error).toBe('task.fewest-invalid')
        expect((await close(taskId, members[0], 4)).error).toBe('task.fewest-invalid')
        expect((await close(taskId, members[0], 2)).result).toMatchObject({ fewest: 2, waitMinutes: WAIT_MINUTES })
      })

      test('stores in the plan a waiting time of 1 to 60 minutes, except the default of 10', async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        const close = (waitMinutes: number) => call(at(), CloseJoining, { taskId, waitMinutes }, admin(members[0]))
        for (const waitMinutes of [0, 61]) expect((await close(waitMinutes)).error).toBe('task.wait-invalid')
        expect((await close(45)).result).toMatchObject({ waitMinutes: 45 })
        const { deps } = at().app.training
        const planNow = async () => (await describeTask(deps, taskId, members[1].partyId)).plan
        expect(await planNow()).toMatchObject({ waitMinutes: 45 })
        const other = (await taskOf(taskId, members[0])).planHash
        const reopened = (await call(at(), ReopenJoining, { taskId }, admin(members[0]))).result
        expect(reopened.waitMinutes).toBeNull()
        await close(10)
        expect(await planNow()).not.toHaveProperty('waitMinutes')
        expect((await taskOf(taskId, members[0])).planHash).not.toBe(other)
      })

      test('voids signed tickets after joining was reopened, with the same parties and with another party', {
        meta: { spec: 'states.joining-closed-reopened' },
      }, async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        const [first, second] = members
        await call(at(), CloseJoining, { taskId }, admin(first))
        await sign(taskId, second)
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'signed', staleBecause: [] })

        await call(at(), ReopenJoining, { taskId }, admin(first))
        const void1 = { grant: 'stale', staleBecause: ['parties'] }
        expect(await mineOf(taskId, second)).toMatchObject(void1)
        expect(await kindsOf(at(), second)).toEqual(['task.joining-reopened', 'task.joining-closed'])
        expect((await call(at(), ReopenJoining, { taskId }, admin(first))).error).toBe('task.joining-open')
        await call(at(), CloseJoining, { taskId }, admin(first))
        expect(await mineOf(taskId, second)).toMatchObject(void1)

        await sign(taskId, second)
        await call(at(), ReopenJoining, { taskId }, admin(first))
        await call(at(), JoinTask, { taskId }, admin(await buildParty(at())))
        await call(at(), CloseJoining, { taskId }, admin(first))
        expect(await mineOf(taskId, second)).toMatchObject(void1)
      })

      test('reopens joining when a party leaves, and makes tickets stale when an edge’s key changes', async () => {
        const { taskId, members } = await buildTask(at(), { parties: 3 })
        const [first, second, third] = members as unknown as [Member, Member, Member]
        await sign(taskId, second)
        await at().db.update(edges).set({ linkPublicKey: 'other' }).where(eq(edges.partyId, third.partyId))
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'stale', staleBecause: ['parties'] })
        await sign(taskId, second)

        await call(at(), QuitTask, { registrationId: third.registrationId }, admin(third))
        expect(await taskOf(taskId, first)).toMatchObject({ joining: 'open', planHash: null, partyCount: 2 })
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'stale', staleBecause: ['parties'] })
        expect(await kindsOf(at(), second)).toEqual(['task.joining-reopened'])
      })

      test('reports every other change of the plan as the reason why tickets are stale', async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        await sign(taskId, second)
        await call(at(), UpdateTask, { taskId, parameters: { learning_rate: 0.5, max_iter: 3 } }, admin(first))
        const columnSelection = { columns: ['age'], label: 'sick' }
        await call(at(), UpdateColumnSelection, { taskId, columnSelection }, admin(first))
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'stale', staleBecause: ['plan'] })
        const columns = [{ name: 'age', kind: 'number' as const }]
        for (const member of members) await confirmNames(at(), taskId, member, { columns })
        const staleBecause = ['columns', 'parameters.learning_rate']
        expect(await mineOf(taskId, second)).toMatchObject({ grant: 'stale', staleBecause })
      })

      test('names only the party itself in the plan of independent research, and refuses to close or reopen joining', async () => {
        const { taskId, members } = await buildTask(at(), {
          ...OPEN,
          parties: 1,
          researchType: 'independent',
          seed: 'seed',
        })
        const [first] = members
        const { plan } = await describeTask(at().app.training.deps, taskId, first.partyId)
        expect(plan).toMatchObject({ parties: [{ partyId: first.partyId, key: sha256('') }], fewest: 1, seed: 'seed' })
        for (const endpoint of [CloseJoining, ReopenJoining]) {
          expect((await call(at(), endpoint, { taskId }, admin(first))).error).toBe('task.not-allowed')
        }
      })
    })

    describe('leaving a task', () => {
      test('lets a participant cancel only its own registration, and join again', {
        meta: { spec: ['states.registration-rejected', 'roles.participant-quit', 'calls.flJobRecruit/exitRegist'] },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        const { registrationId } = second
        expect((await call(at(), QuitTask, { registrationId }, admin(first))).error).toBe('task.not-allowed')
        expect((await call(at(), QuitTask, { registrationId }, member(second))).error).toBe('task.not-allowed')
        expect((await call(at(), QuitTask, { registrationId }, admin(second))).error).toBeUndefined()
        expect(await kindsOf(at(), first)).toEqual(['task.quit'])
        const again = await call(at(), JoinTask, { taskId }, admin(second))
        expect(again.result).toMatchObject({ status: 'joined', datasetId: null })
      })

      test('lets the initiator disband the task', {
        meta: { spec: ['states.task-disbanded', 'states.quit-disband-recruiting', 'roles.initiator-disband'] },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const { registrationId } = members[0]
        expect((await call(at(), QuitTask, { registrationId }, admin(members[0]))).error).toBeUndefined()
        expect(await statusOf(at(), taskId)).toBe('disbanded')
        expect(await kindsOf(at(), members[1])).toEqual(['task.disbanded'])
      })

      test.each([
        ['training', 0, 'task.disband-training'],
        ['training', 1, 'task.quit-training'],
        ['completed', 0, 'task.disband-finished'],
        ['failed', 1, 'task.quit-finished'],
        ['stopped', 1, 'task.quit-finished'],
      ] as const)(
        'while the task is %s, tells member %i why it cannot be left or disbanded',
        { meta: { spec: ['states.quit-disband-blocked', 'errors.disband-quit-blocked'] } },
        async (status, index, code) => {
          const { members } = await buildTask(at(), { status })
          const party = members[index]
          const left = await call(at(), QuitTask, { registrationId: party.registrationId }, admin(party))
          expect(left.error).toBe(code)
        },
      )

      test('lets only the initiator delete a task, after it has ended', {
        meta: { spec: ['states.task-deletable', 'roles.initiator-disband', 'calls.flJobRecruit/delete'] },
      }, async () => {
        const open = await buildTask(at())
        const remove = (taskId: string, who: ReturnType<typeof admin>) => call(at(), DeleteTask, { taskId }, who)
        expect((await remove(open.taskId, admin(open.members[0]))).error).toBe('task.delete-unfinished')
        const { taskId, members } = await buildTask(at(), { status: 'completed' })
        expect((await remove(taskId, admin(members[1]))).error).toBe('task.initiator-only')
        expect((await remove(taskId, member(members[0]))).error).toBe('task.not-allowed')
        expect((await remove(taskId, admin(members[0]))).error).toBeUndefined()
        expect((await call(at(), GetTask, { taskId }, admin(members[0]))).error).toBe('task.not-found')
      })
    })

    describe('offering data to a task', () => {
      test('accepts only the party’s own data, for its own registration', {
        meta: { spec: ['roles.participant-data', 'calls.flJobRecruit/updateData'] },
      }, async () => {
        const { members } = await buildTask(at())
        const [first, second] = members
        const own = await buildDataset(at(), second)
        const offer = (registrationId: string, datasetId: string, who = admin(second)) =>
          call(at(), OfferDataset, { registrationId, datasetId }, who)
        expect((await offer(second.registrationId, first.datasetId)).error).toBe('dataset.not-found')
        expect((await offer(first.registrationId, own)).error).toBe('task.not-allowed')
        expect((await offer(second.registrationId, own)).result).toMatchObject({ datasetId: own })
      })

      test('shows the initiator’s data to parties of the task, without a right to its rows', {
        meta: { spec: 'calls.flJobRecruit/queryFlJobDataInfo' },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { visibility: 'private' })
        const [first, second] = members
        const ask = (id: string, who: Parameters<typeof call>[3]) =>
          call(at(), GetInitiatorDataset, { taskId: id }, who)
        const own = (await ask(taskId, admin(first))).result
        expect(own).toMatchObject({ id: first.datasetId, columns: ['age', 'chol', 'sick'], rowCount: 40 })
        expect(own?.abilities.readRows).toBe(true)
        const seen = (await ask(taskId, admin(second))).result
        expect(seen).toMatchObject({ id: first.datasetId, abilities: { readRows: false, delete: false } })
        expect((await ask(taskId, admin(await buildParty(at())))).error).toBe('task.private')
        expect((await ask('none', admin(first))).error).toBe('task.not-found')

        await at().db.update(registration).set({ datasetId: null }).where(eq(registration.id, first.registrationId))
        expect((await ask(taskId, admin(second))).result).toBeNull()
      })

      test('hides data shared with one user from readers outside a public task', async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        const secret = { sharing: 'person', name: 'secret cohort', columns: ['age', 'hiv'] } as const
        const datasetId = await buildDataset(at(), first, { ...secret, columns: [...secret.columns] })
        const offer = { registrationId: first.registrationId, datasetId }
        expect((await call(at(), OfferDataset, offer, admin(first))).error).toBeUndefined()
        const outsider = await buildParty(at())
        const theirs = await buildDataset(at(), outsider)

        for (const who of [admin(outsider), { user: await buildUser(at()) }]) {
          const shown = (await call(at(), GetRegistrations, { taskId }, who)).result
          expect(shown.joined.registrations[0]).toMatchObject({ datasetId, datasetName: null, rowCount: 40 })
          expect(JSON.stringify([shown, (await call(at(), ListHotTasks, {}, who)).result])).not.toMatch(/secret|hiv/)
        }
        const { records } = (await call(at(), ListMyActivity, { id: taskId }, admin(outsider))).result
        expect(records).toMatchObject([{ opType: 'upload-data' }])
        expect(JSON.stringify(records)).not.toContain('secret')
        expect((await call(at(), GetInitiatorDataset, { taskId }, admin(outsider))).result).toBeNull()
        const compared = await call(at(), ListFormatDifferences, { taskId, datasetId: theirs }, admin(outsider))
        expect(compared.error).toBe('dataset.not-found')

        const { joined } = (await call(at(), GetRegistrations, { taskId }, admin(second))).result
        expect(joined.registrations[0]?.datasetName).toBe('secret cohort')
        const inside = await call(at(), GetInitiatorDataset, { taskId }, admin(second))
        expect(inside.result?.columns).toEqual(['age', 'hiv'])
      })

      test('notifies the consoles of all parties that data were offered, whichever way they were offered', async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        const partyIds = [first.partyId, second.partyId].sort()
        const datasetId = await buildDataset(at(), second)
        const offered = await movesDuring(at(), taskId, () =>
          call(at(), OfferDataset, { registrationId: second.registrationId, datasetId }, admin(second)),
        )
        expect(offered.map((moved) => ({ ...moved, partyIds: moved.partyIds.sort() }))).toEqual([
          { taskId, seq: 0, partyIds },
        ])

        const hidden = await findDataset(at().db, await buildDataset(at(), second, { taskId, parentId: datasetId }))
        if (!hidden) throw new Error('no dataset')
        const adopted = await movesDuring(at(), taskId, () =>
          at().db.transaction((tx) => adoptHiddenDataset(at().app.training.deps, tx, hidden)),
        )
        expect(adopted).toMatchObject([{ seq: 0 }])
      })

      test('notifies the consoles of all parties of the task’s new name, and requires no new signature', async () => {
        const { taskId, members } = await buildTask(at())
        const renamed = await movesDuring(at(), taskId, () =>
          call(at(), UpdateTask, { taskId, name: 'lungs' }, admin(members[0])),
        )
        expect(renamed).toMatchObject([{ seq: 0 }])
        expect(await kindsOf(at(), members[1])).toEqual([])
      })

      test('keeps rows that were selected at the edge when other data are offered', {
        meta: { spec: 'calls.flJobRecruit/updateData' },
      }, async () => {
        const { taskId, members } = await buildTask(at())
        const [, second] = members
        const hidden = await buildDataset(at(), second, { taskId, parentId: second.datasetId })
        const row = await findDataset(at().db, hidden)
        if (!row) throw new Error('no dataset')
        const training = at().app.training
        await at().db.transaction((tx) => adoptHiddenDataset(training.deps, tx, row))

        const { registrationId, datasetId } = second
        const offered = await call(at(), OfferDataset, { registrationId, datasetId }, admin(second))
        expect(offered.result.datasetId).toBe(hidden)
      })
    })

    describe('readiness of a party', () => {
      test.each([
        ['ticket and edge', true, true, { data: true, environment: true }, 'signed'],
        ['no ticket', false, true, { data: false, environment: true }, 'missing'],
        ['no edge', true, false, { data: true, environment: false }, 'signed'],
      ])(
        'shows whether a party is ready to train: %s',
        { meta: { spec: ['states.environment-status', 'calls.flJobRecruit/queryFlJobRegistByMainId'] } },
        async (_what, hasTicket, hasEdge, readiness, grant) => {
          const { taskId, members } = await buildTask(at(), { parties: 1 })
          if (hasTicket) await signTicket(at(), taskId, members[0])
          if (!hasEdge) await buildEdge(at(), members[0], { lastSeen: null })
          const mine = (await call(at(), GetRegistrations, { taskId }, admin(members[0]))).result.mine
          expect(mine).toMatchObject({ readiness, grant, isOnline: hasEdge })
        },
      )

      const codes = [codeHashOf(ALGORITHM)]
      test.each([
        ['has the code', { version: VERSION, codes }, 'known'],
        ['has the code in another version', { version: '9.9.9', codes }, 'known'],
        ['is older', { version: '2.0.0', codes: ['x'] }, 'edge-older'],
        ['is newer', { version: '99.0.0', codes: ['x'] }, 'platform-older'],
        ['was built from other code', { version: VERSION, codes: ['x'] }, 'other'],
      ])('compares the code of an edge that %s', async (_what, installation, edgeCode) => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        await signTicket(at(), taskId, second)
        await buildEdge(at(), second, { installation })
        // The initiator sees the same about the other party as that party sees about itself.
        const others = (await call(at(), GetRegistrations, { taskId }, admin(first))).result.joined.registrations
        const mine = (await call(at(), GetRegistrations, { taskId }, admin(second))).result.mine
        const environment = edgeCode === 'known'
        expect(mine).toMatchObject({ edgeCode, readiness: { data: true, environment }, isOnline: true })
        expect(others.find(({ partyId }) => partyId === second.partyId)).toMatchObject({
          edgeCode,
          readiness: { data: true, environment },
        })
      })

      test('does not compare code before an algorithm is chosen, or with an edge that never connected', async () => {
        const { taskId, members } = await buildTask(at(), { parties: 1, algorithmId: null })
        const edgeCode = async () =>
          (await call(at(), GetRegistrations, { taskId }, admin(members[0]))).result.mine?.edgeCode
        expect(await edgeCode()).toBeNull()
        await at().db.update(task).set({ algorithmId: ALGORITHM }).where(eq(task.id, taskId))
        expect(await edgeCode()).toBe('known')
        await buildEdge(at(), members[0], { lastSeen: null, installation: null })
        expect(await edgeCode()).toBeNull()
      })

      test('withdraws a ticket as soon as the edge reports the withdrawal', async () => {
        const { taskId, members } = await buildTask(at())
        const [first, second] = members
        const id = await signTicket(at(), taskId, second)
        const detail = (await call(at(), GetTask, { taskId }, admin(second))).result
        const notice = {
          id,
          taskId,
          planHash: detail.planHash ?? '',
          datasetId: second.datasetId,
          rowCount: 40,
          expiryTime: '2099-01-01T00:00:00Z',
          withdrawn: true,
        }
        const { deps } = at().app.training
        await at().db.transaction((tx) => applyGrantNotice(deps, tx, second.partyId, notice))
        const mine = (await call(at(), GetRegistrations, { taskId }, admin(second))).result.mine
        expect(mine).toMatchObject({ grant: 'withdrawn', readiness: { data: false } })
        expect(await kindsOf(at(), first)).toEqual(['grant.withdrawn'])
      })
    })

    test('requires a new signature for the next run if a ticket was used, but not while a run is active', async () => {
      const { taskId, members } = await buildTask(at(), { status: 'training' })
      const [, second] = members
      const { planHash } = (await call(at(), GetTask, { taskId }, admin(second))).result
      const notice = {
        id: newId(),
        taskId,
        planHash: planHash ?? '',
        datasetId: second.datasetId,
        rowCount: 40,
        expiryTime: '2099-01-01T00:00:00Z',
        withdrawn: false,
      }
      const { deps } = at().app.training
      const tell = (more: object) =>
        at().db.transaction((tx) => applyGrantNotice(deps, tx, second.partyId, { ...notice, ...more }))
      const mine = async () => (await call(at(), GetRegistrations, { taskId }, admin(second))).result.mine
      const be = (status: 'failed' | 'recruiting') => at().db.update(task).set({ status }).where(eq(task.id, taskId))

      const ticketsOf = async (runId: string) =>
        (await listTicketsOfRun(at().db, runId, notice.planHash)).map(({ partyId, number }) => [partyId, number])

      await tell({ roundsLeft: 3, number: '0a1b2c3d', runId: null })
      expect(await ticketsOf('run-a')).toEqual([])
      await tell({ roundsLeft: 0, number: '0a1b2c3d', runId: 'run-a' })
      expect([await ticketsOf('run-a'), await ticketsOf('run-b')]).toEqual([[[second.partyId, '0a1b2c3d']], []])
      expect(await mine()).toMatchObject({ grant: 'signed' })
      for (const status of ['failed', 'recruiting'] as const) {
        await be(status)
        expect(await mine()).toMatchObject({ grant: 'stale', staleBecause: ['stages'], readiness: { data: false } })
      }
      await tell({ id: newId(), roundsLeft: 3 })
      expect(await mine()).toMatchObject({ grant: 'signed', readiness: { data: true } })
    })

    describe('the task description that edges request', () => {
      const byPartyId = (one: { partyId: string }, other: { partyId: string }) => (one.partyId < other.partyId ? -1 : 1)

      test('sends the plan and the parties of a task only to edges of its parties', async () => {
        const { taskId, members } = await buildTask(at())
        const { deps } = at().app.training
        const described = await describeTask(deps, taskId, members[0].partyId)
        expect(described.plan).toEqual({
          taskId,
          algorithm: ALGORITHM,
          maxRounds: 3,
          data: {
            kind: 'table',
            columns: [
              { name: 'age', kind: 'number' },
              { name: 'chol', kind: 'number' },
            ],
          },
          target: { kind: 'classes', column: 'sick', classes: ['0', '1'], integral: true },
          parameters: { learning_rate: 0.1, max_iter: 3 },
          parties: members.map(({ partyId }) => ({ partyId, key: sha256('') })).toSorted(byPartyId),
          fewest: 2,
          seed: 'seed',
        })
        expect(described.code).toEqual({ hash: codeHashOf(ALGORITHM), version: VERSION })
        expect(described.parties.map(({ partyId }) => partyId)).toEqual(
          members.map(({ partyId }) => partyId).toSorted(),
        )

        const outsider = await buildParty(at())
        await addToTask(at(), taskId, outsider, { status: 'applying' })
        await expect(describeTask(deps, taskId, outsider.partyId)).rejects.toMatchObject({ code: 'task.not-found' })
      })

      test('sends the description of a task only to an edge that has signed its request', async () => {
        const { taskId } = await buildTask(at())
        for (const url of [`/edge/tasks/${taskId}`, `/edge/algorithms/${ALGORITHM}/code`]) {
          expect((await at().app.inject({ url })).statusCode).toBe(401)
        }
      })
    })

    describe('lists of tasks', () => {
      test('lists no private tasks in the pool, and filters by name', {
        meta: {
          spec: ['states.task-permission-private', 'calls.flJobRecruit/listMyJob', 'calls.flJobRecruit/listAllJob'],
        },
      }, async () => {
        const name = `n${Math.random()}`.slice(0, 12)
        const open = await buildTask(at(), { name, parties: 1 })
        const secret = await buildTask(at(), { name, parties: 1, visibility: 'private' })
        const tourist = { user: await buildUser(at()) }
        const pool = (await call(at(), ListPoolTasks, { name }, tourist)).result
        expect(pool.records.map(({ id }) => id)).toEqual([open.taskId])
        const mine = (await call(at(), ListMyTasks, { name }, admin(secret.members[0]))).result
        expect(mine.records.map(({ id }) => id)).toEqual([secret.taskId])
        const members = (await call(at(), ListMyTasks, {}, member(secret.members[0]))).result
        expect(members.records).toEqual([])
      })

      test('lists hot tasks that still recruit, sorted by joined parties, then by readers, each counted once a day', {
        meta: { spec: 'calls.flJobRecruit/hotJob' },
      }, async () => {
        const [quiet, read] = [
          await buildTask(at(), { parties: 1, ...OPEN }),
          await buildTask(at(), { parties: 1, ...OPEN }),
        ]
        const joined = await buildTask(at(), { parties: 3, ...OPEN })
        for (const party of [quiet, read, read, read].map(({ members }) => members[0])) {
          await call(at(), GetTask, { taskId: quiet.taskId }, admin(quiet.members[0]))
          await call(at(), GetTask, { taskId: read.taskId }, admin(party))
          await call(at(), GetTask, { taskId: read.taskId }, member(party))
        }
        // Tasks that other parties can no longer join, or never could.
        const others = [
          await buildTask(at(), { parties: 3, status: 'completed' }),
          await buildTask(at(), { parties: 3, status: 'training' }),
          await buildTask(at(), { parties: 3 }),
          await buildTask(at(), { parties: 1, researchType: 'independent' }),
          await buildTask(at(), { parties: 3, visibility: 'private', ...OPEN }),
        ]
        const list = (await call(at(), ListHotTasks, { count: 20 }, admin(quiet.members[0]))).result
        const order = list.map(({ task }) => task.id)
        const mine = order.filter((id) => [quiet, read, joined].some(({ taskId }) => taskId === id))
        expect(mine).toEqual([joined.taskId, read.taskId, quiet.taskId])
        for (const { taskId } of others) expect(order).not.toContain(taskId)
      })
    })

    test('sends reminders only between a participant and the initiator', {
      meta: { spec: ['roles.initiator-remind', 'calls.sys/annountCement/sendJobNotic'] },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const toFirst = { whom: 'initiator', id: taskId } as const
      const toSecond = { whom: 'participant', id: second.registrationId } as const
      expect((await call(at(), Remind, toFirst, admin(second))).error).toBeUndefined()
      expect((await call(at(), Remind, toSecond, admin(first))).error).toBeUndefined()
      expect(await kindsOf(at(), first)).toEqual(['task.remind-initiator'])
      expect(await kindsOf(at(), second)).toEqual(['task.remind-participant'])
      const outsider = await buildParty(at())
      expect((await call(at(), Remind, toFirst, admin(outsider))).error).toBe('task.not-allowed')
      expect((await call(at(), Remind, toSecond, admin(second))).error).toBe('task.initiator-only')
    })

    test('sends one reminder if two tabs send it at once, and allows another after a minute', async () => {
      const { taskId, members } = await buildTask(at(), { parties: 3 })
      const [first, second, third] = members as unknown as [TestParty, TestParty, TestParty]
      const remind = (by: TestParty) => call(at(), Remind, { whom: 'initiator', id: taskId }, admin(by))
      const answers = await Promise.all([remind(second), remind(second), remind(third)])
      expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
      expect(await kindsOf(at(), first)).toEqual(['task.remind-initiator', 'task.remind-initiator'])
      at().clock.advance(60_000)
      await remind(second)
      expect(await kindsOf(at(), first)).toHaveLength(3)
    })

    test('limits reminders between two parties to five an hour, whichever task, role or id they use', {
      meta: { spec: 'calls.sys/annountCement/sendJobNotic' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const others = await Promise.all([0, 1, 2].map(() => buildTask(at(), { partyId: first.partyId })))
      const ids = [second.registrationId]
      for (const other of others) {
        await addToTask(at(), other.taskId, first, { role: 'initiator' })
        ids.push(await addToTask(at(), other.taskId, second))
      }
      const errors: (string | undefined)[] = []
      for (const id of [...ids, ...ids]) {
        // The clock is advanced, so that the reminders do not count as repeated.
        if (errors.length === ids.length) at().clock.advance(60_000)
        const request = { whom: 'participant', id } as const
        errors.push((await call(at(), Remind, request, errors.length % 2 ? admin(first) : member(first))).error)
      }
      expect(errors.filter((error) => error === undefined)).toHaveLength(5)
      expect(new Set(errors.slice(5))).toEqual(new Set(['request.too-many']))
      expect((await kindsOf(at(), second)).filter((kind) => kind === 'task.remind-participant')).toHaveLength(5)

      // Reminders in the other direction have a separate limit, and missing tasks or registrations are not counted.
      expect((await call(at(), Remind, { whom: 'initiator', id: taskId }, admin(second))).error).toBeUndefined()
      const unknown = await call(at(), Remind, { whom: 'participant', id: 'nothing' }, admin(first))
      expect(unknown.error).toBe('registration.not-found')
      expect((await call(at(), Remind, { whom: 'initiator', id: 'nothing' }, admin(first))).error).toBe(
        'task.not-found',
      )
      at().clock.advance(HOUR_MS)
      const again = { whom: 'participant', id: second.registrationId } as const
      expect((await call(at(), Remind, again, admin(first))).error).toBeUndefined()
    })

    test('refuses a reminder to the caller’s own party', async () => {
      const { taskId, members } = await buildTask(at())
      const [first] = members
      const own = { whom: 'participant', id: first.registrationId } as const
      expect((await call(at(), Remind, own, admin(first))).error).toBe('task.not-allowed')
      expect((await call(at(), Remind, { whom: 'initiator', id: taskId }, admin(first))).error).toBe('task.not-allowed')
    })

    test('refuses a reminder to a party outside the task', {
      meta: { spec: 'calls.sys/annountCement/sendJobNotic' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const outside = await buildParty(at())
      const id = await addToTask(at(), taskId, outside, { status: 'applying' })
      const request = await call(at(), Remind, { whom: 'participant', id }, admin(members[0]))
      expect(request.error).toBe('task.not-allowed')
      expect(await kindsOf(at(), outside)).toEqual([])
    })

    test('returns the hash of an algorithm’s code', {
      meta: { spec: ['entities.algorithm', 'calls.algorithm/listAllAlgorithm', 'calls.algorithm/queryById'] },
    }, async () => {
      const party = await buildParty(at())
      const list = (await call(at(), ListAlgorithms, { name: 'LOGISTIC' }, admin(party))).result
      expect(list.records.map(({ id }) => id)).toEqual([ALGORITHM])
      const one = (await call(at(), GetAlgorithm, { algorithmId: ALGORITHM }, admin(party))).result
      expect(one).toMatchObject({ codeHash: codeHashOf(ALGORITHM), parameters: { max_iter: 3 } })
    })

    test('offers every algorithm for local tasks too, with the same code, and none for vertical tasks', {
      meta: { spec: 'entities.algorithm' },
    }, async () => {
      const party = await buildParty(at())
      const all = (await call(at(), ListAlgorithms, {}, admin(party))).result.records
      const local = (await call(at(), ListAlgorithms, { kind: 'local' }, admin(party))).result.records
      expect(local).toEqual(all.map((algorithm) => ({ ...algorithm, kind: 'local' })))
      const read = (kind?: 'horizontal' | 'local' | 'vertical') =>
        call(at(), GetAlgorithm, { algorithmId: ALGORITHM, ...(kind && { kind }) }, admin(party))
      expect((await read('local')).result).toMatchObject({ kind: 'local', codeHash: codeHashOf(ALGORITHM) })
      expect((await read('horizontal')).result).toEqual((await read()).result)
      expect((await read('vertical')).error).toBe('algorithm.not-found')
      expect((await call(at(), ListAlgorithms, { kind: 'vertical' }, admin(party))).result.total).toBe(0)
    })
  },
  WITH_ALGORITHMS,
)

describeOn(
  'server',
  'many at once',
  (at) => {
    test('lets only one party join with one code', { meta: { spec: 'calls.flJobRecruit/joinJob' } }, async () => {
      const { taskId, members } = await buildTask(at(), { ...OPEN, parties: 1 })
      const inviteCode = (await call(at(), CreateTaskInvite, { taskId }, admin(members[0]))).result
      const parties = await Promise.all(Array.from({ length: 6 }, () => buildParty(at())))
      const answers = await Promise.all(parties.map((party) => call(at(), JoinByCode, { inviteCode }, admin(party))))
      expect(answers.map(({ error }) => error ?? 'in').sort()).toEqual(['in', ...Array(5).fill('invite.invalid')])
    })
  },
  WITH_ALGORITHMS,
)
