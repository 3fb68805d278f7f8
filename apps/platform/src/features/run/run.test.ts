import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DescribedTable, LINK_PATHS, phrase, planText, type RunEvent, WAIT_MINUTES } from '@tessera/contract'
import {
  AddSelectedFeatures,
  FinishEarly,
  GetMetrics,
  GetModel,
  GetProgress,
  GetProgressByRegistration,
  GetRegistrations,
  GetRun,
  GetTask,
  HEADERS,
  ListMyActivity,
  ListMyModels,
  ListNotifications,
  ListRuns,
  ListSelectedFeatures,
  Resubmit,
  SetFeatureCodes,
  StartTraining,
  StartWithReady,
  StopTraining,
  UpdateTask,
} from '@tessera/contract/wire'
import { sha256, VERSION } from '@tessera/server'
import { openAuthority } from '@tessera/server/certificates'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openAuthority as openFleetAuthority } from '../../fleet/authority.ts'
import { LOOPBACK } from '../../fleet/config.ts'
import { DAY_MS } from '../../lib/clock.ts'
import {
  buildParty,
  buildUser,
  call,
  cutOff,
  describeOn,
  describeOnOne,
  report,
  type World,
} from '../../testing/index.ts'
import { leaveScores } from '../../testing/scores.ts'
import {
  ALGORITHM,
  addToTask,
  admin,
  buildEdge,
  buildTask,
  confirmNames,
  LABELLESS_ALGORITHM,
  type Member,
  member,
  OPEN,
  OTHER_ALGORITHM,
  signTicket,
  statusOf,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { dataset } from '../dataset/index.ts'
import { revokeEdge } from '../environment/index.ts'
import { findModelOfTask } from '../model/index.ts'
import { grantNotice, task } from '../task/table.ts'
import { endRun } from './end-run.ts'
import { failOrphanedTasks } from './fail-orphaned-tasks.ts'
import { type FakeFlower, startFakeFlower } from './fake-flower.ts'
import { openFlowerLink } from './flower-link.ts'
import { Follower } from './follow-run.ts'
import { findNewestRun, updateRun } from './queries.ts'
import { type RunRow, trainingRun } from './table.ts'
import { startRunWorker } from './worker.ts'

const ONNX = fileURLToPath(new URL('../../../../../packages/inference/test-data/classes.onnx', import.meta.url))
/** The certificate of an authority, and the day on which it expired. */
const expired = { dir: mkdtempSync(join(tmpdir(), 'tessera-expired-')), certFile: '', date: '' }
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 500 * DAY_MS })
  const { issue } = await openAuthority({ dir: expired.dir, name: 'Known' })
  expired.certFile = (await issue('listener', ['127.0.0.1'])).certFile
  vi.useRealTimers()
  expired.date = new X509Certificate(readFileSync(expired.certFile)).validToDate.toISOString().slice(0, 10)
})
afterAll(() => rmSync(expired.dir, { recursive: true }))

/** Options for polling often, because run workers check their runs every second. */
const SOON = { interval: 50 }

async function buildReadyTask(world: World, options: Parameters<typeof buildTask>[1] = {}) {
  const built = await buildTask(world, options)
  const members = built.members as Member[]
  for (const party of members) await signTicket(world, built.taskId, party)
  return built
}

async function start(world: World, options: Parameters<typeof buildTask>[1] = {}) {
  const built = await buildReadyTask(world, options)
  const started = await call(world, StartTraining, { taskId: built.taskId }, admin(built.members[0]))
  expect(started.result).toBeNull()
  const run = await runOf(world, built.taskId)
  return { ...built, runId: run.id, folder: join(world.settings.DATA_DIR, 'runs', run.id) }
}

async function runOf(world: World, taskId: string) {
  const run = await findNewestRun(world.db, taskId)
  if (!run) throw new Error('the task has no run')
  return run
}

const seen = async (world: World, taskId: string, party: Member) =>
  (await call(world, GetRun, { taskId }, admin(party))).result

type ReportedEvent = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'runId' | 'seq' | 'time'> : never) : never

/** Writes the events that a ServerApp would append to the run's file. */
function tell(folder: string, runId: string, from: number, events: ReportedEvent[]) {
  const time = new Date().toISOString()
  const lines = events.map((event, index) => `${JSON.stringify({ runId, seq: from + index, time, ...event })}\n`)
  appendFileSync(join(folder, 'events.jsonl'), lines.join(''))
}

const going = (parties: Member[]): ReportedEvent[] => [
  { kind: 'started', parties: parties.map(({ partyId }) => partyId), rounds: 3 },
  { kind: 'statistics', parties: parties.map(({ partyId }) => ({ partyId, rows: 32, validationRows: 8 })) },
  {
    kind: 'round',
    round: 1,
    rounds: 3,
    scoredRound: 0,
    bestRound: 0,
    metrics: { accuracy: 0.7 },
    bytesUp: 1,
    bytesDown: 1,
    parties: parties.map(({ partyId }) => ({ partyId, rows: 32, metrics: { accuracy: 0.7 } })),
  },
]

const SCORES = { rows: 16, metrics: { accuracy: { value: 0.9, rows: 16, low: 0.65, high: 0.98 } } }

function leaveResult(folder: string, parties: Member[], more: object = {}) {
  copyFileSync(ONNX, join(folder, 'model.onnx'))
  const card = {
    algorithm: ALGORITHM,
    label: 'sick',
    columns: [{ name: 'age', kind: 'number' }],
    rounds: 3,
    codeHash: 'x',
    metrics: { accuracy: 0.9 },
    parties: parties.map(({ partyId }) => ({ partyId, rows: 32, metrics: {}, aloneMetrics: { accuracy: 0.6 } })),
    ...more,
  }
  writeFileSync(join(folder, 'card.json'), JSON.stringify(card))
}

const TABLE: DescribedTable = {
  rows: 80,
  columns: [
    {
      name: 'age',
      kind: 'number',
      count: 80,
      missing: 0,
      mean: 50,
      deviation: 9.5,
      quantiles: [{ percent: 50, value: 49, error: 0.5 }],
    },
    { name: 'ward', kind: 'category', categories: [{ name: 'north', count: '>70' }], other: '<5', missing: 0 },
  ],
}

/** Writes the result of an algorithm that trains no model: a card with a table that describes the rows. */
function leaveTable(folder: string, table: unknown) {
  const card = { algorithm: LABELLESS_ALGORITHM, rounds: 0, metrics: {}, parties: [], output: 'table', classes: [] }
  writeFileSync(join(folder, 'card.json'), JSON.stringify({ ...card, codeHash: 'x', label: '', table }))
}

const describing = { algorithmId: LABELLESS_ALGORITHM, columnSelection: { columns: ['age', 'chol'], label: null } }

