import type { Input } from '@tessera/contract'
import {
  GetTask,
  InviteParty,
  JoinTask,
  ListPoolTasks,
  OfferDataset,
  QuitTask,
  ReviewApplication,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildParty, buildUser, call, describeOn, type TestParty, uniqueName } from '../../testing/index.ts'
import { admin, buildDataset, buildTask, OPEN, WITH_ALGORITHMS } from '../../testing/task.ts'
import type { TaskRow } from './table.ts'

describeOn(
  'server',
  'the task pool',
  (world) => {
    test('filters the task pool by kind and party, and sorts it', {
      meta: { spec: 'states.pool-filter-sort' },
    }, async () => {
      const mark = uniqueName('pool')
      const add = (name: string, parties: number, more: Parameters<typeof buildTask>[1] = {}) =>
        buildTask(world(), { name: `${mark} ${name}`, parties, ...more })
      const { members } = await add('B', 3)
      await add('A', 2)
      await add('C', 1, { algorithmId: null })
      await add('D', 4, { visibility: 'private' })
      const tourist = { user: await buildUser(world()), party: null }
      const find = async (more: Input<typeof ListPoolTasks>) => {
        const { records, total } = (await call(world(), ListPoolTasks, { name: mark, ...more }, tourist)).result
        return [...records.map(({ name }) => name.slice(-1)), total].join(' ')
      }
      expect(await find({})).toBe('C A B 3')
      expect(await find({ sort: 'parties' })).toBe('B A C 3')
      expect(await find({ sort: 'name', pageSize: 2, pageNo: 2 })).toBe('C 3')
      expect(await find({ contentType: 'tabular' })).toBe('A B 2')
      expect(await find({ contentType: 'graph' })).toBe('0')
      expect(await find({ partyId: members[0].partyId })).toBe('B 1')
    })

    test('shows everyone the kind of data that the algorithm takes, and before its choice only the task’s parties the initiator’s kind', {
      meta: { spec: 'screens.data-kind-wording' },
    }, async () => {
      const mark = uniqueName('kind')
      const { taskId, members } = await buildTask(world(), { name: mark, algorithmId: null })
      const [initiator, other] = members
      const outsider = { user: await buildUser(world()), party: null }
      const texts = await buildDataset(world(), initiator, { contentType: 'nlp', columns: ['text', 'sick'] })
      const shownTo = async (who: Parameters<typeof call>[3]) => {
        const { records } = (await call(world(), ListPoolTasks, { name: mark }, who)).result
        const detail = (await call(world(), GetTask, { taskId }, who)).result
        return [records[0]?.contentType, detail.contentType]
      }
      const offer = { registrationId: initiator.registrationId, datasetId: texts }
      expect((await call(world(), OfferDataset, offer, admin(initiator))).error).toBeUndefined()
      expect(await shownTo(admin(other))).toEqual(['nlp', 'nlp'])
      expect(await shownTo(outsider)).toEqual([null, null])

      const chosen = await buildTask(world(), { name: `${mark} chosen` })
      const detail = (await call(world(), GetTask, { taskId: chosen.taskId }, outsider)).result
      expect(detail.contentType).toBe('tabular')
    })

    test('sorts tasks by the number of joined parties, which changes as parties join, are approved and quit, without invited parties', {
      meta: { spec: 'states.pool-filter-sort' },
    }, async () => {
      const mark = uniqueName('pool')
      const build = async (name: string, fields: Partial<TaskRow> = {}) => {
        const { taskId, members } = await buildTask(world(), { ...OPEN, name: `${mark} ${name}`, ...fields })
        return { taskId, lead: admin(members[0]) }
      }
      const first = await build('A')
      const second = await build('B', { visibility: 'invite-only' })
      const [c, d] = [await buildParty(world()), await buildParty(world())]
      const order = async () =>
        (await call(world(), ListPoolTasks, { name: mark, sort: 'parties' }, admin(c))).result.records
          .map(({ name }) => name.slice(-1))
          .join('')
      const join = async (taskId: string, party: TestParty) =>
        (await call(world(), JoinTask, { taskId }, admin(party))).result.id

      expect(await order()).toBe('BA')
      const ofC = await join(first.taskId, c)
      expect(await order()).toBe('AB')
      const registrationId = await join(second.taskId, c)
      await call(world(), InviteParty, { taskId: second.taskId, partyId: d.partyId }, second.lead)
      expect(await order()).toBe('AB')
      await call(world(), ReviewApplication, { registrationId: registrationId, verdict: 'approve' }, second.lead)
      expect(await order()).toBe('BA')
      await join(first.taskId, d)
      expect(await order()).toBe('AB')
      await call(world(), QuitTask, { registrationId: ofC }, admin(c))
      expect(await order()).toBe('BA')
    })
  },
  WITH_ALGORITHMS,
)
