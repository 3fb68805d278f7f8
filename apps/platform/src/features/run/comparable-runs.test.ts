import type { RunEvent } from '@tessera/contract'
import { GetRunRounds, GetTask, ListRuns } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { buildParty, buildUser, call, describeOnOne, type World } from '../../testing/index.ts'
import { ALGORITHM, addToTask, admin, buildTask, type Member, member, WITH_ALGORITHMS } from '../../testing/task.ts'
import { artifact } from '../model/index.ts'
import type { TaskRow } from '../task/table.ts'
import { type RunRow, runEvent, trainingRun } from './table.ts'

const SCORES = {
  rows: 16,
  metrics: { accuracy: { value: 0.9, rows: 16, low: 0.65, high: 0.98 } },
  classes: [{ class: '1', sensitivity: null, specificity: null, ppv: null, npv: null }],
  curves: [],
}

/** Adds a run that ended one hour after its start. */
async function addRun(world: World, taskId: string, members: Member[], fields: Partial<RunRow> = {}) {
  const id = newId()
  world.clock.advance(1_000)
  const createTime = world.clock.now()
  await world.db.insert(trainingRun).values({
    id,
    taskId,
    algorithmId: ALGORITHM,
    codeHash: 'code',
    startedByUserId: '',
    createTime,
    startTime: createTime,
    plan: {
      taskId,
      algorithm: ALGORITHM,
      parameters: { learning_rate: 0.1, max_iter: 3 },
      maxRounds: 3,
      data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
      target: { kind: 'classes', column: 'sick', classes: ['0', '1'], integral: true },
      parties: [],
      fewest: 2,
      seed: 'seed',
    },
    phase: 'completed',
    step: 'export',
    round: 3,
    rounds: 3,
    metrics: { accuracy: 0.9 },
    waitingFor: [],
    lastSeq: 0,
    parties: members.map(({ partyId, name }) => ({
      partyId,
      name,
      rowsOffered: 40,
      rowsUsed: 32,
      validationRows: 8,
      metrics: {},
      aloneMetrics: null,
    })),
    endTime: new Date(createTime.getTime() + 3_600_000),
    ...fields,
  })
  return id
}

async function addScores(world: World, runId: string, taskId: string) {
  await world.db.insert(artifact).values({
    id: runId,
    taskId,
    taskName: 'task',
    algorithmId: ALGORITHM,
    contentType: 'tabular',
    filePath: '',
    sha256: '',
    metrics: { accuracy: 0.9 },
    card: {
      algorithm: ALGORITHM,
      label: 'sick',
      columns: ['age'],
      rounds: 3,
      codeHash: 'code',
      scores: SCORES,
      input: { kind: 'table', columns: [] },
      output: { kind: 'classes', label: 'sick', classes: ['0', '1'] },
      metrics: { accuracy: 0.9 },
      parties: [],
    },
    createTime: world.clock.now(),
  })
}

const setTask = async (world: World, members: Member[], fields: Partial<TaskRow>) =>
  (await buildTask(world, { given: members, ...fields })).taskId