describeOnOne(
  'runs',
  (at) => {
    let flower: FakeFlower
    let stopWorkers: () => Promise<void> | void
    beforeAll(async () => {
      flower = await startFakeFlower(at().settings.DATA_DIR)
      stopWorkers = at().app.training.startWorkers()
    })
    afterAll(async () => {
      await stopWorkers()
      await flower.close()
    })

    const flowerRun = async (taskId: string) => {
      const { attemptId } = await vi.waitFor(async () => {
        const run = await runOf(at(), taskId)
        expect(run.attemptId).not.toBeNull()
        return run
      }, SOON)
      const run = flower.runs.get(attemptId ?? '')
      if (!run) throw new Error('Flower knows no such run')
      return { ...run, attemptId: attemptId ?? '', set: (fields: object) => Object.assign(run, fields) }
    }
    /**
     * Waits until a worker has completed a check of the run that began after this call. Checks are sequential, so this
     * is the case once the next check begins.
     */
    const lookedAt = async (attemptId: string) => {
      const before = flower.looks.get(attemptId) ?? 0
      await vi.waitFor(() => expect(flower.looks.get(attemptId)).toBeGreaterThanOrEqual(before + 2), SOON)
    }
    const withoutFleet = async (act: () => Promise<unknown>) => {
      const path = join(at().settings.DATA_DIR, 'fleet.json')
      const address = readFileSync(path)
      rmSync(path)
      await act()
      writeFileSync(path, address)
    }
    const failedWith = (taskId: string, party: Member, failure: object) =>
      vi.waitFor(async () => {
        const { run } = await seen(at(), taskId, party)
        expect(run).toMatchObject({ phase: 'failed', failure })
      }, SOON)

    /** Starts a run, and completes its first round. */
    async function goingOn() {
      const { taskId, runId, folder, members } = await start(at())
      await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).round).toBe(1), SOON)
      return { taskId, runId, folder, members }
    }

    describe('starting a run', () => {
      test('hands the algorithm and the plan to Flower, without any secret', {
        meta: {
          spec: ['states.training-start-sequence', 'validation.start-requirements', 'calls.flJobRecruit/submit'],
        },
      }, async () => {
        const { taskId, runId, folder, members } = await start(at())
        const handed = await flowerRun(taskId)
        expect(handed.fabHash).toBe(sha256(`code of ${ALGORITHM}`))
        expect(Object.keys(handed.config).sort()).toEqual(['parties', 'plan', 'run-id'])
        expect(handed.config['run-id']).toBe(runId)

        const roster = members.map(({ partyId }) => partyId).toSorted()
        expect(handed.config.parties).toBe(JSON.stringify(roster))

        const spec = JSON.parse(readFileSync(join(folder, 'spec.json'), 'utf8'))
        expect(JSON.parse(String(handed.config.plan))).toEqual(spec.plan)
        expect(spec.parties.map(({ partyId }: Member) => partyId)).toEqual(members.map(({ partyId }) => partyId))
        expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)
        expect(JSON.stringify(handed)).not.toContain(readFileSync(join(folder, 'token'), 'utf8'))
        expect(await statusOf(at(), taskId)).toBe('training')
      })

      test.each([
        ['a participant', 1, 'admin', 'task.initiator-only'],
        ['a colleague of the initiator', 0, 'member', 'task.not-allowed'],
      ] as const)('refuses to start a run for %s', async (_who, index, as, code) => {
        const { taskId, members } = await buildReadyTask(at())
        const who = as === 'admin' ? admin(members[index]) : member(members[index])
        expect((await call(at(), StartTraining, { taskId }, who)).error).toBe(code)
        expect(await statusOf(at(), taskId)).toBe('recruiting')
      })

      test.each([
        ['without an algorithm', { algorithmId: null }, 'task.no-algorithm'],
        ['without columns', { columnSelection: null }, 'task.no-columns'],
        ['alone', { parties: 1 }, 'task.too-few-parties'],
        ['again', { status: 'training' }, 'task.not-recruiting'],
      ] as const)(
        'refuses to start a run %s',
        { meta: { spec: 'validation.task-data-required' } },
        async (_what, fields, code) => {
          const { taskId, members } = await buildTask(at(), fields)
          expect((await call(at(), StartTraining, { taskId }, admin(members[0]))).error).toBe(code)
        },
      )

      test('uses only the initiator’s data for independent research', {
        meta: { spec: 'states.research-type' },
      }, async () => {
        const { taskId } = await start(at(), { researchType: 'independent', parties: 1 })
        expect((await runOf(at(), taskId)).parties).toHaveLength(1)
      })

      test('shows how many parties are ready, and starts with these: in a clone, or in the task itself without the others', {
        meta: {
          spec: [
            'states.initiator-may-start',
            'states.start-not-all-ready',
            'validation.task-data-required',
            'calls.flJobRecruit/submitNotAllReady',
          ],
        },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { parties: 3 })
        const [first, second, third] = members as unknown as [Member, Member, Member]
        await signTicket(at(), taskId, first)
        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBe('1/3')
        const withReady = (keepOriginal: boolean) => call(at(), StartWithReady, { taskId, keepOriginal }, admin(first))
        expect((await withReady(true)).error).toBe('task.none-ready')
        await signTicket(at(), taskId, second)

        const cloneId = (await withReady(true)).result
        expect(cloneId).not.toBe(taskId)
        const clone = (await call(at(), GetTask, { taskId: cloneId }, admin(first))).result
        expect(clone).toMatchObject({ originTaskId: taskId, status: 'training', partyCount: 2, name: 'task (2)' })
        expect(await statusOf(at(), taskId)).toBe('recruiting')
        // The tickets of the original task also cover the clone, because the clone names the same parties.
        const grants = async () =>
          (await call(at(), GetRegistrations, { taskId: cloneId }, admin(first))).result.joined.registrations.map(
            ({ grant }) => grant,
          )
        expect(await grants()).toEqual(['signed', 'signed'])
        // The clone uses the tickets of the ready parties. Once the clone has ended, the parties may start again.
        expect((await withReady(false)).error).toBe('task.started-as')
        await call(at(), StopTraining, { taskId: cloneId }, admin(first))
        expect((await withReady(false)).result).toBe(taskId)
        expect((await runOf(at(), taskId)).parties.map(({ partyId }) => partyId)).not.toContain(third.partyId)
        expect(await statusOf(at(), taskId)).toBe('training')
      })

      test('closes joining at the first start from an older console, which has no button for closing it', async () => {
        const { taskId, members } = await buildTask(at(), OPEN)
        const [first, second] = members
        expect((await call(at(), StartTraining, { taskId }, admin(second))).error).toBe('task.initiator-only')
        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBe('0/2')
        expect((await call(at(), GetTask, { taskId }, admin(first))).result).toMatchObject({
          joining: 'closed',
          fewest: 2,
        })
        await signTicket(at(), taskId, first)
        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBe('1/2')
        await signTicket(at(), taskId, second)
        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
        expect((await runOf(at(), taskId)).plan).toMatchObject({ fewest: 2, parties: [{}, {}] })
      })

      test('refuses to start with fewer of the named parties than their consent tickets allow', async () => {
        const { taskId, members } = await buildReadyTask(at(), { parties: 3, fewest: 3 })
        const [first, , third] = members as unknown as [Member, Member, Member]
        await at().db.delete(grantNotice).where(eq(grantNotice.partyId, third.partyId))
        for (const keepOriginal of [true, false]) {
          const answer = await call(at(), StartWithReady, { taskId, keepOriginal }, admin(first))
          expect(answer).toMatchObject({ error: 'task.fewer-than-agreed', params: { ready: 2, fewest: 3 } })
        }
        expect(await statusOf(at(), taskId)).toBe('recruiting')
      })

      test.each([
        ['older', { version: '2.0.0', codes: [] }, 'task.edge-older', '2.0.0'],
        ['newer', { version: '99.0.0', codes: [] }, 'task.platform-older', '99.0.0'],
        ['other code of the same version', { version: VERSION, codes: ['x'] }, 'task.code-differs', VERSION],
      ] as const)('says which side must be updated if an edge is %s', async (_what, installed, error, edge) => {
        const { taskId, members } = await buildReadyTask(at(), { parties: 2 })
        const [first, second] = members
        await buildEdge(at(), second, { installation: { ...installed, codes: [...installed.codes] } })
        const params = { party: expect.any(String), edge, platform: VERSION }
        expect(await call(at(), StartTraining, { taskId }, admin(first))).toMatchObject({ error, params })
        const withReady = await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))
        expect(withReady).toMatchObject({ error, params })
        expect(await statusOf(at(), taskId)).toBe('recruiting')
      })

      test('starts a run without a party whose edge is older, if enough other parties are ready', async () => {
        const { taskId, members } = await buildReadyTask(at(), { parties: 3 })
        const [first, , third] = members as unknown as [Member, Member, Member]
        await buildEdge(at(), third, { installation: { version: '2.0.0', codes: [] } })
        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBe('2/3')
        expect((await call(at(), StartWithReady, { taskId, keepOriginal: false }, admin(first))).result).toBe(taskId)
        expect((await runOf(at(), taskId)).parties.map(({ partyId }) => partyId)).not.toContain(third.partyId)
      })

      test('leaves out parameters that the algorithm no longer has, and names them, also at a second start and in a clone', async () => {
        const parameters = { learning_rate: 0.5, local_epochs: 5 }
        const { taskId, members } = await buildReadyTask(at(), { parties: 3, parameters })
        const [first, , third] = members as unknown as [Member, Member, Member]
        const droppedOf = async (id: string) =>
          (await call(at(), GetTask, { taskId: id }, admin(third))).result.droppedParameters
        const dropped = [{ cn: 'local_epochs', en: 'local_epochs' }]
        const trained = { learning_rate: 0.5, max_iter: 3 }
        expect(await droppedOf(taskId)).toEqual(dropped)

        expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
        expect((await runOf(at(), taskId)).plan.parameters).toEqual(trained)
        await call(at(), StopTraining, { taskId }, admin(first))
        await call(at(), Resubmit, { taskId }, admin(first))
        expect(await droppedOf(taskId)).toEqual(dropped)

        await at().db.update(grantNotice).set({ isWithdrawn: true }).where(eq(grantNotice.partyId, third.partyId))
        const cloneId = (await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))).result
        expect((await runOf(at(), cloneId)).plan.parameters).toEqual(trained)
        expect((await call(at(), GetTask, { taskId: cloneId }, admin(first))).result.droppedParameters).toEqual(dropped)

        // Renaming the task does not clear the list of dropped parameters; setting parameters does.
        await call(at(), StopTraining, { taskId: cloneId }, admin(first))
        await call(at(), UpdateTask, { taskId, name: 'hearts' }, admin(first))
        expect(await droppedOf(taskId)).toEqual(dropped)
        await call(at(), UpdateTask, { taskId, parameters: { max_iter: 4 } }, admin(first))
        expect(await droppedOf(taskId)).toEqual([])
      })

      test('requires agreed codes before the start if classes have names, and trains with the classes in their order', async () => {
        const { taskId, members } = await buildTask(at(), { parties: 3 })
        const [first, second, third] = members as unknown as [Member, Member, Member]
        const label = { column: 'sick', kind: 'text', integral: false, classes: ['sick', 'unclear', 'well'] } as const
        for (const party of [first, second, third]) {
          await confirmNames(at(), taskId, party, { label: { ...label, classes: [...label.classes] } })
        }
        for (const party of [first, second, third]) await signTicket(at(), taskId, party)
        const name = (party: Member, ...features: string[]) => {
          const common = { taskId, partyId: party.partyId, tableName: 't', label: 'sick' }
          return call(
            at(),
            AddSelectedFeatures,
            features.map((feature) => ({ ...common, feature })),
            admin(party),
          )
        }
        await name(first, 'well', 'sick')
        await name(second, 'sick')
        await name(third, 'unclear')
        const begin = async () => (await call(at(), StartTraining, { taskId }, admin(first))).error
        expect(await begin()).toBe('task.codes-missing')
        expect((await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))).error).toBe(
          'task.codes-missing',
        )
        expect(await statusOf(at(), taskId)).toBe('recruiting')

        const listed = async (id = taskId) =>
          (await call(at(), ListSelectedFeatures, { taskId: id }, admin(first))).result
        const codes: Record<string, number> = { well: 2, unclear: 1, sick: 0 }
        const agreed = (await listed()).map(({ id, feature }) => ({ id, code: codes[feature] ?? -1 }))
        expect((await call(at(), SetFeatureCodes, agreed, admin(first))).error).toBeUndefined()
        // The parties need not sign again: these codes are the order that the plan already had.
        await at().db.update(grantNotice).set({ isWithdrawn: true }).where(eq(grantNotice.partyId, third.partyId))
        const cloneId = (await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))).result
        expect((await listed(cloneId)).map(({ partyId, feature, code }) => [partyId, feature, code])).toEqual([
          [first.partyId, 'well', 2],
          [first.partyId, 'sick', 0],
          [second.partyId, 'sick', 0],
        ])
        await flowerRun(cloneId)
        const { id } = await runOf(at(), cloneId)
        const spec = JSON.parse(readFileSync(join(at().settings.DATA_DIR, 'runs', id, 'spec.json'), 'utf8'))
        const target = { kind: 'classes', column: 'sick', classes: ['sick', 'unclear', 'well'], integral: false }
        expect(spec.plan.target).toEqual(target)

        await call(at(), StopTraining, { taskId: cloneId }, admin(first))
        const rest = (await call(at(), StartWithReady, { taskId, keepOriginal: false }, admin(first))).result
        expect((await runOf(at(), rest)).plan.target).toEqual(target)
        expect((await listed()).map(({ feature }) => feature)).toEqual(['well', 'sick', 'sick'])
      })

      test('requires no agreed codes for a numeric target or for independent research', async () => {
        const number = { kind: 'number', column: 'sick' }
        const classes = { kind: 'classes', column: 'sick', classes: ['0', '1'], integral: true }
        for (const [fields, target] of [
          [{ algorithmId: OTHER_ALGORITHM }, number],
          [{ researchType: 'independent', parties: 1 }, classes],
        ] as const) {
          const { taskId, members } = await buildReadyTask(at(), fields)
          const [first] = members
          const item = { taskId, partyId: first.partyId, tableName: 't', label: 'sick', feature: '1' }
          expect((await call(at(), AddSelectedFeatures, [item], admin(first))).error).toBeUndefined()
          expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
          expect((await runOf(at(), taskId)).plan.target).toEqual(target)
        }
      })

      test('fails a run with Flower’s reason if Flower refuses the run', async () => {
        const { taskId, members } = await buildReadyTask(at())
        flower.refused.set(taskId, 'unknown key in run config')
        await call(at(), StartTraining, { taskId }, admin(members[0]))
        await failedWith(taskId, members[0], {
          code: 'run.engine-refused',
          params: { detail: expect.stringContaining('unknown key') },
        })
      })
    })

    describe('following a run', () => {
      test('follows the run from its events to the model of every party', {
        meta: { spec: 'states.task-complete' },
      }, async () => {
        const { taskId, runId, folder, members } = await start(at())
        const run = await flowerRun(taskId)
        tell(folder, runId, 1, going(members))
        await vi.waitFor(async () => {
          const { run: shown, events } = await seen(at(), taskId, members[1])
          expect(shown).toMatchObject({ phase: 'running', step: 'train', round: 1, metrics: { accuracy: 0.7 } })
          expect(shown?.parties).toMatchObject([{ rowsOffered: 40, rowsUsed: 32 }, { rowsUsed: 32 }])
          expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
        }, SOON)
        const later = await call(at(), GetRun, { taskId, afterSeq: 2 }, admin(members[0]))
        expect(later.result.events.map(({ seq }) => seq)).toEqual([3])

        leaveResult(folder, members)
        await lookedAt(run.attemptId)
        // Files alone are not a result: Flower must also report that the run finished.
        expect(await statusOf(at(), taskId)).toBe('training')
        run.set({ status: 'finished', subStatus: 'completed' })
        await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)

        for (const party of members) {
          const [model] = (await call(at(), ListMyModels, {}, admin(party))).result.records
          expect(model).toMatchObject({ taskId, partyId: party.partyId, metrics: { accuracy: 0.9 } })
          const detail = (await call(at(), GetTask, { taskId }, admin(party))).result
          expect(detail.modelId).toBe(model?.id)
          const card = (await call(at(), GetModel, { modelId: model?.id ?? '' }, admin(party))).result
          expect(card).toMatchObject({ rowCount: 64, partyCount: 2, useCount: 0, abilities: { publish: true } })
          const notices = (await call(at(), ListNotifications, {}, admin(party))).result.records
          expect(notices.map(({ kind }) => kind).sort()).toEqual(['run.completed', 'run.started'])
        }
        const [newest] = (await call(at(), ListMyActivity, { id: taskId }, admin(members[1]))).result.records
        expect(newest).toMatchObject({ opType: 'finish', createdBy: '' })
        expect((await call(at(), GetMetrics, { taskId }, admin(members[0]))).result).toEqual({ accuracy: 0.7 })
      })

      test.each([
        ['with rows and intervals', { scores: SCORES }, SCORES],
        ['as null where it has none', {}, null],
      ])(
        'shows a run’s scores %s',
        { meta: { spec: 'screens.score-confidence-intervals' } },
        async (_what, more, scores) => {
          const { taskId, folder, members } = await start(at())
          const run = await flowerRun(taskId)
          const gains = { accuracy: { low: -0.05, high: 0.1 } }
          const parties = members.map(({ partyId }, place) => ({
            partyId,
            rows: 32,
            metrics: { accuracy: 0.9 },
            ...(place === 0 ? { aloneMetrics: { accuracy: 0.8 }, gains } : {}),
          }))
          tell(folder, String(run.config['run-id']), 1, [
            ...going(members),
            { kind: 'finished', bytesUp: 0, bytesDown: 0, metrics: { accuracy: 0.9 }, parties },
          ])
          leaveResult(folder, members, more)
          expect((await seen(at(), taskId, members[0])).run?.scores).toBeNull()
          run.set({ status: 'finished', subStatus: 'completed' })
          await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
          for (const party of members) {
            const shown = (await seen(at(), taskId, party)).run
            expect(shown?.scores).toEqual(scores)
            expect(shown?.parties.map((one) => one.gains)).toEqual([gains, null])
          }
        },
      )

      test('ends independent research with its scores, while the model stays at its party', async () => {
        const { taskId, folder, members } = await start(at(), { researchType: 'independent', parties: 1 })
        const run = await flowerRun(taskId)
        leaveScores(folder, members)
        run.set({ status: 'finished', subStatus: 'completed' })
        await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
        expect((await call(at(), GetTask, { taskId }, admin(members[0]))).result.modelId).toBeNull()
        expect((await seen(at(), taskId, members[0])).run).toMatchObject({ scoredBy: null, table: null })
        expect((await call(at(), ListMyModels, {}, admin(members[0]))).result.records).toEqual([])
      })

      test('ends a run without a label with a table that only the task’s parties can read', {
        meta: { spec: 'screens.result-without-model' },
      }, async () => {
        const { taskId, folder, members } = await start(at(), describing)
        const run = await flowerRun(taskId)
        leaveTable(folder, TABLE)
        run.set({ status: 'finished', subStatus: 'completed' })
        await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
        expect((await call(at(), GetTask, { taskId }, admin(members[0]))).result.modelId).toBeNull()
        for (const party of members) {
          expect((await seen(at(), taskId, party)).run).toMatchObject({ table: TABLE, scoredBy: null, metrics: {} })
        }

        const stranger = await buildParty(at())
        expect((await call(at(), GetRun, { taskId }, admin(stranger))).error).toBe('task.not-allowed')
      })

      test.each([
        ['with invalid content', describing, { rows: 'many' }],
        ['of a predicting task, without a model,', {}, TABLE],
      ])('refuses %s as the table of a result', async (_what, fields, table) => {
        const { taskId, folder, members } = await start(at(), fields)
        const run = await flowerRun(taskId)
        leaveTable(folder, table)
        run.set({ status: 'finished', subStatus: 'completed' })
        await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('failed'), SOON)
        const ended = (await seen(at(), taskId, members[0])).run
        expect(ended).toMatchObject({ failure: { code: 'run.result-missing' }, table: null })
      })

      test('returns durations in seconds for the task and in milliseconds for the registration', {
        meta: { spec: ['entities.progress', 'calls.flJobRecruit/jobInfo', 'calls.flJobRecruit/jobInfoByRecruitId'] },
      }, async () => {
        const { taskId, members } = await start(at())
        const secondsByTask = async () =>
          (await call(at(), GetProgress, { taskId }, admin(members[0]))).result?.elapsed ?? Number.NaN
        const before = await secondsByTask()
        const { registrationId } = members[0]
        const mine = await call(at(), GetProgressByRegistration, { registrationId }, admin(members[0]))
        const between = mine.result?.elapsed ?? 0
        expect(between).toBeGreaterThan(0)
        expect(before).toBeLessThanOrEqual(Math.floor(between / 1000))
        expect(Math.floor(between / 1000)).toBeLessThanOrEqual(await secondsByTask())
        const others = await call(at(), GetProgressByRegistration, { registrationId }, admin(members[1]))
        expect(others.error).toBe('task.not-allowed')
      })

      test('accepts each event of a run once, and only with the run’s own token', async () => {
        const { taskId, runId, folder, members } = await start(at())
        await flowerRun(taskId)
        const token = readFileSync(join(folder, 'token'), 'utf8')
        const event = { runId, seq: 1, time: new Date().toISOString(), ...going(members)[0] }
        const post = (bearer: string, payload: object, remoteAddress = '127.0.0.1') =>
          at().app.inject({
            method: 'POST',
            url: `/engine/runs/${runId}/events`,
            payload,
            remoteAddress,
            headers: { authorization: `Bearer ${bearer}` },
          })
        expect((await post('other', event)).statusCode).toBe(401)
        expect((await post(token, event, '10.0.0.7')).statusCode).toBe(404)
        expect((await post(token, { ...event, runId: 'other' })).statusCode).toBe(400)
        expect((await post(token, { ...event, seq: 5 })).statusCode).toBe(204)
        expect((await runOf(at(), taskId)).lastSeq).toBe(0)
        expect((await post(token, event)).statusCode).toBe(204)
        expect((await post(token, event)).statusCode).toBe(204)
        expect(await runOf(at(), taskId)).toMatchObject({ lastSeq: 1, phase: 'running' })
      })

      test('lets only the task’s parties watch a run', { meta: { spec: 'calls.flJobRecruit/metric' } }, async () => {
        const { taskId, runId, folder, members } = await start(at())
        await flowerRun(taskId)
        tell(folder, runId, 1, going(members))
        const metricsFor = async (who: Parameters<typeof call>[3]) =>
          (await call(at(), GetProgress, { taskId }, who)).result?.metrics
        await vi.waitFor(async () => expect(await metricsFor(admin(members[1]))).toEqual({ accuracy: 0.7 }), SOON)
        const outsider = await buildParty(at())
        expect(await metricsFor(admin(outsider))).toEqual({})
        expect(await metricsFor({ user: await buildUser(at()) })).toEqual({})
        for (const status of ['applying', 'rejected', 'left'] as const) {
          const party = await buildParty(at())
          const registrationId = await addToTask(at(), taskId, party, { status })
          const answer = await call(at(), GetProgressByRegistration, { registrationId }, admin(party))
          expect(answer.error).toBe('task.not-allowed')
        }
        expect((await call(at(), GetRun, { taskId }, admin(outsider))).error).toBe('task.not-allowed')
        expect((await call(at(), GetMetrics, { taskId }, admin(outsider))).error).toBe('task.not-allowed')
        expect((await call(at(), GetRun, { taskId }, { user: await buildUser(at()) })).error).toBe('task.not-allowed')
      })
    })

    describe('a party that is offline during a run', () => {
      const soon = () => new Date(at().clock.now().getTime() + 3_600_000)
      const withParts = (supernode: 'ok' | 'failed', runner: 'ok' | 'failed') =>
        ({ edge: 'ok', supernode, runner, storage: 'ok', books: 'ok', pages: 'ok' }) as const

      test.each([
        ['its edge', () => ({ lastSeen: new Date(at().clock.now().getTime() - 7_000) })],
        ['its SuperNode', () => ({ lastSeen: soon(), components: withParts('failed', 'ok') })],
        ['its runner', () => ({ lastSeen: soon(), components: withParts('ok', 'failed') })],
      ])(
        'if %s is offline, the run waits, shows until when, and continues once the party is back',
        { meta: { spec: 'states.party-failure-retry' } },
        async (_what, gone) => {
          const { taskId, runId, members } = await goingOn()
          const { plan } = await runOf(at(), taskId)
          await updateRun(at().db, runId, { plan: { ...plan, waitMinutes: 25 } })
          const before = at().clock.now().getTime()
          await buildEdge(at(), members[1], gone())
          const waiting = await vi.waitFor(async () => {
            const { run } = (await call(at(), GetRun, { taskId }, admin(members[0]))).result
            expect(run?.waitingFor).toEqual([members[1].partyId])
            return run
          }, SOON)
          expect(waiting).toMatchObject({ phase: 'running', failure: null, round: 1 })
          const waits = (waiting?.waitingUntil?.getTime() ?? 0) - before
          expect(Math.round(waits / 60_000)).toBe(25)
          const { attemptId } = await flowerRun(taskId)
          const worker = { kind: 'worker', runId, attemptId, outcome: 'died', step: 'train' } as const
          const died = { ...worker, code: 'run.worker-died' } as const
          await report(at(), members[1].partyId, { ...died, params: {} })
          await report(at(), members[1].partyId, { ...died, code: 'run.supernode-lost', params: {} })
          await report(at(), members[1].partyId, { ...died, code: 'run.worker-hung', params: { seconds: 300 } })

          await buildEdge(at(), members[1], { lastSeen: soon(), components: withParts('ok', 'ok') })
          await vi.waitFor(async () => {
            const { run } = (await call(at(), GetRun, { taskId }, admin(members[0]))).result
            expect(run).toMatchObject({ phase: 'running', waitingFor: [], waitingUntil: null })
          }, SOON)
          expect(await statusOf(at(), taskId)).toBe('training')
        },
      )

      test('shows how long the ServerApp waits for a party, and names the party if the run fails after that time', {
        meta: { spec: 'states.party-failure-retry' },
      }, async () => {
        const { taskId, runId, folder, members } = await goingOn()
        const { partyId } = members[1]
        const { lastSeq } = await runOf(at(), taskId)
        tell(folder, runId, lastSeq + 1, [{ kind: 'waiting', missing: [partyId] }])
        await vi.waitFor(async () => {
          const { run } = (await call(at(), GetRun, { taskId }, admin(members[0]))).result
          expect(run).toMatchObject({ phase: 'running', waitingFor: [partyId], waitingUntil: expect.any(Date) })
        }, SOON)
        const code = 'run.worker-died'
        tell(folder, runId, lastSeq + 2, [{ kind: 'failed', code, params: {}, partyId, step: 'train', round: 2 }])
        await failedWith(taskId, members[0], { code, partyId, step: 'train', round: 2 })
      })
    })

    describe('failures that end a run within ten seconds', () => {
      test('fails a run if a party’s edge is revoked', {
        meta: { spec: ['states.task-failed', 'calls.flPartyInfo/edge'] },
      }, async () => {
        const { taskId, members } = await goingOn()
        const { partyId } = members[1]
        await revokeEdge(at().deps, partyId, 'operator')
        await failedWith(taskId, members[0], { code: 'run.edge-lost', partyId, step: 'train', round: 1 })
      })

      test('fails a run with the ServerApp’s last message if ServerApps die repeatedly without progress', {
        meta: { spec: ['states.task-failed', 'states.server-app-restart'] },
      }, async () => {
        const { taskId, folder, members } = await goingOn()
        for (const time of [1, 2, 3, 4, 5]) {
          const { attemptId } = await flowerRun(taskId)
          writeFileSync(join(folder, 'exit.json'), JSON.stringify({ attemptId, code: 139, signal: 11 }))
          await vi.waitFor(async () => {
            const run = await runOf(at(), taskId)
            expect(run.phase === 'failed' || run.attemptId).not.toBe(attemptId)
            expect(run.phase).toBe(time < 5 ? 'waiting' : 'failed')
          }, SOON)
        }
        await failedWith(taskId, members[0], { code: 'run.server-died', params: { times: 5, cause: 'SIGSEGV' } })
      })

      test('reports a full disk, and restarts a ServerApp that died of it once there is space', async (context) => {
        const runs = join(at().settings.DATA_DIR, 'runs')
        mkdirSync(runs, { recursive: true })
        const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', runs]).status === 0
        context.skip(!isMounted, 'only root can mount a disk')
        try {
          const { taskId, folder, members } = await start(at())
          const { attemptId } = await flowerRun(taskId)
          const full = { code: 'run.platform-no-space', params: { free: expect.any(Number), needed: 64 } }
          const { run } = await seen(at(), taskId, members[0])
          expect(run?.failure).toMatchObject({ ...full, partyId: null })
          expect(run?.failure?.params.free).toBeLessThanOrEqual(8)
          expect(await statusOf(at(), taskId)).toBe('training')
          writeFileSync(join(folder, 'exit.json'), JSON.stringify({ attemptId, code: 1 }))
          const isWaiting = async () => expect((await runOf(at(), taskId)).engineAwaySince).not.toBeNull()
          await vi.waitFor(isWaiting, SOON)
          expect((await seen(at(), taskId, members[0])).run?.failure).toMatchObject(full)
          expect((await runOf(at(), taskId)).attemptId).toBe(attemptId)
          spawnSync('mount', ['-o', 'remount,size=256m', runs])
          await vi.waitFor(async () => expect((await runOf(at(), taskId)).attemptId).not.toBe(attemptId), SOON)
          expect(await statusOf(at(), taskId)).toBe('training')
        } finally {
          spawnSync('umount', ['-l', runs])
        }
      })

      test('fails a run if an update of Tessera replaced the code that the parties signed', async () => {
        const running = await start(at())
        const { attemptId } = await flowerRun(running.taskId)
        await updateRun(at().db, running.runId, { codeHash: 'of the version before' })
        await failedWith(running.taskId, running.members[0], { code: 'run.updated' })
        await vi.waitFor(() => expect(flower.stopped).toContain(attemptId), SOON)

        await stopWorkers()
        const queued = await start(at())
        await updateRun(at().db, queued.runId, { codeHash: 'of the version before' })
        stopWorkers = at().app.training.startWorkers()
        await failedWith(queued.taskId, queued.members[0], { code: 'run.updated' })
      })

      test('fails a run if the failure of a party is reported', {
        meta: { spec: 'errors.failed-run-cause' },
      }, async () => {
        const { taskId, runId, folder, members } = await start(at())
        await flowerRun(taskId)
        const { partyId } = members[1]
        const why = { code: 'data.not-numeric', params: { column: 'chol', rows: 2 }, partyId } as const
        tell(folder, runId, 1, [...going(members), { kind: 'failed', ...why, step: 'train', round: 2 }])
        await failedWith(taskId, members[0], { ...why, step: 'train', round: 2 })
        const [notice] = (await call(at(), ListNotifications, {}, admin(members[1]))).result.records
        expect(notice?.text).toContain('chol')
      })

      test('fails a run if a party’s edge reports that its worker was refused or exceeded a limit', async () => {
        const { taskId, runId, members } = await start(at())
        const { attemptId } = await flowerRun(taskId)
        const code = 'run.worker-memory'
        const worker = { kind: 'worker', runId, attemptId, outcome: 'died', step: 'train' } as const
        const died = { ...worker, code, params: { mebibytes: 9 } } as const
        const outsider = await buildParty(at())
        await report(at(), outsider.partyId, died)
        expect(await statusOf(at(), taskId)).toBe('training')
        await report(at(), members[1].partyId, died)
        await failedWith(taskId, members[0], { code, partyId: members[1].partyId, step: 'train' })
      })

      test('before the start and in the run, names the column by which several rows belong to one person', async () => {
        const { taskId, members } = await buildReadyTask(at())
        await at().db.update(dataset).set({ repeatedId: 'patient_id' }).where(eq(dataset.id, members[1].datasetId))
        const { joined } = (await call(at(), GetRegistrations, { taskId }, admin(members[0]))).result
        expect(joined.registrations.map(({ repeatedId }) => repeatedId).filter(Boolean)).toEqual(['patient_id'])
        await call(at(), StartTraining, { taskId }, admin(members[0]))
        const { run } = (await call(at(), GetRun, { taskId }, admin(members[0]))).result
        expect(run?.parties.find(({ partyId }) => partyId === members[1].partyId)?.repeatedId).toBe('patient_id')
      })

      test('shows only columns of the plan in which a party’s values differ widely', async () => {
        const { taskId, runId, members } = await start(at())
        await flowerRun(taskId)
        const apart = { kind: 'apart' as const, runId, columns: ['age', 'Mrs Miller'] }
        await report(at(), (await buildParty(at())).partyId, apart)
        await report(at(), members[1].partyId, { ...apart, columns: ['Mrs Miller'] })
        const shown = async () => {
          const { run } = (await call(at(), GetRun, { taskId }, admin(members[0]))).result
          return run?.parties.map((party) => [party.partyId, party.apart])
        }
        expect(await shown()).toEqual(members.map(({ partyId }) => [partyId, undefined]))
        await report(at(), members[1].partyId, apart)
        expect(await shown()).toEqual([
          [members[0].partyId, undefined],
          [members[1].partyId, ['age']],
        ])
      })

      test.each(['constructor', 'no.such.code'])(
        'attributes the unknown error code %s of an edge to no party, and keeps notices readable',
        async (code) => {
          const { taskId, runId, members } = await start(at())
          const { attemptId } = await flowerRun(taskId)
          const worker = { kind: 'worker', runId, attemptId, outcome: 'failed', step: 'train' } as const
          const workerReport = { ...worker, code, params: { reason: '<b>' } } as const
          await report(at(), members[1].partyId, workerReport)
          await failedWith(taskId, members[0], { code: 'internal', params: {}, partyId: members[1].partyId })
          const [notice] = (await call(at(), ListNotifications, {}, admin(members[0]))).result.records
          expect(notice?.text).toBe(
            `Training of the task “task” has failed: ${members[1].name}: ${phrase('en', 'internal')}`,
          )
        },
      )

      test('fails a run if a consent ticket is withdrawn', async () => {
        const { taskId, members } = await start(at())
        const { attemptId } = await flowerRun(taskId)
        const run = await runOf(at(), taskId)
        const withdraw = (planHash: string) =>
          report(at(), members[1].partyId, {
            kind: 'grant',
            grant: {
              id: 'g',
              taskId,
              planHash,
              datasetId: members[1].datasetId,
              rowCount: 40,
              expiryTime: '2099-01-01T00:00:00Z',
              withdrawn: true,
            },
          })
        await withdraw('an older plan')
        expect(await statusOf(at(), taskId)).toBe('training')
        await withdraw(sha256(planText(run.plan, run.codeHash)))
        await failedWith(taskId, members[0], { code: 'grant.withdrawn', partyId: members[1].partyId })
        expect((await seen(at(), taskId, members[0])).run?.ending).toMatchObject({
          kind: 'withdrawn',
          partyId: members[1].partyId,
          member: null,
        })
        await vi.waitFor(() => expect(flower.stopped).toContain(attemptId), SOON)
      })

      test('fails a run if Flower finishes without a model', async () => {
        const { taskId, members } = await start(at())
        const run = await flowerRun(taskId)
        run.set({ status: 'finished', subStatus: 'completed' })
        await failedWith(taskId, members[0], { code: 'run.result-missing', step: 'export' })
      })

      test('fails a run if the resulting file is not a Tessera model', async () => {
        const { taskId, folder, members } = await start(at())
        const run = await flowerRun(taskId)
        leaveResult(folder, members)
        writeFileSync(join(folder, 'model.onnx'), 'no model')
        run.set({ status: 'finished', subStatus: 'completed' })
        await failedWith(taskId, members[0], { code: 'model.refused-unreadable', step: 'export' })
      })

      test.each([
        ['is a folder', mkdirSync, { code: 'run.result-missing' }],
        [
          'is larger than a model may be',
          (path: string) => {
            writeFileSync(path, '')
            truncateSync(path, 2 ** 40)
          },
          { code: 'model.refused-size', params: { part: 'bytes', limit: 268_435_456 } },
        ],
      ])('fails a run if the model file %s', async (_what, put: (path: string) => void, failure) => {
        const { taskId, folder, members } = await start(at())
        const run = await flowerRun(taskId)
        leaveResult(folder, members)
        rmSync(join(folder, 'model.onnx'))
        put(join(folder, 'model.onnx'))
        run.set({ status: 'finished', subStatus: 'completed' })
        await failedWith(taskId, members[0], { ...failure, step: 'export' })
      })

      test('fails a run, stores no model and gives the reason if the model file refers to other files', async () => {
        const { taskId, folder, members } = await start(at())
        const run = await flowerRun(taskId)
        leaveResult(folder, members)
        copyFileSync(join(dirname(ONNX), 'external-initializer.onnx'), join(folder, 'model.onnx'))
        run.set({ status: 'finished', subStatus: 'completed' })
        const failure = { code: 'model.refused-external-data', params: { name: 'w' } }
        await failedWith(taskId, members[0], { ...failure, step: 'export' })
        expect(await findModelOfTask(at().db, taskId, members[0].partyId)).toBeNull()
      })
    })

    test('shows that another ServerApp is started after one died, and continues with the same consent tickets', {
      meta: { spec: 'states.server-app-restart' },
    }, async () => {
      const { taskId, runId, folder, members } = await start(at())
      const before = await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).round).toBe(1), SOON)
      const exit = { attemptId: before.attemptId, code: 137, signal: 9 }
      const commands: unknown[] = []
      const unsubscribe = at().deps.bus.subscribe('edge-command', (command) => commands.push(command))
      writeFileSync(join(folder, 'exit.json'), JSON.stringify(exit))
      await vi.waitFor(async () => {
        const { run } = await seen(at(), taskId, members[0])
        const failure = { code: 'run.server-restarting', partyId: null }
        expect(run).toMatchObject({ phase: 'waiting', round: 1, waitingFor: [], failure })
      }, SOON)
      const after = await flowerRun(taskId)
      expect(after.attemptId).not.toBe(before.attemptId)
      expect(after.config).toEqual(before.config)
      expect(flower.stopped).toContain(before.attemptId)
      unsubscribe()
      const message = { kind: 'end-attempt', attemptId: before.attemptId }
      expect(commands).toEqual(members.map(({ partyId }) => ({ partyId, message })))

      // The previous ServerApp's exit may be reported only now, because the task runner delayed it.
      writeFileSync(join(folder, 'exit.json'), JSON.stringify(exit))
      tell(folder, runId, 4, going(members).slice(0, 1))
      await lookedAt(after.attemptId)
      const { run } = await seen(at(), taskId, members[0])
      expect(run).toMatchObject({ phase: 'running', step: 'train', round: 1, failure: null })
      leaveResult(folder, members)
      after.set({ status: 'finished', subStatus: 'completed' })
      await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
    })

    test('waits while the SuperLink does not answer, shows this, and then continues', async () => {
      const { taskId, members } = await start(at())
      await flowerRun(taskId)
      await flower.goAway()
      await vi.waitFor(async () => {
        const { run } = await seen(at(), taskId, members[0])
        expect(run).toMatchObject({ phase: 'waiting', failure: { code: 'run.engine-away' } })
      }, SOON)
      await flower.listen()
      await vi.waitFor(async () => expect((await seen(at(), taskId, members[0])).run?.failure).toBeNull(), SOON)
      expect(await statusOf(at(), taskId)).toBe('training')
    })

    test('shows that the fleet does not answer, and shows no party as offline, because none can be reached', async () => {
      const { taskId, runId, folder, members } = await goingOn()
      const silent = createServer(() => {})
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
      const path = join(at().settings.DATA_DIR, 'fleet.json')
      const address = readFileSync(path, 'utf8')
      const frontDoorUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
      writeFileSync(path, JSON.stringify({ ...JSON.parse(address), frontDoorUrl }))
      const { partyId } = members[1]
      await buildEdge(at(), members[1], {
        components: { edge: 'ok', supernode: 'failed', runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' },
      })
      tell(folder, runId, 4, [{ kind: 'waiting', missing: [partyId] }])
      const standsStill = { phase: 'waiting', failure: { code: 'run.engine-away', partyId: null } }
      await vi.waitFor(
        async () => {
          const { run } = await seen(at(), taskId, members[0])
          expect(run).toMatchObject({ ...standsStill, lastSeq: 4, waitingFor: [], waitingUntil: null })
        },
        { interval: 100 },
      )
      writeFileSync(path, address)
      silent.close()
      tell(folder, runId, 5, [{ kind: 'waiting', missing: [] }])
      await vi.waitFor(
        async () => {
          // Both parties still send heartbeats to the platform.
          for (const member of members) await buildEdge(at(), member)
          const { run } = await seen(at(), taskId, members[0])
          expect(run).toMatchObject({ phase: 'running', failure: null, waitingFor: [] })
        },
        { interval: 100 },
      )
    })

    test('shows when the platform’s certificate expired, and does not wait for parties that cannot connect because of it', async () => {
      const { taskId, members } = await goingOn()
      at().settings.TLS_CERT = expired.certFile
      try {
        // Parties that are already connected stay connected after the certificate has expired.
        expect((await seen(at(), taskId, members[0])).run).toMatchObject({ failure: null, waitingFor: [] })
        await buildEdge(at(), members[1], { lastSeen: new Date(at().clock.now().getTime() - 7_000) })
        const { date } = expired
        const because = { code: 'run.platform-expired', params: { date }, partyId: null }
        await vi.waitFor(async () => {
          const { run } = await seen(at(), taskId, members[0])
          expect(run).toMatchObject({ phase: 'running', failure: because, waitingFor: [], waitingUntil: null })
        }, SOON)
      } finally {
        at().settings.TLS_CERT = undefined
      }
    })

    test('shows when the fleet’s certificate expired, blames no party, and waits as for an unreachable server', {
      meta: { spec: 'calls.fleet-certificate-renewal' },
    }, async () => {
      const { DATA_DIR } = at().settings
      const { taskId, runId, members } = await goingOn()
      const notAfter = new Date(Date.now() - 60_000)
      const { certFile, keyFile } = await (await openFleetAuthority(DATA_DIR)).issue('front-door', [LOOPBACK], notAfter)
      const door = createHttpsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
      await new Promise<void>((done) => door.listen(0, LOOPBACK, done))
      const path = join(DATA_DIR, 'fleet.json')
      const address = readFileSync(path, 'utf8')
      const frontDoorUrl = `https://${LOOPBACK}:${(door.address() as AddressInfo).port}`
      writeFileSync(path, JSON.stringify({ ...JSON.parse(address), frontDoorUrl }))
      await buildEdge(at(), members[1], {
        components: { edge: 'ok', supernode: 'failed', runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' },
      })
      try {
        const params = { date: notAfter.toISOString().slice(0, 10) }
        const because = { code: 'run.fleet-expired', params, partyId: null }
        await vi.waitFor(
          async () => {
            const { run } = await seen(at(), taskId, members[0])
            expect(run).toMatchObject({ phase: 'waiting', failure: because, waitingFor: [], waitingUntil: null })
          },
          { interval: 100 },
        )
        const before = at().clock.now().getTime() - WAIT_MINUTES * 60_000
        await updateRun(at().db, runId, { engineAwaySince: new Date(before) })
        await failedWith(taskId, members[0], because)
      } finally {
        writeFileSync(path, address)
        rmSync(certFile)
        door.close()
      }
    })

    test('blames the expired certificate, not a party, if the ServerApp stops waiting for a party that it keeps away', async () => {
      const { taskId, runId, folder, members } = await goingOn()
      at().settings.TLS_CERT = expired.certFile
      try {
        await buildEdge(at(), members[1], { lastSeen: new Date(at().clock.now().getTime() - 7_000) })
        const { partyId } = members[1]
        const { lastSeq } = await runOf(at(), taskId)
        const gaveUp = { kind: 'failed', code: 'run.party-offline', params: { seconds: 600 }, partyId } as const
        tell(folder, runId, lastSeq + 1, [gaveUp])
        const because = { code: 'run.platform-expired', params: { date: expired.date } }
        await failedWith(taskId, members[0], { ...because, partyId: null })
        const { events } = await seen(at(), taskId, members[0])
        const last = events.find(({ kind }) => kind === 'failed')
        expect(last).toMatchObject(because)
        expect(JSON.stringify(last)).not.toContain(partyId)
        const { records } = (await call(at(), ListNotifications, {}, admin(members[1]))).result
        expect(records.find(({ kind }) => kind === 'run.failed')?.text).not.toContain(members[1].nameEn)
      } finally {
        at().settings.TLS_CERT = undefined
      }
    })

    test('stops a run at once, and lets the initiator return the task to recruiting', {
      meta: { spec: ['states.run-survives-restart', 'calls.training-run-control'] },
    }, async () => {
      const { taskId, members } = await start(at())
      const { attemptId } = await flowerRun(taskId)
      const commands: unknown[] = []
      const unsubscribe = at().deps.bus.subscribe('edge-command', (command) => commands.push(command))
      expect((await call(at(), StopTraining, { taskId }, admin(members[1]))).error).toBe('task.initiator-only')
      expect((await call(at(), StopTraining, { taskId }, admin(members[0]))).error).toBeUndefined()
      expect((await seen(at(), taskId, members[0])).run).toMatchObject({
        phase: 'stopped',
        failure: { code: 'run.stopped', partyId: members[0].partyId },
        ending: { kind: 'stopped', partyId: members[0].partyId, member: members[0].admin.username },
        abilities: { stop: false, finishEarly: false, resubmit: true },
      })
      expect(await statusOf(at(), taskId)).toBe('stopped')
      const notices = (await call(at(), ListNotifications, {}, admin(members[1]))).result.records
      expect(notices.find(({ kind }) => kind === 'run.stopped')?.text).toBe(
        `Training of the task “task” was stopped by ${members[0].nameEn}.`,
      )
      await vi.waitFor(() => {
        expect(flower.stopped).toContain(attemptId)
        expect(commands).toHaveLength(2)
      }, SOON)
      unsubscribe()
      expect((await call(at(), StopTraining, { taskId }, admin(members[0]))).error).toBe('run.none')
      expect((await call(at(), Resubmit, { taskId }, admin(members[1]))).error).toBe('task.initiator-only')
      expect((await call(at(), Resubmit, { taskId }, admin(members[0]))).error).toBeUndefined()
      // The consent tickets still match the plan, so the run starts again at once.
      expect((await call(at(), StartTraining, { taskId }, admin(members[0]))).result).toBeNull()
    })

    test('restarts after a failure with unused consent tickets, and shows used tickets without using them again', {
      meta: { spec: 'states.run-survives-restart' },
    }, async () => {
      const { taskId, members } = await buildReadyTask(at())
      const [first, second] = members
      const begin = async () => (await call(at(), StartTraining, { taskId }, admin(first))).result
      const again = async () => (await call(at(), Resubmit, { taskId }, admin(first))).error
      const ticketOf = async (party: Member) => {
        const { mine } = (await call(at(), GetRegistrations, { taskId }, admin(party))).result
        return [mine?.grant, mine?.staleBecause, mine?.readiness.data]
      }
      const good = ['signed', [], true]
      flower.refused.set(taskId, 'unknown key in run config')
      await begin()
      await failedWith(taskId, first, { code: 'run.engine-refused' })
      flower.refused.delete(taskId)
      expect([await ticketOf(first), await ticketOf(second)]).toEqual([good, good])
      expect(await again()).toBeUndefined()
      expect(await begin()).toBeNull()

      const { id: runId } = await runOf(at(), taskId)
      await flowerRun(taskId)
      const [row] = await at().db.select().from(grantNotice).where(eq(grantNotice.partyId, second.partyId))
      const { id, planHash, datasetId, rowCount, expiryTime } = row as typeof grantNotice.$inferSelect
      const ticket = { id, taskId, planHash, datasetId, rowCount, expiryTime: expiryTime.toISOString() }
      await report(at(), second.partyId, {
        kind: 'grant',
        grant: { ...ticket, withdrawn: false, roundsLeft: 0, runId },
      })
      const folder = join(at().settings.DATA_DIR, 'runs', runId)
      tell(folder, runId, 1, [{ kind: 'failed', code: 'run.party-silent', params: {}, partyId: first.partyId }])
      await failedWith(taskId, first, { code: 'run.party-silent' })
      expect([await ticketOf(first), await ticketOf(second)]).toEqual([good, ['stale', ['stages'], false]])
      expect(await again()).toBeUndefined()
      expect(await begin()).toBe('1/2')
      expect(await statusOf(at(), taskId)).toBe('recruiting')
      await signTicket(at(), taskId, second)
      expect(await begin()).toBeNull()
    })

    test('lets the initiator end a run early with the best model so far, after there is a model', {
      meta: { spec: 'calls.training-run-control' },
    }, async () => {
      const { taskId, runId, folder, members } = await start(at())
      const run = await flowerRun(taskId)
      const finish = async (by: Member) => (await call(at(), FinishEarly, { taskId }, admin(by))).error
      const can = async () => (await seen(at(), taskId, members[0])).run?.abilities.finishEarly
      expect(await can()).toBe(false)
      expect(await finish(members[0])).toBe('run.nothing-yet')

      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect(await can()).toBe(true), SOON)
      expect((await seen(at(), taskId, members[1])).run?.abilities.finishEarly).toBe(false)
      expect(await finish(members[1])).toBe('task.initiator-only')
      expect(existsSync(join(folder, 'finish-early'))).toBe(false)

      expect(await finish(members[0])).toBeUndefined()
      expect(await finish(members[0])).toBeUndefined()
      await vi.waitFor(() => expect(existsSync(join(folder, 'finish-early'))).toBe(true), SOON)
      const shown = (await seen(at(), taskId, members[1])).run
      expect(shown).toMatchObject({ phase: 'running', finishesEarly: true, abilities: { finishEarly: false } })
      const ender = {
        kind: 'finished-early',
        partyId: members[0].partyId,
        member: members[0].admin.username,
      }
      expect(shown?.ending).toMatchObject(ender)

      leaveResult(folder, members)
      run.set({ status: 'finished', subStatus: 'completed' })
      await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
      expect(await finish(members[0])).toBe('run.none')
      expect((await seen(at(), taskId, members[1])).run?.ending).toMatchObject(ender)
      const [kept] = (await call(at(), ListRuns, { taskId }, admin(members[1]))).result
      expect(kept?.ending).toMatchObject(ender)
      const owned = (await call(at(), ListMyModels, {}, admin(members[1]))).result.records[0]
      const model = (await call(at(), GetModel, { modelId: owned?.id ?? '' }, admin(members[1]))).result
      // Readers in other parties see a published model, so they see the party that ended the run, but not the member.
      expect(model.ending).toMatchObject({ ...ender, member: null })
      expect(model.elapsedMs).toBe(kept?.elapsedMs)
    })

    test('does not finish a single-party run early, because it has no model between its rounds', async () => {
      const { taskId, runId, folder, members } = await start(at(), { researchType: 'independent', parties: 1 })
      await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).round).toBe(1), SOON)
      expect((await seen(at(), taskId, members[0])).run?.abilities).toMatchObject({ stop: true, finishEarly: false })
      expect((await call(at(), FinishEarly, { taskId }, admin(members[0]))).error).toBe('run.nothing-yet')
    })

    test('fails a task with status training that has no run, and does not change a task that has one', async () => {
      const orphan = await buildTask(at(), { status: 'training' })
      const { taskId } = await start(at())
      await failOrphanedTasks(at().app.training.deps)
      expect(await statusOf(at(), orphan.taskId)).toBe('failed')
      expect(await statusOf(at(), taskId)).toBe('training')
    })

    test('finds a Flower run whose id was not stored, instead of starting the run twice', async () => {
      await stopWorkers()
      const { taskId, runId } = await start(at())
      flower.runs.set('4711', { status: 'running', subStatus: '', fabHash: '', config: { 'run-id': runId } })
      await updateRun(at().db, runId, { isSubmitted: true })
      stopWorkers = at().app.training.startWorkers()
      expect((await flowerRun(taskId)).attemptId).toBe('4711')
      expect([...flower.runs.values()].filter(({ config }) => config['run-id'] === runId)).toHaveLength(1)
    })

    test('renews the lease of a run while Flower is slow to start it', async () => {
      const { taskId, members } = await buildReadyTask(at())
      const { promise, resolve } = Promise.withResolvers<void>()
      flower.slow.set(taskId, promise)
      await call(at(), StartTraining, { taskId }, admin(members[0]))
      const lease = async () => {
        const { isSubmitted, leaseOwner, leaseUntil } = await runOf(at(), taskId)
        expect(isSubmitted).toBe(true)
        return { leaseOwner, until: leaseUntil?.getTime() ?? 0 }
      }
      const first = await vi.waitFor(lease, SOON)
      await vi.waitFor(async () => expect((await lease()).until).toBeGreaterThan(first.until), SOON)
      expect((await lease()).leaseOwner).toBe(first.leaseOwner)
      resolve()
      await flowerRun(taskId)
    })

    test('reads events of a run again if they could not be applied', async () => {
      await stopWorkers()
      const { taskId, runId, folder, members } = await start(at())
      const { deps } = at().app.training
      const link = openFlowerLink(at().settings.DATA_DIR)
      let isBroken = false
      const db = new Proxy(deps.db, {
        get: (target, key) =>
          key === 'transaction' && isBroken
            ? () => Promise.reject(new Error('Connection terminated unexpectedly'))
            : Reflect.get(target, key, target),
      })
      const follower = new Follower({ ...deps, db }, link, runId)
      await follower.step()
      tell(folder, runId, 1, going(members))
      isBroken = true
      await expect(follower.step()).rejects.toThrow('terminated')
      expect((await runOf(at(), taskId)).lastSeq).toBe(0)
      isBroken = false
      await follower.step()
      expect((await runOf(at(), taskId)).lastSeq).toBe(3)
      await link.close()
      stopWorkers = at().app.training.startWorkers()
    })

    test('ends a run if the database refuses its events permanently', async () => {
      const { taskId, runId, folder, members } = await start(at())
      await flowerRun(taskId)
      tell(folder, runId, 1, [{ kind: 'started', parties: ['a\0'], rounds: 3 }])
      await failedWith(taskId, members[0], { code: 'internal' })
    })

    test('accepts nothing that a party receives with a run as a credential for the platform', async () => {
      const { taskId, runId, folder, members } = await start(at())
      const { config, fabHash } = await flowerRun(taskId)
      tell(folder, runId, 1, going(members).slice(0, 1))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).lastSeq).toBe(1), SOON)
      await stopWorkers()
      const before = await runOf(at(), taskId)

      const plan = JSON.parse(String(config.plan)) as Record<string, unknown>
      const seen = [...Object.values(config), ...Object.values(plan), plan.columns, fabHash].flat().map(String)
      const [first, second] = members
      const { PREFIX } = at().settings
      const event = { runId, seq: 2, time: new Date().toISOString(), ...going(members)[1] }
      const stop = { url: `${PREFIX}${StopTraining.path}`, payload: { id: taskId } }
      const submit = { url: `${PREFIX}${StartTraining.path}`, payload: { id: taskId } }
      for (const value of new Set(seen)) {
        const bearer = { authorization: `Bearer ${value}` }
        const session = { [HEADERS.token]: value, [HEADERS.party]: first.partyId }
        const tries = await Promise.all([
          at().app.inject({ method: 'POST', url: `/engine/runs/${runId}/events`, headers: bearer, payload: event }),
          ...[stop, submit].flatMap((to) => [
            at().app.inject({ method: 'POST', headers: session, ...to }),
            at().app.inject({ method: 'POST', headers: { ...session, ...bearer }, ...to }),
          ]),
          at().app.inject({ url: LINK_PATHS.task.replace(':taskId', taskId), headers: bearer }),
          at().app.inject({ url: LINK_PATHS.code.replace(':algorithmId', ALGORITHM), headers: bearer }),
        ])
        expect(tries.map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 401))
        await expect(at().app.injectWS(LINK_PATHS.socket, { headers: bearer } as never)).rejects.toThrow('401')
        for (const { userId } of [first.admin, second.admin]) {
          const opening = { origin: 'http://127.0.0.1:8080', 'sec-websocket-protocol': value }
          const opened = at().app.injectWS(`${PREFIX}/websocket/${userId}`, { headers: opening } as never)
          await expect(opened).rejects.toThrow('401')
        }
      }
      expect(seen.length).toBeGreaterThan(8)
      expect(await runOf(at(), taskId)).toEqual(before)
      // The platform accepts the same event with the run's own token, so only the token was wrong.
      const token = readFileSync(join(folder, 'token'), 'utf8')
      const headers = { authorization: `Bearer ${token}` }
      await at().app.inject({ method: 'POST', url: `/engine/runs/${runId}/events`, headers, payload: event })
      expect((await runOf(at(), taskId)).lastSeq).toBe(2)
      stopWorkers = at().app.training.startWorkers()
    })

    test('resumes with the same consent tickets after the fleet restarts during training, once all parties are back', {
      meta: { spec: 'states.run-survives-restart' },
    }, async () => {
      const { taskId, runId, folder, members } = await start(at())
      const before = await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).lastSeq).toBe(3), SOON)
      const well = (supernode: 'ok' | 'starting') =>
        buildEdge(at(), members[1], {
          components: { edge: 'ok', supernode, runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' },
        })
      await stopWorkers()
      await well('starting')
      writeFileSync(join(folder, 'exit.json'), '{"code":null,"signal":15}')
      await flower.startAnew()
      const { partyId } = members[1]
      const died = { kind: 'worker', runId, outcome: 'died', step: 'train', code: 'run.supernode-lost' } as const
      const reportDeath = () => report(at(), partyId, { ...died, attemptId: before.attemptId, params: {} })
      await reportDeath()
      await withoutFleet(reportDeath)
      expect(await statusOf(at(), taskId)).toBe('training')
      stopWorkers = at().app.training.startWorkers()

      await vi.waitFor(async () => {
        const { run } = await seen(at(), taskId, members[0])
        expect(run).toMatchObject({ phase: 'waiting', waitingFor: [partyId], failure: null })
      }, SOON)
      await reportDeath()
      expect(await statusOf(at(), taskId)).toBe('training')

      await well('ok')
      const after = await flowerRun(taskId)
      expect(after.attemptId).not.toBe(before.attemptId)
      // The run ended together with its fleet, so Flower was not asked to stop it. Such a call would be refused, and
      // the SuperLink would log an error.
      expect(flower.refusals).toEqual([])
      expect(after.config).toEqual(before.config)
      expect(existsSync(join(folder, 'exit.json'))).toBe(false)
      tell(folder, runId, 4, going(members).slice(0, 1))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).phase).toBe('running'), SOON)
      leaveResult(folder, members)
      after.set({ status: 'finished', subStatus: 'completed' })
      await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
    })

    test('treats a restarted fleet that cannot be reached as unreachable, which ends the run after the waiting time', {
      meta: { spec: 'states.run-survives-restart' },
    }, async () => {
      await stopWorkers()
      const { taskId, runId, folder, members } = await start(at())
      const link = openFlowerLink(at().settings.DATA_DIR)
      const follower = new Follower(at().app.training.deps, link, runId)
      await follower.step()
      tell(folder, runId, 1, going(members))
      await follower.step()
      writeFileSync(join(folder, 'exit.json'), '{"code":null,"signal":15}')
      await flower.startAnew()
      await flower.goAway()
      await follower.step()
      expect((await runOf(at(), taskId)).engineAwaySince).toEqual(expect.any(Date))
      expect(await statusOf(at(), taskId)).toBe('training')
      await updateRun(at().db, runId, { engineAwaySince: new Date(at().clock.now().getTime() - WAIT_MINUTES * 60_000) })
      await follower.step()
      expect((await runOf(at(), taskId)).failure).toMatchObject({ code: 'run.engine-away', partyId: null })
      await link.close()
      await flower.listen()
      stopWorkers = at().app.training.startWorkers()
    })

    test('does not count the time without the SuperLink before the platform itself stopped', {
      meta: { spec: 'states.run-survives-restart' },
    }, async () => {
      const { taskId, runId, folder, members } = await start(at())
      const { attemptId } = await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).lastSeq).toBe(3), SOON)
      await stopWorkers()
      const before = new Date(at().clock.now().getTime() - 90_000)
      await updateRun(at().db, runId, { engineAwaySince: before })
      await flower.goAway()
      stopWorkers = at().app.training.startWorkers()
      await vi.waitFor(async () => {
        const { engineAwaySince } = await runOf(at(), taskId)
        expect(engineAwaySince?.getTime()).toBeGreaterThan(before.getTime())
      }, SOON)
      await flower.listen()
      await lookedAt(attemptId)
      expect(await runOf(at(), taskId)).toMatchObject({ phase: 'running', engineAwaySince: null })
    })

    test('lets another worker take over a run during training without losing progress', {
      meta: { spec: 'states.run-survives-restart' },
    }, async () => {
      const { taskId, runId, folder, members } = await start(at())
      const run = await flowerRun(taskId)
      tell(folder, runId, 1, going(members))
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).lastSeq).toBe(3), SOON)
      await stopWorkers()
      const started = flower.runs.size
      leaveResult(folder, members)
      run.set({ status: 'finished', subStatus: 'completed' })
      stopWorkers = at().app.training.startWorkers()
      await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
      expect(flower.runs.size).toBe(started)
    })
  },
  WITH_ALGORITHMS,
)

