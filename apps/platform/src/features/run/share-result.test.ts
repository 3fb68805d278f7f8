import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LINK_PATHS, type RunProgress } from '@tessera/contract'
import { GetModel, GetRun, GetTask, ListMyModels, PublishModel, StartTraining } from '@tessera/contract/wire'
import { expect, test, vi } from 'vitest'
import { edgeLinkHandlers } from '../../edge-link-handlers.ts'
import { RUN_MOVED, type RunMoved } from '../../lib/live.ts'
import { enrolledEdge, signed } from '../../testing/edge-caller.ts'
import { buildParty, call, describeOnOne, type World } from '../../testing/index.ts'
import { leaveScores } from '../../testing/scores.ts'
import { admin, buildTask, type Member, signTicket, WITH_ALGORITHMS } from '../../testing/task.ts'
import { task } from '../task/table.ts'
import { findNewestRun, updateRun } from './queries.ts'
import type { RunRow } from './table.ts'

const ONNX = fileURLToPath(new URL('../../../../../packages/inference/test-data/classes.onnx', import.meta.url))
const MODEL = readFileSync(ONNX)
const regression = {
  coefficients: [],
  constant: [],
  collinear: [],
  separated: [],
  ridge: 0,
  converged: true,
  rows: 40,
  averaged: 0,
  changed: 0,
}

/** Adds a single-party run to the database. No worker follows the run. */
async function buildRun(world: World, changes: Partial<RunRow> = { phase: 'completed' }) {
  const { taskId, members } = await buildTask(world, { researchType: 'independent', parties: 1 })
  const party = members[0] as Member
  await signTicket(world, taskId, party)
  expect((await call(world, StartTraining, { taskId }, admin(party))).result).toBeNull()
  const run = await findNewestRun(world.db, taskId)
  if (!run) throw new Error('no run')
  await updateRun(world.db, run.id, changes)
  await world.db.update(task).set({ status: 'completed' })
  const folder = join(world.settings.DATA_DIR, 'runs', run.id)
  mkdirSync(folder, { recursive: true })
  leaveScores(folder, [party])
  const key = await enrolledEdge(world, party)
  const tokenOf = async () => signed(party.partyId, key)
  return { taskId, party, runId: run.id, tokenOf }
}

const share = async (world: World, runId: string, token: string, model: Uint8Array = MODEL, card: object = {}) => {
  const response = await world.app.inject({
    method: 'POST',
    url: LINK_PATHS.runResult.replace(':runId', runId),
    headers: { authorization: `Bearer ${token}` },
    payload: { card: { regression, ...card }, model: Buffer.from(model).toString('base64') },
  })
  return { status: response.statusCode, error: response.json().error as string | undefined }
}
const modelsOf = async (world: World, party: Member) =>
  (await call(world, ListMyModels, {}, admin(party))).result.records

