import { SCREEN_DAYS, SCREEN_MOST, type Screen, TaskStatus } from '@tessera/contract'
import { GetScreen } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { buildParty, buildUser, call, describeOnBoth, type World } from '../../testing/index.ts'
import {
  ALGORITHM,
  addToTask,
  admin,
  buildDataset,
  buildTask,
  type Member,
  member,
  OTHER_ALGORITHM,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { recordActivity } from '../algorithm/index.ts'
import { type RunRow, trainingRun } from '../run/table.ts'
import type { TaskRow } from '../task/table.ts'
import { daysOf, firstDay, offsetOf } from './days.ts'

const SILENT_SINCE = '2026-06-01T08:00:00.000Z'

/**
 * Adds an active run in which one party trains, although its worker is silent now, and the run waits for the other
 * party.
 */
async function addRun(world: World, taskId: string, members: Member[], fields: Partial<RunRow> = {}) {
  const [first, second] = members
  await world.db.insert(trainingRun).values({
    id: newId(),
    taskId,
    algorithmId: ALGORITHM,
    codeHash: 'code',
    startedByUserId: '',
    plan: {
      taskId,
      algorithm: ALGORITHM,
      parameters: {},
      maxRounds: 4,
      parties: [],
      fewest: 2,
      seed: 'seed',
      data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
      target: null,
    },
    phase: 'running',
    step: 'train',
    round: 2,
    rounds: 4,
    metrics: { accuracy: 0.9 },
    lastSeq: 4,
    waitingFor: second ? [second.partyId] : [],
    parties: members.map(({ partyId, name }) => ({
      partyId,
      name,
      rowsOffered: 40,
      rowsUsed: 32,
      validationRows: 8,
      metrics: {},
      aloneMetrics: null,
      ...(partyId === first?.partyId && {
        work: { what: 'learning', percent: 40, secondsLeft: 75 } as const,
        silentSince: SILENT_SINCE,
      }),
    })),
    createTime: world.clock.now(),
    ...fields,
  })
}

async function trainTask(world: World, fields: Partial<TaskRow>, run: Partial<RunRow> = {}) {
  const built = await buildTask(world, { status: 'training', ...fields })
  await addRun(world, built.taskId, built.members, run)
  return built
}

const countOf = (counts: Screen['tasks'], status: TaskStatus) => counts.find((one) => one.status === status)?.count

describeOnBoth(
  'the big screen',
  (at) => {
    const screenFor = async (who: Parameters<typeof call>[3], utcOffset?: number) =>
      (await call(at(), GetScreen, utcOffset === undefined ? {} : { utcOffset }, who)).result

    test('shows details of a run to its parties, and only the run’s progress to other users who see the task', {
      meta: { spec: 'calls.bigScreen/edgeScreenData' },
    }, async () => {
      const { taskId, members } = await trainTask(at(), { name: 'open' })
      const [first, second] = members
      const seen = await screenFor(member(first))
      expect(seen.runs.find((run) => run.taskId === taskId)).toMatchObject({
        taskName: 'open',
        algorithm: { id: ALGORITHM, name: { en: 'Logistic regression' } },
        phase: 'running',
        partyIds: [first.partyId, second.partyId],
        progress: 47.5,
        watch: {
          step: 'train',
          round: 2,
          rounds: 4,
          waitingFor: [second.partyId],
          work: [{ partyId: first.partyId, what: 'learning', percent: 40, secondsLeft: 75 }],
          silent: [{ partyId: first.partyId, since: new Date(SILENT_SINCE) }],
        },
      })
      expect(JSON.stringify(seen)).not.toContain('accuracy')

      const outsider = admin(await buildParty(at()))
      const applicant = await buildParty(at())
      await addToTask(at(), taskId, applicant, { status: 'applying' })
      for (const who of [outsider, admin(applicant), { user: await buildUser(at()) }]) {
        const run = (await screenFor(who)).runs.find((one) => one.taskId === taskId)
        expect(run).toMatchObject({ taskName: 'open', progress: 47.5, watch: null })
      }
    })

    test('shows a private task to users outside it only as a number, without its name and parties', {
      meta: { spec: 'calls.bigScreen/edgeScreenData' },
    }, async () => {
      const outsider = admin(await buildParty(at()))
      const tourist = { user: await buildUser(at()) }
      const left = await buildParty(at())
      const before = await screenFor(outsider)
      const { taskId, members } = await trainTask(at(), { name: 'secret', visibility: 'private' })
      await addToTask(at(), taskId, left, { status: 'left' })

      for (const who of [outsider, tourist, admin(left)]) {
        const seen = await screenFor(who)
        expect(seen.runCount).toBe(before.runCount + 1)
        expect(countOf(seen.tasks, 'training')).toBe((countOf(before.tasks, 'training') ?? 0) + 1)
        expect(seen.runs.map((run) => run.taskId)).not.toContain(taskId)
        expect(JSON.stringify(seen)).not.toContain('secret')
        // The reader shares no other task with these parties, so the state of their edges stays hidden.
        for (const { partyId } of members) {
          expect(seen.parties.find(({ id }) => id === partyId)?.isOnline ?? null).toBeNull()
        }
      }
      const own = await screenFor(member(members[1]))
      expect(own.runs.find((run) => run.taskId === taskId)?.taskName).toBe('secret')
      expect(own.parties.find(({ id }) => id === members[0].partyId)?.isOnline).toBe(true)
      // A member who acts for no party counts as a tourist.
      expect(JSON.stringify(await screenFor({ user: members[0].admin }))).not.toContain('secret')
    })

    test('counts no runs that have ended or been released', async () => {
      const who = admin(await buildParty(at()))
      const before = await screenFor(who)
      await trainTask(at(), {}, { phase: 'completed' })
      await trainTask(at(), {}, { phase: 'failed', isReleased: true })
      const after = await screenFor(who)
      expect([after.runCount, after.runs.length]).toEqual([before.runCount, before.runs.length])
    })

    test('counts a party’s rows in the pool, and for the party’s own members also its other rows', {
      meta: { spec: 'calls.bigScreen/edgeScreenData' },
    }, async () => {
      const { members } = await trainTask(at(), {})
      const [first] = members
      await buildDataset(at(), first, { rowCount: 1_000, sharing: 'person' })
      await buildDataset(at(), first, { rowCount: 500, deleted: true })
      await buildDataset(at(), first, { rowCount: 20, taskId: 'task' })
      const rowsFor = async (who: Parameters<typeof call>[3]) =>
        (await screenFor(who)).parties.find(({ id }) => id === first.partyId)?.rowCount
      expect(await rowsFor(admin(first))).toBe(1_040)
      expect(await rowsFor(member(first))).toBe(40)
      expect(await rowsFor(admin(members[1]))).toBe(40)
      expect(await rowsFor({ user: await buildUser(at()) })).toBe(40)
    })

    test('counts tasks by status, and by day of creation in the reader’s time zone', {
      meta: { spec: 'calls.bigScreen/edgeScreenData' },
    }, async () => {
      const who = { user: await buildUser(at()) }
      const midnight = new Date(firstDay(at().clock.now(), 0).getTime() + 3 * DAY_MS)
      const before = await screenFor(who, 480)
      // One hour before midnight in UTC is the morning of the next day in Beijing.
      await buildTask(at(), { status: 'failed', createTime: new Date(midnight.getTime() - 3_600_000) })
      await buildTask(at(), { status: 'failed', createTime: new Date(midnight.getTime() - 30 * DAY_MS) })
      await buildTask(at(), { status: 'failed', createTime: midnight, deleteTime: midnight })
      await buildTask(at(), { status: 'stopped', createTime: midnight })
      const dayOf = ({ days }: Screen) => days.find(({ day }) => day === midnight.toISOString().slice(0, 10))
      const after = await screenFor(who, 480)
      expect(countOf(after.tasks, 'failed')).toBe((countOf(before.tasks, 'failed') ?? 0) + 2)
      expect(countOf(dayOf(after)?.tasks ?? [], 'failed')).toBe(
        (countOf(dayOf(before)?.tasks ?? [], 'failed') ?? 0) + 1,
      )
      expect(countOf(after.tasks, 'stopped')).toBe((countOf(before.tasks, 'stopped') ?? 0) + 1)
      expect(after.days).toHaveLength(SCREEN_DAYS)
      const sum = after.days.flatMap(({ tasks }) => tasks).reduce((total, { count }) => total + count, 0)
      const sumBefore = before.days.flatMap(({ tasks }) => tasks).reduce((total, { count }) => total + count, 0)
      expect(sum).toBe(sumBefore + 2)
      for (const { tasks } of after.days) expect(tasks.map(({ status }) => status)).toEqual(TaskStatus.options)

      const inUtc = await screenFor(who, 0)
      const eve = new Date(midnight.getTime() - DAY_MS).toISOString().slice(0, 10)
      expect(countOf(inUtc.days.find(({ day }) => day === eve)?.tasks ?? [], 'failed')).toBe(1)
    })

    test('lists the most used algorithm first, and no algorithm that is no longer installed', async () => {
      const { admin: user, partyId } = await buildParty(at())
      const actor = { userId: user.userId, displayName: 'a', partyId }
      const use = (subjectId: string) =>
        ({ subject: 'algorithm', subjectId, action: 'use', taskId: null, content: {} }) as const
      await recordActivity(
        at().db,
        actor,
        [use(OTHER_ALGORITHM), use(OTHER_ALGORITHM), use(ALGORITHM), use('gone')],
        at().clock.now(),
      )
      const { algorithms } = await screenFor({ user: await buildUser(at()) })
      expect(algorithms.map(({ id, useCount }) => [id, useCount])).toEqual([
        [OTHER_ALGORITHM, 2],
        [ALGORITHM, 1],
      ])
    })

    test('limits the number of parties, but includes those of active runs and the reader’s own', {
      meta: { spec: 'calls.bigScreen/edgeScreenData' },
    }, async () => {
      for (let n = 0; n <= SCREEN_MOST.parties; n += 1) await buildParty(at())
      const { members } = await trainTask(at(), {})
      const newest = await buildParty(at())
      const { parties, partyCount } = await screenFor(admin(newest))
      expect(parties).toHaveLength(SCREEN_MOST.parties)
      expect(partyCount).toBeGreaterThan(SCREEN_MOST.parties)
      const ids = parties.map(({ id }) => id)
      for (const { partyId } of [...members, newest]) expect(ids).toContain(partyId)
    })

    test('requires a session for the overview screen', async () => {
      expect(await call(at(), GetScreen)).toMatchObject({ status: 401, error: 'session.missing' })
    })
  },
  WITH_ALGORITHMS,
)

test.each([
  [480, '2026-03-09', '2026-03-02T16:00:00.000Z'],
  [0, '2026-03-08', '2026-03-02T00:00:00.000Z'],
  [-300, '2026-03-08', '2026-03-02T05:00:00.000Z'],
])('includes seven days up to the reader’s current day: at %i minutes from UTC, with %s', (utcOffset, today, begin) => {
  const first = firstDay(new Date('2026-03-08T20:00:00Z'), utcOffset)
  expect(first.toISOString()).toBe(begin)
  expect(daysOf([], first, utcOffset).at(-1)?.day).toBe(today)
})

test.each([
  [480, 480],
  [1e9, 840],
  [-1e9, -840],
  [Number.NaN, 0],
  [90.7, 90],
])('limits a UTC offset of %d minutes to %d', (offset, taken) => {
  expect(offsetOf(offset)).toBe(taken)
})