describeOn(
  'server',
  'PostgreSQL away',
  (at) => {
    test('continues a run to its end when PostgreSQL returns during training', async () => {
      const flower = await startFakeFlower(at().settings.DATA_DIR)
      const logged = vi.spyOn(at().deps.log, 'error')
      const failedLooks = (runId: string) =>
        logged.mock.calls.filter(([about]) => (about as { runId?: string }).runId === runId)
      const stop = at().app.training.startWorkers()
      const { taskId, runId, folder, members } = await start(at())
      await vi.waitFor(async () => expect((await runOf(at(), taskId)).attemptId).not.toBeNull(), SOON)
      const comeBack = await cutOff(at())
      tell(folder, runId, 1, going(members))
      leaveResult(folder, members)
      for (const run of flower.runs.values()) Object.assign(run, { status: 'finished', subStatus: 'completed' })
      await vi.waitFor(() => expect(failedLooks(runId).length).toBeGreaterThanOrEqual(2), SOON)
      await comeBack()
      await vi.waitFor(async () => expect(await statusOf(at(), taskId)).toBe('completed'), SOON)
      expect((await runOf(at(), taskId)).lastSeq).toBe(3)
      await stop()
      await flower.close()
    })
  },
  WITH_ALGORITHMS,
)

/** Returns a worker, and the runs that it claimed in each of its passes. */
function watchedWorker({ app }: World) {
  const { deps } = app.training
  const claims: string[][] = []
  const transaction: typeof deps.db.transaction = async (work, config) => {
    const result = await deps.db.transaction(work, config)
    if (Array.isArray(result)) claims.push(result.map(({ id }) => id))
    return result
  }
  const db = new Proxy(deps.db, {
    get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key, target)),
  })
  return { claims, stop: startRunWorker({ ...deps, db }) }
}

