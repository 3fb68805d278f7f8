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
import { addToTask, admin, buildTask, OPEN, signTicket, WITH_ALGORITHMS } from './features/task/test-world.ts'
import { buildParty, call, describeOn, type TestParty, type World } from './testing/index.ts'
import { buildCast, type Caller } from './testing/rights/cast.ts'
import { endpointScenes, type Making } from './testing/rights/scenes.ts'
import { modelMaker } from './testing/rights/things.ts'

/** Two calls stand for two things, however alike they are; in one tab the second press does not send a second one. */
const EACH_ITS_OWN: EndpointName[] = ['SendFeedback', 'SendAnnouncement', 'CreateInference']

/**
 * Their scenes are about rights, and what they send is refused for something else. Below, or beside each of them, those
 * are tried that a second call could do harm to; a task that is created is one of its own each time.
 */
const TRIED_ELSEWHERE: EndpointName[] = [
  ...(['CallService', 'ChangePassword', 'CreateLocalTask', 'CreateTask', 'DeleteAccount', 'InferDataset'] as const),
  ...(['InferImages', 'InferText', 'JoinParty', 'Login', 'Register', 'ResetPassword', 'RevokeEdge'] as const),
  ...(['SetFeatureCodes', 'StartTraining', 'StartWithReady', 'UpdateColumnSelection', 'UploadFile'] as const),
  ...(['UploadModelFile', 'VerifyCode'] as const),
]

/** Older clients ask with GET for some that change something. Codes to invite with are one each. */
const isChanging = ({ name, method }: (typeof endpointRoutes)[number]) => method !== 'GET' || name === 'Remind'

/** Every call that came in is counted in the one; the other tells of each call that was let through. */
const NOT_EFFECTS = ['rate_limit', 'platform_log']

type Books = Record<string, number[]>

/** What there is, by table: rows, and what all their whole numbers come to, so that a count that went up twice shows. */
async function booksOf({ db }: World, reading: string): Promise<Books> {
  const rows = await query<{ name: string; stands: string }>(db, sql.raw(reading))
  return Object.fromEntries(rows.map(({ name, stands }) => [name, stands.trim().split(' ').map(Number)]))
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
    .map(({ name, sums }) => `select '${name}' as name, count(*) || ' ' || ${sums ?? "''"} as stands from "${name}"`)
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
  'two tabs press the same at the same moment',
  (at) => {
    /** Whoever may: what the calls answered and did, `undefined` where nobody may. */
    async function play(stage: Stage, { need }: Route, making: Making, times: number) {
      const { world, cast, reading } = stage
      // What the call before left of these would change what this one does.
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

    test('whatever it is, it is done once, and the second hears why not or nothing', async () => {
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
          // What does the same as in another state need not be tried in each.
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
    /** What became of two that were asked for at once, in no order. */
    const both = async (...asked: (() => Promise<{ error: string | undefined }>)[]) =>
      (await Promise.all(asked.map((one) => one()))).map(({ error }) => error ?? 'done').sort()
    const open = async (parties = 2) => {
      const { taskId, members } = await buildTask(at(), { ...OPEN, parties })
      return { taskId, a: members[0], b: members[1] }
    }
    const joinedCount = (taskId: string, partyId: string) =>
      at().db.$count(
        registration,
        and(eq(registration.taskId, taskId), eq(registration.partyId, partyId), eq(registration.status, 'joined')),
      )

    test('an invitation is accepted or declined, whichever comes first', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      await call(at(), InviteParty, { taskId, partyId: guest.partyId }, admin(a))
      const answer = (verdict: 'approve' | 'reject') => ask(AnswerInvitation, { taskId, answer: verdict }, guest)
      expect(await both(answer('approve'), answer('reject'))).toEqual(['done', 'task.not-invited'])
    })

    test('an invitation is accepted or taken back', async () => {
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

    test('an application is approved or rejected', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      const registrationId = await addToTask(at(), taskId, guest, { status: 'applying' })
      const review = (verdict: 'approve' | 'reject') => ask(ReviewApplication, { registrationId, verdict }, a)
      expect(await both(review('approve'), review('reject'))).toEqual(['done', 'registration.decided'])
    })

    test('who joins while joining is closed is named among its parties, or is not in it', async () => {
      const { taskId, a } = await open()
      const guest = await buildParty(at())
      const outcome = await both(ask(CloseJoining, { taskId, fewest: 2 }, a), ask(JoinTask, { taskId }, guest))
      const isIn = (await joinedCount(taskId, guest.partyId)) === 1
      expect(outcome).toEqual(isIn ? ['done', 'done'] : ['done', 'task.joining-closed'])
      const closed = (await call(at(), ReopenJoining, { taskId }, admin(a))).result
      expect(closed.abilities.closeJoining).toBe(true)
    })

    test('a task is started or disbanded; one that was started is stopped once', async () => {
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

    test('a task that is over is deleted once', async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const remove = ask(DeleteTask, { taskId }, members[0])
      expect(await both(remove, remove)).toEqual(['done', 'task.not-found'])
    })

    test('an edge is revoked once', async () => {
      const { a } = await open()
      const revoke = ask(RevokeEdge, {}, a)
      const outcome = await both(revoke, revoke)
      expect(outcome).not.toContain('internal')
      expect(outcome).toContain('done')
    })

    test('the plan is changed by one after the other', async () => {
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
