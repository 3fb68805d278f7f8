import type { Input } from '@tessera/contract'
import { ListPoolTasks } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildUser, call, describeOn, uniqueName } from '../../testing/index.ts'
import { buildTask, WITH_ALGORITHMS } from './test-world.ts'

describeOn(
  'server',
  'the pool of tasks',
  (world) => {
    test('is narrowed by kind and party, and ordered', async () => {
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
  },
  WITH_ALGORITHMS,
)