describeOnOne(
  'a shared result',
  (at) => {
    test('adds a shared result to the party’s models, with the scores that the run reported and the model’s own description', async () => {
      const { taskId, party, runId, tokenOf } = await buildRun(at())
      expect(await modelsOf(at(), party)).toEqual([])
      const flattering = { metrics: { accuracy: 1 }, parties: [], codeHash: 'other' }
      expect(await share(at(), runId, await tokenOf(), MODEL, flattering)).toEqual({ status: 200, error: undefined })

      const [model] = await modelsOf(at(), party)
      expect(model).toMatchObject({ taskId, metrics: { accuracy: 0.8 } })
      expect((await call(at(), GetTask, { taskId }, admin(party))).result.modelId).toBe(model?.id)
      const modelId = model?.id ?? ''
      const { card, abilities } = (await call(at(), GetModel, { modelId }, admin(party))).result
      expect(card).toMatchObject({ metrics: { accuracy: 0.8 }, codeHash: 'x', regression, parties: [{ rows: 32 }] })
      expect(card).not.toHaveProperty('stays')
      expect(abilities.publish).toBe(true)
      const texts = { name: 'm', description: 'd', instruction: 'i', application: 'a' }
      expect((await call(at(), PublishModel, { modelId, ...texts }, admin(party))).error).toBeUndefined()
    })

    test('accepts the shared result of a run only once', {
      meta: { spec: 'states.single-party-research' },
    }, async () => {
      const { party, runId, tokenOf } = await buildRun(at())
      const both = await Promise.all([share(at(), runId, await tokenOf()), share(at(), runId, await tokenOf())])
      expect(both.map(({ error }) => error ?? 'taken').toSorted()).toEqual(['result.not-allowed', 'taken'])
      expect((await share(at(), runId, await tokenOf())).error).toBe('result.not-allowed')
      expect(await modelsOf(at(), party)).toHaveLength(1)
    })

    test('accepts a shared result only from the edge of the run’s party', {
      meta: { spec: 'states.single-party-research' },
    }, async () => {
      const { party, runId } = await buildRun(at())
      const stranger = await buildParty(at())
      const key = await enrolledEdge(at(), stranger)
      expect((await share(at(), runId, await signed(stranger.partyId, key))).error).toBe('result.not-found')
      const forged = await share(at(), runId, await signed(party.partyId, key))
      expect(forged).toEqual({ status: 401, error: 'edge.unknown' })
      expect(await modelsOf(at(), party)).toEqual([])
    })

    test.each([
      ['still trains', { phase: 'running' }],
      ['failed', { phase: 'failed' }],
    ] as const)('refuses a shared result of a run that %s', async (_what, changes) => {
      const { party, runId, tokenOf } = await buildRun(at(), changes)
      expect((await share(at(), runId, await tokenOf())).error).toBe('result.not-allowed')
      expect(await modelsOf(at(), party)).toEqual([])
    })

    test('refuses a shared result with an invalid card', async () => {
      const { party, runId, tokenOf } = await buildRun(at())
      expect((await share(at(), runId, await tokenOf(), MODEL, { regression: 7 })).error).toBe('run.result-missing')
      expect(await modelsOf(at(), party)).toEqual([])
    })

    test.each([
      ['is no model', Buffer.from('no model'), 'model.refused-unreadable'],
      [
        'would read other files',
        readFileSync(join(dirname(ONNX), 'external-initializer.onnx')),
        'model.refused-external-data',
      ],
    ])('refuses a shared result whose model %s, and accepts another attempt', async (_what, altered, code) => {
      const { party, runId, tokenOf } = await buildRun(at())
      expect((await share(at(), runId, await tokenOf(), altered)).error).toBe(code)
      expect(await modelsOf(at(), party)).toEqual([])
      expect((await share(at(), runId, await tokenOf())).error).toBeUndefined()
    })
  },
  WITH_ALGORITHMS,
)

