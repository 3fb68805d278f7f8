import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LINK_PATHS, type Parameters } from '@tessera/contract'
import {
  ChooseStart,
  GetRegistrations,
  GetTask,
  ListStarts,
  PublishModel,
  UnpublishModel,
  UpdateTask,
} from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrolledEdge, signed } from '../../../testing/edge-caller.ts'
import { call, describeOnOne, type World, writeAlgorithm } from '../../../testing/index.ts'
import { buildModels, modelFile } from '../../../testing/model.ts'
import { ALGORITHM, admin, buildTask, confirmNames, member, signTicket } from '../../../testing/task.ts'
import { artifact } from '../../model/index.ts'
import { describeTask } from '../edge-routes.ts'
import type { TaskRow } from '../table.ts'

const NETWORK = 'mlp'
const CLUSTERS = 'k-means'
const folder = mkdtempSync(join(tmpdir(), 'tessera-algorithms-'))
const text = { cn: '中', en: 'en' }
const described = { introduction: text, description: text, remark: text, contentTypes: ['tabular'] }
const width = { label: { cn: '宽度', en: 'Width' }, help: text, minimum: 1, maximum: 512 }
for (const [id, more] of [
  [
    NETWORK,
    { resumes: ['hidden_units'], parameters: [{ name: 'hidden_units', type: 'integer', default: 3, ...width }] },
  ],
  [
    CLUSTERS,
    {
      resumes: ['clusters'],
      labelKinds: [],
      parameters: [{ name: 'clusters', type: 'integer', default: 2, ...width }],
    },
  ],
  [ALGORITHM, { parameters: [] }],
] as const) {
  writeAlgorithm(folder, {
    id,
    kind: 'horizontal',
    nameCn: id,
    nameEn: id,
    labelKinds: ['binary', 'regression'],
    ...described,
    ...more,
  })
}

const texts = { description: 'd', instruction: 'i', application: 'a' }

/** Requests the start weights in the way an edge does. */
const numbersFor = (world: World, taskId: string, token: string) =>
  world.app.inject({
    url: LINK_PATHS.start.replace(/:\w+/, taskId),
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  })

/** Publishes a neural network with the inputs `age` and `chol` in the pool. */
async function publish(
  world: World,
  {
    name = 'Heart',
    file = 'network' as string | Buffer,
    algorithm = NETWORK,
    parameters = { hidden_units: 3 } as Parameters,
  } = {},
) {
  const [owner] = await buildModels(
    world,
    { algorithm, parameters, columns: ['age', 'chol'] },
    typeof file === 'string' ? modelFile(file) : file,
  )
  const pooled = await call(world, PublishModel, { modelId: owner.modelId, name, ...texts }, admin(owner))
  return { owner, modelId: pooled.result }
}

