import type { ColumnSelection, Parameters } from '@tessera/contract'
import { CreateTask, GetTask, StartTraining, UpdateColumnSelection, UpdateTask } from '@tessera/contract/wire'
import { describe, expect, test } from 'vitest'
import { call, describeOnOne, type World } from '../../../testing/index.ts'
import { ALGORITHM, admin, buildTask, type Member, TIMED_ALGORITHM, WITH_ALGORITHMS } from '../../../testing/task.ts'

const select = (world: World, taskId: string, who: Member, columnSelection: ColumnSelection) =>
  call(world, UpdateColumnSelection, { taskId, columnSelection }, admin(who))
const choose = (world: World, taskId: string, who: Member, algorithmId: string) =>
  call(world, UpdateTask, { taskId, algorithmId }, admin(who))
const selectionOf = async (world: World, taskId: string, who: Member) =>
  (await call(world, GetTask, { taskId }, admin(who))).result.columnSelection

const timed = { columns: ['age'], label: 'sick', time: 'chol', event: '1' }

describeOnOne(
  'a task that predicts the time until an event',
  (at) => {
    test('selects time and event together with the columns', {
      meta: { spec: 'screens.survival-analysis' },
    }, async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const chosen = await select(at(), taskId, members[0], timed)
      expect(chosen.result.columnSelection).toEqual(timed)
    })

    test.each([
      ['no time', { ...timed, time: undefined }, 'task.time-missing'],
      ['the label as the time', { ...timed, time: 'sick' }, 'task.time-in-features'],
      ['a feature as the time', { ...timed, time: 'age' }, 'task.time-in-features'],
      ['a time that is not a column', { ...timed, time: 'days' }, 'task.column-unknown'],
      ['no label', { ...timed, label: null }, 'task.label-missing'],
    ])('refuses an invalid time or event: %s', async (_what, selection, error) => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const { time, ...others } = selection
      expect((await select(at(), taskId, members[0], time ? { ...others, time } : others)).error).toBe(error)
    })

    test('removes the time if another algorithm is chosen, and requires a new selection of columns after switching back', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const [first] = members
      await select(at(), taskId, first, timed)
      await choose(at(), taskId, first, ALGORITHM)
      expect(await selectionOf(at(), taskId, first)).toEqual({ columns: ['age'], label: 'sick' })
      await choose(at(), taskId, first, TIMED_ALGORITHM)
      expect(await selectionOf(at(), taskId, first)).toBeNull()
    })

    describe('a parameter that was withdrawn from an algorithm', () => {
      const stored = { algorithmId: TIMED_ALGORITHM, columnSelection: timed }
      const refusal = { error: 'parameter.withdrawn', params: { name: 'pooled' } }
      const detailOf = async (taskId: string, who: Member) => (await call(at(), GetTask, { taskId }, admin(who))).result

      test('refuses a new task with a withdrawn parameter', {
        meta: { claim: 'run-cox.cross-party-comparison' },
      }, async () => {
        const { members } = await buildTask(at())
        const texts = { name: 'hearts', description: '', visibility: 'public', researchType: 'federated' } as const
        const created = { ...texts, algorithms: [{ id: TIMED_ALGORITHM }], parameters: { pooled: true } }
        expect(await call(at(), CreateTask, created, admin(members[0]))).toMatchObject(refusal)
      })

      test('allows no plan of a stored task with a withdrawn parameter until its parameters are saved without it', {
        meta: { claim: 'run-cox.cross-party-comparison' },
      }, async () => {
        const { taskId, members } = await buildTask(at(), { ...stored, parameters: { pooled: true, max_iter: 5 } })
        const [first, second] = members
        const { planHash, planFault, droppedParameters } = await detailOf(taskId, second)
        const fault = { code: 'parameter.withdrawn', params: { name: 'pooled' } }
        const shown = { planHash: null, planFault: fault, droppedParameters: [] }
        expect({ planHash, planFault, droppedParameters }).toEqual(shown)
        expect(await call(at(), StartTraining, { taskId }, admin(first))).toMatchObject(refusal)
        const save = (parameters: Parameters) => call(at(), UpdateTask, { taskId, parameters }, admin(first))
        expect(await save({ pooled: true, max_iter: 6 })).toMatchObject(refusal)

        expect((await save({ max_iter: 6 })).result).toBeDefined()
        const saved = await detailOf(taskId, first)
        expect(saved.planFault?.code).not.toBe(fault.code)
        expect(saved.parameters).toEqual({ learning_rate: 0.1, max_iter: 6 })
      })

      test('changes nothing for a stored task without a withdrawn parameter', async () => {
        const { taskId, members } = await buildTask(at(), { ...stored, parameters: { pooled: false, max_iter: 5 } })
        const { planFault, droppedParameters } = await detailOf(taskId, members[0])
        expect(planFault?.code).not.toBe(refusal.error)
        expect(droppedParameters).toEqual([])
        const sent = { taskId, parameters: { pooled: false, max_iter: 6 } }
        expect((await call(at(), UpdateTask, sent, admin(members[0]))).error).toBeUndefined()
      })
    })
  },
  WITH_ALGORITHMS,
)