describeOnOne(
  'the progress of a single-party run',
  (at) => {
    const tell = (partyId: string, progress: RunProgress) =>
      edgeLinkHandlers(at().app.training).onProgress(partyId, progress)
    const running = { phase: 'running', step: 'statistics', round: 0, rounds: 3 } as const
    const seen = async (taskId: string, party: Member) => {
      const { run } = (await call(at(), GetRun, { taskId }, admin(party))).result
      return [run?.step, run?.round, run?.progress]
    }

    test('shows the progress that the edge reports, and never lets it decrease', {
      meta: { spec: 'states.single-party-research' },
    }, async () => {
      const { taskId, party, runId } = await buildRun(at(), running)
      await tell(party.partyId, { runId, step: 'train', round: 2 })
      expect(await seen(taskId, party)).toEqual(['train', 2, 61.7])
      await tell(party.partyId, { runId, step: 'train', round: 1 })
      await tell(party.partyId, { runId, step: 'train', round: 4 })
      expect(await seen(taskId, party)).toEqual(['train', 2, 61.7])
      await tell(party.partyId, { runId, step: 'evaluate', round: 3 })
      expect(await seen(taskId, party)).toEqual(['evaluate', 3, 90])
    })

    test.each([
      ['from another party’s edge', running, false],
      ['from its own edge after the run has ended', { ...running, phase: 'completed' }, true],
    ] as const)('ignores reported progress that comes %s', async (_who, changes, isOwn) => {
      const { taskId, party, runId } = await buildRun(at(), changes)
      const before = await seen(taskId, party)
      const { partyId } = isOwn ? party : await buildParty(at())
      await tell(partyId, { runId, step: 'train', round: 2 })
      expect(await seen(taskId, party)).toEqual(before)
    })

    test('notifies consoles of progress and work without a sequence number', {
      meta: { spec: 'screens.home-pending-items' },
    }, async () => {
      const { taskId, party, runId } = await buildRun(at(), running)
      const moves: RunMoved[] = []
      const stop = at().deps.bus.subscribe<RunMoved>(
        RUN_MOVED,
        (moved) => moved.taskId === taskId && void moves.push(moved),
      )
      await tell(party.partyId, { runId, step: 'train', round: 2 })
      await edgeLinkHandlers(at().app.training).onWork(party.partyId, {
        runId,
        what: 'reading',
        percent: 40,
        secondsLeft: 75,
      })
      // On a busy machine, events of the run's start can arrive as late as these messages.
      const ofProgress = () => moves.filter(({ seq }) => seq === null)
      await vi.waitFor(() => expect(ofProgress()).toHaveLength(2))
      stop()
    })

    test('shows what a party works on until the run’s next event, and accepts such reports only from the party’s own edge', async () => {
      const { taskId, party, runId } = await buildRun(at(), running)
      const work = { what: 'reading', percent: 40, secondsLeft: 75 } as const
      const handlers = edgeLinkHandlers(at().app.training)
      const workSeen = async () =>
        (await call(at(), GetRun, { taskId }, admin(party))).result.run?.parties.map(({ work }) => work)
      await handlers.onWork((await buildParty(at())).partyId, { ...work, runId })
      expect(await workSeen()).toEqual([null])
      await handlers.onWork(party.partyId, { ...work, runId })
      expect(await workSeen()).toEqual([work])
      await updateRun(at().db, runId, { phase: 'completed' })
      await handlers.onWork(party.partyId, { ...work, runId, percent: 50 })
      expect(await workSeen()).toEqual([work])
    })

    test('shows since when a party’s worker has not responded, according to the party’s own edge', async () => {
      const { taskId, party, runId } = await buildRun(at(), running)
      const handlers = edgeLinkHandlers(at().app.training)
      const silentSince = async () =>
        (await call(at(), GetRun, { taskId }, admin(party))).result.run?.parties.map((one) => one.silentSince)
      await handlers.onSilence((await buildParty(at())).partyId, { runId, seconds: 30 })
      expect(await silentSince()).toEqual([null])
      const since = at().clock.now().getTime() - 30_000
      await handlers.onSilence(party.partyId, { runId, seconds: 30 })
      const [shown] = (await silentSince()) ?? []
      expect(Math.abs((shown?.getTime() ?? 0) - since)).toBeLessThan(10_000)
      await handlers.onSilence(party.partyId, { runId, seconds: null })
      expect(await silentSince()).toEqual([null])
    })

    test('ignores progress that an edge reports for a run of several parties', async () => {
      const { taskId, members } = await buildTask(at())
      for (const party of members) await signTicket(at(), taskId, party as Member)
      await call(at(), StartTraining, { taskId }, admin(members[0]))
      const run = await findNewestRun(at().db, taskId)
      await updateRun(at().db, run?.id ?? '', running)
      await tell(members[0].partyId, { runId: run?.id ?? '', step: 'train', round: 2 })
      expect((await findNewestRun(at().db, taskId))?.round).toBe(0)
    })
  },
  WITH_ALGORITHMS,
)