describeOn(
  'server',
  'many at once',
  (at) => {
    test('starts one run of a task if several requests arrive at the same time', {
      meta: { spec: 'calls.flJobRecruit/submit' },
    }, async () => {
      const { taskId, members } = await buildReadyTask(at())
      const tries = await Promise.all(
        Array.from({ length: 6 }, () => call(at(), StartTraining, { taskId }, admin(members[0]))),
      )
      expect(tries.map(({ error }) => error ?? 'started').sort()).toEqual([
        'started',
        ...Array(5).fill('task.not-recruiting'),
      ])
    })

    test('starts once with the ready parties, in one clone, and returns this clone to all concurrent callers', {
      meta: { spec: 'states.initiator-may-start' },
    }, async () => {
      const { taskId, members } = await buildTask(at(), { parties: 3 })
      const [first, second, third] = members as unknown as [Member, Member, Member]
      for (const party of [first, second]) await signTicket(at(), taskId, party)
      const withReady = (keepOriginal: boolean) => call(at(), StartWithReady, { taskId, keepOriginal }, admin(first))
      const submit = () => call(at(), StartTraining, { taskId }, admin(first))
      const tries = await Promise.all(Array.from({ length: 6 }, () => withReady(true)))

      const clones = await at().db.select().from(task).where(eq(task.originTaskId, taskId))
      expect(clones).toHaveLength(1)
      const refused = { error: 'task.started-as', params: { task: 'task (2)', taskId: clones[0]?.id } }
      const losers = tries.filter(({ error }) => error !== undefined)
      expect(losers.map(({ error, params }) => ({ error, params }))).toEqual(Array(5).fill(refused))
      expect(losers[0]?.message).toContain('“task (2)”')
      // The copy's run uses these tickets, so the original task can start neither with the ready parties nor with all.
      expect(await withReady(false)).toMatchObject(refused)
      await signTicket(at(), taskId, third)
      expect(await submit()).toMatchObject(refused)

      await call(at(), StopTraining, { taskId: clones[0]?.id ?? '' }, admin(first))
      expect((await submit()).result).toBeNull()
    })

    test('starts one run if two members start it at the same moment', {
      meta: { spec: 'calls.flJobRecruit/submit' },
    }, async () => {
      const { taskId, members } = await buildReadyTask(at())
      const start = () => call(at(), StartTraining, { taskId }, admin(members[0]))
      const answers = await Promise.all([start(), start(), start()])
      expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
      const runs = await at().db.$count(trainingRun, eq(trainingRun.taskId, taskId))
      expect(runs).toBe(1)
    })

    test('never trains a task and its clone, or two clones, at the same time with the same tickets', async () => {
      const { taskId, members } = await buildTask(at(), { parties: 3 })
      const [first, second, third] = members as unknown as [Member, Member, Member]
      for (const party of [first, second]) await signTicket(at(), taskId, party)
      const cloneId = (await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))).result
      await call(at(), StopTraining, { taskId: cloneId }, admin(first))
      const resubmit = (id: string) => call(at(), Resubmit, { taskId: id }, admin(first))
      const again = await Promise.all([1, 2].map(() => resubmit(cloneId)))
      expect(again.map(({ error }) => error ?? 'done').sort()).toEqual(['done', 'task.recruiting-again'])

      await signTicket(at(), taskId, third)
      const submit = async (id: string) => (await call(at(), StartTraining, { taskId: id }, admin(first))).error
      const both = await Promise.all([taskId, cloneId].map(submit))
      expect(both.map((error) => error ?? 'started').sort()).toEqual(['started', 'task.started-as'])
      const winner = both[0] === undefined ? taskId : cloneId
      await call(at(), StopTraining, { taskId: winner }, admin(first))
      await resubmit(winner)

      expect(await submit(taskId)).toBeUndefined()
      expect(await submit(cloneId)).toBe('task.started-as')
      // The clone's own tickets belong to no other task.
      for (const party of [first, second]) await signTicket(at(), cloneId, party)
      expect(await submit(cloneId)).toBeUndefined()
    })

    test.each<[string, Partial<RunRow>]>([
      ['its fleet is found to have ended', { attemptId: '1', isSubmitted: true, fleetStart: 'before', lastSeq: 1 }],
      ['it waits for its parties', { resumedTime: new Date(), phase: 'running', waitingFor: [] }],
    ])(
      'does not restart a run that is stopped by a member while %s',
      { meta: { spec: 'states.run-survives-restart' } },
      async (_when, changes) => {
        const flower = await startFakeFlower(at().settings.DATA_DIR)
        const { taskId, runId, members } = await start(at())
        await buildEdge(at(), members[1], { lastSeen: new Date(0) })
        await updateRun(at().db, runId, changes)
        const { deps } = at().app.training
        const link = openFlowerLink(at().settings.DATA_DIR)
        const follower = new Follower(deps, link, runId)
        let looking: Promise<boolean> | undefined
        const failure = { code: 'run.stopped', params: {}, partyId: null, step: 'train', round: 0 } as const
        await deps.db.transaction(async (tx) => {
          await endRun(tx, deps, runId, { phase: 'stopped', failure })
          looking = follower.step()
          await vi.waitFor(async () => {
            const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
            expect(await deps.db.$count(sql`pg_stat_activity`, waiting)).toBe(1)
          }, SOON)
        })
        expect(await looking).toBe(true)
        expect(await runOf(at(), taskId)).toMatchObject({
          phase: 'stopped',
          waitingFor: [],
          attemptId: changes.attemptId ?? null,
        })
        await link.close()
        await flower.close()
      },
    )

    test('never lets two workers follow the same run', async () => {
      const flower = await startFakeFlower(at().settings.DATA_DIR)
      const before = flower.runs.size
      const workers = Array.from({ length: 3 }, () => watchedWorker(at()))
      const tasks = await Promise.all(Array.from({ length: 5 }, () => start(at())))
      for (const { taskId } of tasks) {
        await vi.waitFor(async () => expect((await runOf(at(), taskId)).attemptId).not.toBeNull(), SOON)
      }
      // In the meantime, every worker has looked for runs again.
      const looks = workers.map(({ claims }) => claims.length)
      await vi.waitFor(() => {
        for (const [index, { claims }] of workers.entries()) {
          expect(claims.length).toBeGreaterThanOrEqual((looks[index] ?? 0) + 2)
        }
      }, SOON)
      const claimed = workers.flatMap(({ claims }) => claims.flat())
      for (const { runId } of tasks) expect(claimed.filter((id) => id === runId)).toHaveLength(1)
      const started = [...flower.runs.values()].map(({ config }) => config['run-id'])
      expect(new Set(started).size).toBe(started.length)
      expect(started.length).toBeGreaterThanOrEqual(before + 5)
      for (const { stop } of workers) await stop()
      await flower.close()
    })
  },
  WITH_ALGORITHMS,
)
