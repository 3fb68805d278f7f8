import type { Endpoint, Input } from '@tessera/contract'
import { type EndpointName, endpointRoutes, isLetIn, type Route, rightOf, rightsIn } from '@tessera/contract/rights'
import {
  AnswerInvitation,
  CloseJoining,
  DeleteTask,
  InviteParty,
  JoinTask,
  OfferDataset,
  QuitTask,
  ReopenJoining,
  ReviewApplication,
  RevokeEdge,
  StartTraining,
  StopTraining,
  TakeBackInvitation,
  UpdateColumnSelection,
} from '@tessera/contract/wire'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from './db/pool.ts'
import { rateLimits } from './db/table.ts'
import { edgeEnrolments } from './features/environment/table.ts'
import { joinRequests } from './features/party/table.ts'
import { registration } from './features/task/table.ts'
import { buildParty, call, describeOn, type TestParty, type World } from './testing/index.ts'
import { buildCast, type Caller } from './testing/rights/cast.ts'
import { endpointScenes, type Making } from './testing/rights/scenes.ts'
import { modelMaker } from './testing/rights/things.ts'
import { addToTask, admin, buildTask, OPEN, signTicket, WITH_ALGORITHMS } from './testing/task.ts'

/**
 * Endpoints of which two calls create two objects, as intended. In one browser tab, a second click does not send a
 * second call.
 */
const EACH_ITS_OWN: EndpointName[] = ['SendFeedback', 'SendAnnouncement', 'CreateInference']

/**
 * Endpoints whose test cases check rights with inputs that are refused for another reason. If a second call could do
 * harm, a test in this file or beside the endpoint covers it. Each created task is a separate task.
 */
const TRIED_ELSEWHERE: EndpointName[] = [
  ...(['CallService', 'ChangePassword', 'CreateLocalTask', 'CreateTask', 'DeleteAccount', 'InferDataset'] as const),
  ...(['InferImages', 'InferText', 'JoinParty', 'Login', 'Register', 'ResetPassword', 'RevokeEdge'] as const),
  ...(['SetFeatureCodes', 'StartTraining', 'StartWithReady', 'UpdateColumnSelection', 'UploadFile'] as const),
  ...(['UploadModelFile', 'VerifyCode'] as const),
]

/**
 * Returns whether the route changes data. Older clients use GET for some changes. Calls that create an invitation code
 * create a separate code each time.
 */
const isChanging = ({ name, method }: (typeof endpointRoutes)[number]) => method !== 'GET' || name === 'Remind'

/** Tables whose changes do not count as effects: one counts every call, and the other logs each permitted call. */
const NOT_EFFECTS = ['rate_limit', 'platform_log']

type Books = Record<string, number[]>

/**
 * Returns each table's number of rows and the sum of its integer values, so that the test detects a count that was
 * increased twice.
 */
async function booksOf({ db }: World, reading: string): Promise<Books> {
  const rows = await query<{ name: string; figures: string }>(db, sql.raw(reading))
  return Object.fromEntries(rows.map(({ name, figures }) => [name, figures.trim().split(' ').map(Number)]))
}

async function howToRead({ db }: World): Promise<string> {
  const tables = await query<{ name: string; sums: string | null }>(
    db,
    sql`select t.table_name as name, string_agg(format('coalesce(sum(%I), 0)', c.column_name), ' || '' '' || ')
        filter (where c.data_type in ('integer', 'smallint', 'bigint')) as sums
      from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name`,
  )
  return tables
    .filter(({ name }) => !NOT_EFFECTS.includes(name))
    .map(({ name, sums }) => `select '${name}' as name, count(*) || ' ' || ${sums ?? "''"} as figures from "${name}"`)
    .join(' union all ')
}

function changes(before: Books, after: Books): Books {
  const differences = Object.entries(after).map(
    ([name, values]) => [name, values.map((value, index) => value - (before[name]?.[index] ?? 0))] as const,
  )
  return Object.fromEntries(differences.filter(([, values]) => values.some((value) => value !== 0)))
}