describeOnOne(
  'a start model',
  (at) => {
    const build = (more: Partial<TaskRow> = {}) => buildTask(at(), { algorithmId: NETWORK, ...more })
    const choose = (taskId: string, modelId: string | null, who: ReturnType<typeof admin>) =>
      call(at(), ChooseStart, { taskId, modelId }, who)

    test('copies a start model completely from the pool into the plan, makes earlier tickets stale, and lets the initiator remove it', {
      meta: { spec: 'screens.start-from-model' },
    }, async () => {
      const { modelId } = await publish(at())
      const { taskId, members } = await build()
      const [first, second] = members
      const key = await enrolledEdge(at(), second)
      await signTicket(at(), taskId, second)
      const before = (await call(at(), GetTask, { taskId }, admin(first))).result
      expect(before).toMatchObject({ start: null, canResume: true })

      const chosen = (await choose(taskId, modelId, admin(first))).result
      expect(chosen.start).toEqual({ modelId, model: 'Heart', task: 'heart' })
      expect(chosen.planHash).not.toBe(before.planHash)
      const mine = async () => (await call(at(), GetRegistrations, { taskId }, admin(second))).result.mine
      expect(await mine()).toMatchObject({ grant: 'stale', staleBecause: ['plan'] })
      const { plan } = await describeTask(at().app.training.deps, taskId, second.partyId)
      expect(plan.start).toMatchObject({ modelId, model: 'Heart', task: 'heart', scale: null })
      expect(plan.start?.scales).toEqual([
        [50, 10],
        [200, 30],
      ])
      const numbers = await numbersFor(at(), taskId, await signed(second.partyId, key))
      expect(sha256(numbers.rawPayload)).toBe(plan.start?.numbers)
      const read = Array.from({ length: 17 }, (_, place) => numbers.rawPayload.readDoubleLE(8 * place))
      expect(read.slice(0, 9)).toEqual([1, -1, 0.5, 0.25, 0, -2, 0.1, 0.2, 0.3])
      expect(read.slice(-2)).toEqual([0, 0.4])
      const [kept] = await at()
        .db.select()
        .from(artifact)
        .where(eq(artifact.sha256, plan.start?.file ?? ''))
      expect(kept?.card.algorithm).toBe(NETWORK)

      const without = (await choose(taskId, null, admin(first))).result
      expect(without).toMatchObject({ start: null, planHash: before.planHash })
      expect(await mine()).toMatchObject({ grant: 'signed' })
    })

    test('sends the start weights only to edges of the task’s parties, and no weights without a start model', {
      meta: { spec: 'screens.start-from-model' },
    }, async () => {
      const { modelId } = await publish(at())
      const { taskId, members } = await build()
      const [first, second] = members
      const [key, otherKey] = [await enrolledEdge(at(), first), await enrolledEdge(at(), second)]
      const none = await numbersFor(at(), taskId, await signed(first.partyId, key))
      expect(none.json()).toMatchObject({ success: false, error: 'task.start-none' })
      await choose(taskId, modelId, admin(first))
      expect((await numbersFor(at(), taskId, await signed(first.partyId, key))).statusCode).toBe(200)
      expect((await numbersFor(at(), taskId, await signed(first.partyId, otherKey))).statusCode).toBe(401)
      const { members: strangers } = await buildTask(at())
      const strangerKey = await enrolledEdge(at(), strangers[0])
      const foreign = await numbersFor(at(), taskId, await signed(strangers[0].partyId, strangerKey))
      expect(foreign.json()).toMatchObject({ success: false, error: 'task.not-found' })
    })

    test('requires the initiator to choose the start model again if an earlier version stored it completely in the plan', async () => {
      const { modelId } = await publish(at())
      const { taskId, members } = await build()
      await choose(taskId, modelId, admin(members[0]))
      await at().db.execute(
        sql`update task set start = start #- '{plan,numbers}' #- '{parameters}' where id = ${taskId}`,
      )
      const before = (await call(at(), GetTask, { taskId }, admin(members[0]))).result
      expect(before).toMatchObject({ planHash: null, planFault: { code: 'task.start-again' }, start: { modelId } })
      const again = (await choose(taskId, modelId, admin(members[0]))).result
      expect(again.planHash).not.toBeNull()
    })

    test('accepts a start model with the same number of clusters, and refuses one that predicts classes', {
      meta: { spec: 'screens.start-from-model' },
    }, async () => {
      const columnSelection = { columns: ['age', 'sex'], label: null }
      const { taskId, members } = await build({ algorithmId: CLUSTERS, columnSelection })
      const sex = { name: 'sex', kind: 'categories' as const, categories: ['f', 'm'] }
      for (const one of members) {
        await confirmNames(at(), taskId, one, { columns: [{ name: 'age', kind: 'number' }, sex], label: null })
      }
      const fits = await publish(at(), { file: 'clusters', algorithm: CLUSTERS, parameters: { clusters: 2 } })
      const { result } = await choose(taskId, fits.modelId, admin(members[0]))
      expect(result.start).toMatchObject({ modelId: fits.modelId })
      const { plan } = await describeTask(at().app.training.deps, taskId, members[0].partyId)
      expect(plan.start).toMatchObject({ scales: [[50, 10]], scale: null })
      const wide = await publish(at(), {
        name: 'Five',
        file: 'clusters',
        algorithm: CLUSTERS,
        parameters: { clusters: 5 },
      })
      expect((await choose(taskId, wide.modelId, admin(members[0]))).error).toBe('task.start-clusters')
      const other = { file: 'classes', algorithm: CLUSTERS, parameters: { clusters: 2 } }
      const predicting = await publish(at(), other)
      expect((await choose(taskId, predicting.modelId, admin(members[0]))).error).toBe('task.start-label')
    })

    test('keeps the start weights if the model in the pool changes, and removes them if another algorithm is chosen', async () => {
      const { modelId, owner } = await publish(at())
      const { taskId, members } = await build()
      const { planHash } = (await choose(taskId, modelId, admin(members[0]))).result
      await call(at(), UnpublishModel, { modelId }, admin(owner))
      expect((await call(at(), GetTask, { taskId }, admin(members[0]))).result).toMatchObject({
        planHash,
        start: { modelId },
      })
      const other = await call(at(), UpdateTask, { taskId, algorithmId: ALGORITHM }, admin(members[0]))
      expect(other.result).toMatchObject({ start: null, canResume: false })
    })

    test('lets only the initiator choose a start model, from the pool, while the task recruits', {
      meta: { spec: 'screens.start-from-model' },
    }, async () => {
      const { modelId, owner } = await publish(at())
      const { taskId, members } = await build()
      const [first, second] = members
      for (const [who, code] of [
        [admin(second), 'task.initiator-only'],
        [admin(owner), 'task.initiator-only'],
        [member(first), 'task.not-allowed'],
      ] as const) {
        expect((await choose(taskId, modelId, who)).error).toBe(code)
        expect((await choose(taskId, null, who)).error).toBe(code)
        expect((await call(at(), ListStarts, { taskId }, who)).error).toBe(code)
      }
      expect((await choose(taskId, owner.modelId, admin(first))).error).toBe('task.start-not-in-pool')
      expect((await choose(taskId, 'none', admin(first))).error).toBe('model.not-found')
      expect((await choose('none', modelId, admin(first))).error).toBe('task.not-found')
      const ended = await build({ status: 'completed' })
      expect((await choose(ended.taskId, modelId, admin(ended.members[0]))).error).toBe('task.not-recruiting')
    })

    test('lists models that can be the start model, and others with the reason why they cannot', {
      meta: { spec: 'screens.start-from-model' },
    }, async () => {
      const good = await publish(at(), { name: 'Good' })
      const wide = await publish(at(), { name: 'Wide', parameters: { hidden_units: 16 } })
      const amount = await publish(at(), { name: 'Amount', file: 'estimates' })
      const sexes = await publish(at(), { name: 'Sexes', file: 'classes' })
      const other = await publish(at(), { name: 'Other', algorithm: ALGORITHM })
      const { taskId, members } = await build()
      const listed = (await call(at(), ListStarts, { taskId }, admin(members[0]))).result
      const reasons = new Map(listed.map((one) => [one.modelId, one.unfit]))
      expect(listed.find(({ modelId }) => modelId === good.modelId)).toMatchObject({
        model: 'Good',
        task: 'heart',
        partyName: good.owner.nameEn,
        unfit: null,
      })
      expect(reasons.get(wide.modelId)).toEqual({
        code: 'task.start-width',
        params: { model: 'Wide', width: 16 },
      })
      expect(reasons.get(amount.modelId)?.code).toBe('task.start-label')
      expect(reasons.get(sexes.modelId)).toMatchObject({
        code: 'task.start-columns',
        params: { columns: 'age, sex' },
      })
      expect(reasons.has(other.modelId)).toBe(false)
      for (const [{ modelId }, code] of [
        [wide, 'task.start-width'],
        [amount, 'task.start-label'],
        [sexes, 'task.start-columns'],
        [other, 'task.start-algorithm'],
      ] as const) {
        expect((await choose(taskId, modelId, admin(members[0]))).error).toBe(code)
      }
    })

    test('refuses a start model whose file has no learned weights under the expected names', async () => {
      const named = modelFile('network')
        .toString('latin1')
        .replaceAll(/(weights|bias)(?=\d)/g, (name) => name.toUpperCase())
      const { modelId } = await publish(at(), { file: Buffer.from(named, 'latin1') })
      const { taskId, members } = await build()
      const { error } = await choose(taskId, modelId, admin(members[0]))
      expect(error).toBe('task.start-unreadable')
    })

    test('checks the start model after names are confirmed; if it no longer fits, there is no plan until it is removed', async () => {
      const { modelId } = await publish(at())
      const { taskId, members } = await build()
      const [first, second] = members
      await choose(taskId, modelId, admin(first))
      const label = { column: 'sick', kind: 'number', integral: true, classes: ['0', '1', '2'] } as const
      await confirmNames(at(), taskId, second, { label: { ...label, classes: [...label.classes] } })
      const unfit = (await call(at(), GetTask, { taskId }, admin(first))).result
      expect(unfit).toMatchObject({ planHash: null, planFault: { code: 'task.start-classes' }, start: { modelId } })
      const listed = (await call(at(), ListStarts, { taskId }, admin(first))).result
      expect(listed.find((one) => one.modelId === modelId)?.unfit?.code).toBe('task.start-classes')
      const fixed = (await choose(taskId, null, admin(first))).result
      expect(fixed.planHash).not.toBeNull()
      expect(fixed).not.toHaveProperty('planFault')

      const early = await build({ columnSelection: null })
      expect((await choose(early.taskId, modelId, admin(early.members[0]))).error).toBe('task.start-early')
      const newton = await build({ algorithmId: ALGORITHM })
      expect((await choose(newton.taskId, modelId, admin(newton.members[0]))).error).toBe(
        'task.start-none-of-algorithm',
      )
    })
  },
  { ALGORITHMS_DIR: folder },
)
