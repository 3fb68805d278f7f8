import {
  GetAlgorithmUse,
  ListAlgorithmActivity,
  ListAlgorithmsFor,
  ListMyActivity,
  StartTraining,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildParty, buildUser, call, describeOnOne, type World } from '../../testing/index.ts'
import {
  ALGORITHM,
  admin,
  buildTask,
  type Member,
  member,
  OTHER_ALGORITHM,
  signTicket,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { recordActivity } from '../algorithm/index.ts'

/** Starts the training of a task, which counts as a use of the task's algorithm. */
async function startTask(world: World, fields: Parameters<typeof buildTask>[1] = {}) {
  const built = await buildTask(world, fields)
  for (const party of built.members as Member[]) await signTicket(world, built.taskId, party)
  const started = await call(world, StartTraining, { taskId: built.taskId }, admin(built.members[0]))
  expect(started.result).toBeNull()
  return built
}

describeOnOne(
  'the activity of tasks and algorithms',
  (at) => {
    test('filters algorithms by one kind of label, by several kinds, or by none', {
      meta: { spec: 'calls.algorithm/queryAlgorithm' },
    }, async () => {
      const user = await buildUser(at())
      const idsFor = async (labelKind: string) =>
        (await call(at(), ListAlgorithmsFor, { labelKind }, { user })).result.map(({ id }) => id)
      expect(await idsFor('binary')).toEqual([ALGORITHM])
      expect(await idsFor('regression')).toEqual([OTHER_ALGORITHM])
      expect((await idsFor('multi, regression')).sort()).toEqual([OTHER_ALGORITHM, ALGORITHM])
      expect(await idsFor('pictures')).toEqual([])
      expect((await call(at(), ListAlgorithmsFor, { labelKind: 'binary' })).status).toBe(401)
    })

    test('counts a started training as a use, for every reader except the party that started it', {
      meta: { spec: 'calls.algorithm/algUseInfo' },
    }, async () => {
      const asker = { user: await buildUser(at()) }
      const useFor = async (who: Parameters<typeof call>[3]) =>
        (await call(at(), GetAlgorithmUse, { algorithmId: ALGORITHM }, who)).result
      const before = await useFor(asker)
      const { members } = await startTask(at())
      const [first] = members
      const after = await useFor(asker)
      expect(after.useCount).toBe((before.useCount ?? 0) + 1)
      expect(after.partyCount).toBe((before.partyCount ?? 0) + 1)
      expect(after.users).toContainEqual({ name: first.admin.username, avatar: null })
      expect((await useFor(admin(first))).useCount).toBe(before.useCount)

      const unused = await call(at(), GetAlgorithmUse, { algorithmId: OTHER_ALGORITHM }, asker)
      expect(unused.result).toEqual({})
      const unknown = await call(at(), GetAlgorithmUse, { algorithmId: 'nothing' }, asker)
      expect(unknown.error).toBe('algorithm.not-found')
    })

    test('lists the uses of an algorithm in its log, newest first, in pages', {
      meta: { spec: ['entities.operation-log', 'calls.flOpLog/algOpLog'] },
    }, async () => {
      const [older, newer] = [await startTask(at()), await startTask(at())]
      const user = await buildUser(at())
      const page = (pageNo: number) =>
        call(at(), ListAlgorithmActivity, { id: ALGORITHM, pageNo, pageSize: 1 }, { user })
      const [first, second] = [(await page(1)).result, (await page(2)).result]
      expect(first.records).toMatchObject([{ opType: 'use', createdBy: newer.members[0].admin.username }])
      expect(first.records[0]?.content).toMatchObject({ missionName: 'task', algId: ALGORITHM })
      expect(first.records[0]?.content.partyName).toBe(newer.members[0].nameEn)
      expect(second.records).toMatchObject([{ createdBy: older.members[0].admin.username }])
      expect(first.total).toBeGreaterThanOrEqual(2)
      expect((await call(at(), ListAlgorithmActivity, { id: OTHER_ALGORITHM }, { user })).result.total).toBe(0)
    })

    test('does not name private tasks in an algorithm’s log', async () => {
      await startTask(at(), { visibility: 'private', name: 'secret' })
      const { records } = (await call(at(), ListAlgorithmActivity, { id: ALGORITHM }, { user: await buildUser(at()) }))
        .result
      expect(records[0]?.content).toMatchObject({ algId: ALGORITHM })
      expect(JSON.stringify(records)).not.toContain('secret')
    })

    test('shows entries of the same moment on exactly one page, whether the list is read from its start or end', {
      meta: { spec: 'calls.flOpLog/missionOpLog' },
    }, async () => {
      const { taskId, members } = await startTask(at())
      const doer = { userId: null, displayName: 'Somebody', partyId: members[0].partyId }
      const entries = ['sign', 'join', 'finish', 'agree'] as const
      const noted = entries.map(
        (action) => ({ subject: 'task', subjectId: taskId, taskId, action, content: {} }) as const,
      )
      await recordActivity(at().db, doer, noted, at().clock.now())
      const read = async (pageNo: number, pageSize: number) =>
        (await call(at(), ListMyActivity, { pageNo, pageSize }, admin(members[0]))).result
      const whole = await read(1, 100)
      const turned = []
      for (let pageNo = 1; pageNo <= whole.total; pageNo++) turned.push(...(await read(pageNo, 1)).records)
      expect(whole.total).toBeGreaterThan(3)
      expect(turned).toEqual(whole.records)
      expect((await read(whole.total + 1, 1)).records).toEqual([])
    })

    test('lets a party read the activity of its own tasks and of any task that it may see', {
      meta: { spec: 'calls.flOpLog/missionOpLog' },
    }, async () => {
      const { taskId, members } = await startTask(at())
      await startTask(at())
      for (const who of [admin(members[0]), admin(members[1]), member(members[1])]) {
        const { records, total } = (await call(at(), ListMyActivity, {}, who)).result
        expect(total).toBe(1)
        expect(records).toMatchObject([{ opType: 'submit', createdBy: members[0].admin.username }])
      }
      const outsider = await buildParty(at())
      expect((await call(at(), ListMyActivity, {}, admin(outsider))).result.total).toBe(0)
      expect((await call(at(), ListMyActivity, { id: taskId }, admin(outsider))).result.total).toBe(1)
      expect((await call(at(), ListMyActivity, {}, { user: outsider.admin })).error).toBe('party.required')

      const secret = await buildTask(at(), { visibility: 'private' })
      const peeked = await call(at(), ListMyActivity, { id: secret.taskId }, admin(outsider))
      expect(peeked.error).toBe('task.private')
      expect((await call(at(), ListMyActivity, { id: 'none' }, admin(outsider))).error).toBe('task.not-found')
    })
  },
  WITH_ALGORITHMS,
)