describeOn(
  'server',
  'two tabs that send the same call at the same moment',
  (at) => {
    /**
     * Performs a scene's call as a permitted caller. Returns responses and effects; undefined if no caller is
     * permitted.
     */
    async function play(stage: Stage, { need }: Route, making: Making, times: number) {
      const { world, cast, reading } = stage
      // Delete these rows, because rows of the previous call would change the result.
      for (const table of [joinRequests, edgeEnrolments]) await world.db.delete(table)
      const scene = await making()
      const callers: readonly Caller[] = scene.callers ?? Object.values(cast.callers)
      const isInPerson = rightsIn(need).every((right) => rightOf(right).inPerson)
      const whoIs = (caller: Caller) => (isInPerson && caller.inPerson) || caller.who
      const caller = callers.find((one) => isLetIn(scene.need ?? need, whoIs(one), scene.facts(one)))
      if (!caller) return
      await world.db.delete(rateLimits)
      const before = await booksOf(world, reading)
      const answers = await Promise.all(Array.from({ length: times }, () => scene.ask(caller)))
      const did = changes(before, await booksOf(world, reading))
      await scene.restore?.(caller)
      return { what: `${scene.about}, ${caller.name}`, answers, did }
    }
    interface Stage {
      world: World
      cast: Awaited<ReturnType<typeof buildCast>>
      reading: string
    }

    test('has each effect once if a call is sent twice; the second call fails or changes nothing', {
      meta: { spec: 'states.duplicate-submission' },
    }, async () => {
      const world = at()
      const cast = await buildCast(world)
      const stage = { world, cast, reading: await howToRead(world) }
      const scenes = endpointScenes({ world, cast, addModel: await modelMaker(world, cast) })
      const wrong: string[] = []
      const tried = new Set<EndpointName>()
      for (const route of endpointRoutes.filter(isChanging)) {
        const seen = new Set<string>()
        for (const making of scenes[route.name]) {
          const once = await play(stage, route, making, 1)
          const kind = JSON.stringify(once?.did)
          // A call that had the same effect in another state need not be repeated.
          if (!once || once.answers[0]?.error !== undefined || seen.has(kind)) continue
          seen.add(kind)
          const twice = await play(stage, route, making, 2)
          tried.add(route.name)
          const faults = twice?.answers.filter(({ status, error }) => status >= 500 || error === 'internal') ?? []
          const isOnce = JSON.stringify(twice?.did) === kind
          if (faults.length > 0 || (!isOnce && !EACH_ITS_OWN.includes(route.name))) {
            wrong.push(`${route.name}, ${once.what}: ${kind} once, ${JSON.stringify(twice)} twice`)
          }
        }
      }
      expect(wrong).toEqual([])
      const ofPlatform = endpointRoutes.filter((route) => isChanging(route) && scenes[route.name].length > 0)
      const untried = ofPlatform.filter(({ name }) => !tried.has(name))
      expect(untried.map(({ name }) => name).sort()).toEqual(TRIED_ELSEWHERE)
    })

    const ask =
      <E extends Endpoint>(endpoint: E, input: Input<E>, party: TestParty) =>
      () =>
        call(at(), endpoint, input as never, admin(party))
    /** Returns the sorted results of calls that are made at the same time. */
    const both = async (...calls: (() => Promise<{ error: string | undefined }>)[]) =>
      (await Promise.all(calls.map((one) => one()))).map(({ error }) => error ?? 'done').sort()
    const open = async (parties = 2) => {
      const { taskId, members } = await buildTask(at(), { ...OPEN, parties })
      return { taskId, a: members[0], b: members[1] }
    }
    const joinedCount = (taskId: string, partyId: string) =>
      at().db.$count(
        registration,
        and(eq(registration.taskId, taskId), eq(registration.partyId, partyId), eq(registration.status, 'joined')),
      )

    test('either accepts or declines an invitation, if both calls arrive at the same time', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      await call(at(), InviteParty, { taskId, partyId: guest.partyId }, admin(a))
      const answer = (verdict: 'approve' | 'reject') => ask(AnswerInvitation, { taskId, answer: verdict }, guest)
      expect(await both(answer('approve'), answer('reject'))).toEqual(['done', 'task.not-invited'])
    })

    test('either accepts or withdraws an invitation, if both calls arrive at the same time', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      await call(at(), InviteParty, { taskId, partyId: guest.partyId }, admin(a))
      const [invited] = await at().db.select().from(registration).where(eq(registration.partyId, guest.partyId))
      const outcome = await both(
        ask(AnswerInvitation, { taskId, answer: 'approve' }, guest),
        ask(TakeBackInvitation, { registrationId: invited?.id ?? '' }, a),
      )
      const isIn = (await joinedCount(taskId, guest.partyId)) === 1
      expect(outcome).toEqual(['done', isIn ? 'task.invitation-gone' : 'task.not-invited'])
    })

    test('either approves or rejects an application, if both calls arrive at the same time', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      const registrationId = await addToTask(at(), taskId, guest, { status: 'applying' })
      const review = (verdict: 'approve' | 'reject') => ask(ReviewApplication, { registrationId, verdict }, a)
      expect(await both(review('approve'), review('reject'))).toEqual(['done', 'registration.decided'])
    })

    test('either names a party that joins while joining is being closed, or does not admit it', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      const outcome = await both(ask(CloseJoining, { taskId, fewest: 2 }, a), ask(JoinTask, { taskId }, guest))
      const isIn = (await joinedCount(taskId, guest.partyId)) === 1
      expect(outcome).toEqual(isIn ? ['done', 'done'] : ['done', 'task.joining-closed'])
      const closed = (await call(at(), ReopenJoining, { taskId }, admin(a))).result
      expect(closed.abilities.closeJoining).toBe(true)
    })

    test('either starts or disbands a task, and stops a started task once', {
      meta: { spec: 'states.duplicate-submission' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      for (const party of members) await signTicket(at(), taskId, party)
      const [a] = members
      const outcome = await both(
        ask(StartTraining, { taskId }, a),
        ask(QuitTask, { registrationId: a.registrationId }, a),
      )
      expect(outcome).toContain('done')
      expect(outcome.filter((one) => one === 'done')).toHaveLength(1)
      expect(outcome).not.toContain('internal')

      const other = await buildTask(at())
      for (const party of other.members) await signTicket(at(), other.taskId, party)
      await call(at(), StartTraining, { taskId: other.taskId }, admin(other.members[0]))
      const stop = ask(StopTraining, { taskId: other.taskId }, other.members[0])
      expect(await both(stop, stop)).toEqual(['done', 'run.none'])
    })

    test('deletes a completed task once if two calls arrive at the same time', async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const remove = ask(DeleteTask, { taskId }, members[0])
      expect(await both(remove, remove)).toEqual(['done', 'task.not-found'])
    })

    test('revokes an edge once if two calls arrive at the same time', async () => {
      const { a } = await open()
      const revoke = ask(RevokeEdge, {}, a)
      const outcome = await both(revoke, revoke)
      expect(outcome).not.toContain('internal')
      expect(outcome).toContain('done')
    })

    test('applies concurrent changes of the plan one after another', async () => {
      const { taskId, a, b } = await open()
      const columns = (names: string[]) => ({ taskId, columnSelection: { columns: names, label: 'sick' } })
      const outcome = await both(
        ask(UpdateColumnSelection, columns(['age']), a),
        ask(UpdateColumnSelection, columns(['chol']), a),
        ask(OfferDataset, { registrationId: b.registrationId, datasetId: b.datasetId }, b),
      )
      expect(outcome).toEqual(['done', 'done', 'done'])
    })
  },
  { ...WITH_ALGORITHMS, MARKET_URL: 'https://market.example.org/enter' },
)