describeOnOne(
  'kept runs',
  (at) => {
    const runsFor = async (taskId: string, who: Parameters<typeof call>[3]) =>
      (await call(at(), ListRuns, { taskId }, who)).result

    test('lists every run of a task with plan, scores, rounds and times, newest first', {
      meta: { spec: 'calls.flJobRecruit/runs' },
    }, async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const failure = {
        code: 'run.edge-lost',
        params: {},
        partyId: members[1].partyId,
        step: 'train',
        round: 2,
      } as const
      const failed = await addRun(at(), taskId, members, {
        phase: 'failed',
        round: 2,
        failure,
        metrics: { accuracy: 0.7 },
      })
      const stopped = await addRun(at(), taskId, members, { phase: 'stopped', round: 1 })
      const done = await addRun(at(), taskId, members)
      await addScores(at(), done, taskId)

      const listed = await runsFor(taskId, member(members[1]))
      expect(listed.map(({ id, phase }) => [id, phase])).toEqual([
        [done, 'completed'],
        [stopped, 'stopped'],
        [failed, 'failed'],
      ])
      const { curves: _curves, ...scores } = SCORES
      expect(listed[0]).toMatchObject({
        taskId,
        taskName: 'task',
        algorithmId: ALGORITHM,
        codeHash: 'code',
        columns: ['age'],
        elapsedMs: 3_600_000,
        parameters: { learning_rate: 0.1, max_iter: 3 },
        target: { column: 'sick' },
        round: 3,
        rounds: 3,
        parties: members.map(({ partyId, name }) => ({ partyId, partyName: name, rowsOffered: 40, rowsUsed: 32 })),
      })
      expect(listed[0]?.scores).toEqual(scores)
      expect(listed[0]?.planHash).toMatch(/^[0-9a-f]{64}$/)
      expect(listed[2]).toMatchObject({ scores: null, metrics: { accuracy: 0.7 }, failure, round: 2 })
    })

    test('lists runs of a task’s clones and of the same initiator’s tasks with the same target, and no others', async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const clone = await setTask(at(), members, { originTaskId: taskId, name: 'task (2)' })
      const alike = await setTask(at(), members, { columnSelection: { columns: ['age'], label: 'sick' } })
      const other = await setTask(at(), members, { columnSelection: { columns: ['age'], label: 'chol' } })
      const [first, second] = members
      const anothers = await setTask(at(), [second, first], {})
      const gone = await setTask(at(), members, { deleteTime: at().clock.now() })
      const [own, cloned, similar] = [
        await addRun(at(), taskId, members),
        await addRun(at(), clone, members),
        await addRun(at(), alike, members),
      ]
      for (const outside of [other, anothers, gone]) await addRun(at(), outside, members)

      const idsFor = async (id: string) => (await runsFor(id, admin(first))).map((run) => run.id)
      expect(await idsFor(taskId)).toEqual([similar, cloned, own])
      expect(await idsFor(clone)).toEqual([similar, cloned, own])
      expect((await runsFor(taskId, admin(first)))[1]).toMatchObject({ taskId: clone, taskName: 'task (2)' })
    })

    test('shows the runs of a task and of similar tasks only to their parties', {
      meta: { spec: 'calls.flJobRecruit/runs' },
    }, async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const [first, second] = members
      const between = await setTask(at(), [first], {})
      const own = await addRun(at(), taskId, members)
      await addRun(at(), between, [first])
      expect((await runsFor(taskId, member(second))).map(({ id }) => id)).toEqual([own])
      expect(await runsFor(taskId, admin(first))).toHaveLength(2)

      const outsider = await buildParty(at())
      const applicant = await buildParty(at())
      await addToTask(at(), taskId, applicant, { status: 'applying' })
      const left = await buildParty(at())
      await addToTask(at(), taskId, left, { status: 'left' })
      for (const who of [admin(outsider), admin(applicant), admin(left), { user: await buildUser(at()) }]) {
        // The task is public, but its runs are not.
        expect((await call(at(), GetTask, { taskId }, who)).error).toBeUndefined()
        expect((await call(at(), ListRuns, { taskId }, who)).error).toBe('task.not-allowed')
        expect((await call(at(), GetRunRounds, { taskId, runId: own }, who)).error).toBe('task.not-allowed')
      }
    })

    test('returns a run’s scores by round only for the task to which the run belongs', {
      meta: { spec: 'calls.flJobRecruit/runs' },
    }, async () => {
      const { taskId, members } = await buildTask(at(), { status: 'completed' })
      const runId = await addRun(at(), taskId, members)
      const time = at().clock.now()
      const scored = (seq: number, scoredRound: number, accuracy: number, last = false): RunEvent => ({
        runId,
        seq,
        time: time.toISOString(),
        scoredRound,
        bestRound: 1,
        metrics: { accuracy },
        parties: [],
        bytesUp: 0,
        bytesDown: 0,
        ...(last ? { kind: 'scored' } : { kind: 'round', round: scoredRound + 1, rounds: 2 }),
      })
      const events = [scored(1, 0, 0.5), scored(2, 1, 0.9), scored(3, 2, 0.8, true)]
      await at()
        .db.insert(runEvent)
        .values(events.map((event) => ({ runId, seq: event.seq, event, time })))

      expect((await call(at(), GetRunRounds, { taskId, runId }, member(members[1]))).result).toEqual({
        bestRound: 1,
        rounds: [0.5, 0.9, 0.8].map((accuracy, round) => ({ round, metrics: { accuracy } })),
      })
      const another = await setTask(at(), members, {})
      const answer = await call(at(), GetRunRounds, { taskId: another, runId }, admin(members[0]))
      expect(answer.error).toBe('run.not-found')
      expect((await call(at(), GetRunRounds, { taskId, runId: 'none' }, admin(members[0]))).error).toBe('run.not-found')
    })
  },
  WITH_ALGORITHMS,
)
