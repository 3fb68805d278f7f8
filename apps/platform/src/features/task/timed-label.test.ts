import type { ColumnSelection } from '@tessera/contract'
import { GetTask, UpdateColumnSelection, UpdateTask } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { call, describeOnOne, type World } from '../../testing/index.ts'
import { ALGORITHM, admin, buildTask, type Member, TIMED_ALGORITHM, WITH_ALGORITHMS } from './test-world.ts'

const select = (world: World, taskId: string, who: Member, columnSelection: ColumnSelection) =>
  call(world, UpdateColumnSelection, { taskId, columnSelection }, admin(who))
const choose = (world: World, taskId: string, who: Member, algorithmId: string) =>
  call(world, UpdateTask, { taskId, algorithmId }, admin(who))
const selectionOf = async (world: World, taskId: string, who: Member) =>
  (await call(world, GetTask, { taskId }, admin(who))).result.columnSelection

const timed = { columns: ['age'], label: 'sick', time: 'chol', event: '1' }

describeOnOne(
  'a task of a time until an event',
  (at) => {
    test('time and event are chosen with the columns', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const chosen = await select(at(), taskId, members[0], timed)
      expect(chosen.result.columnSelection).toEqual(timed)
    })

    test.each([
      ['no time', { ...timed, time: undefined }, 'task.time-missing'],
      ['the label as the time', { ...timed, time: 'sick' }, 'task.time-in-features'],
      ['a feature as the time', { ...timed, time: 'age' }, 'task.time-in-features'],
      ['a time that is no column', { ...timed, time: 'days' }, 'task.column-unknown'],
      ['no label', { ...timed, label: null }, 'task.label-missing'],
    ])('%s is refused', async (_what, selection, error) => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const { time, ...others } = selection
      expect((await select(at(), taskId, members[0], time ? { ...others, time } : others)).error).toBe(error)
    })

    test('another algorithm drops the time, and back again columns are to be chosen anew', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: TIMED_ALGORITHM, columnSelection: null })
      const [first] = members
      await select(at(), taskId, first, timed)
      await choose(at(), taskId, first, ALGORITHM)
      expect(await selectionOf(at(), taskId, first)).toEqual({ columns: ['age'], label: 'sick' })
      await choose(at(), taskId, first, TIMED_ALGORITHM)
      expect(await selectionOf(at(), taskId, first)).toBeNull()
    })
  },
  WITH_ALGORITHMS,
)
