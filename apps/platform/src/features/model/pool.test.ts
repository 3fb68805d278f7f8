import type { Input } from '@tessera/contract'
import { ListPoolModels } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildUser, call, describeOn, uniqueName } from '../../testing/index.ts'
import { buildModels } from '../../testing/model.ts'
import { WITH_ALGORITHMS } from '../../testing/task.ts'
import { artifact, model } from './table.ts'

describeOn(
  'server',
  'the model pool',
  (world) => {
    test('filters the model pool by kind of data, party, column and metric, and sorts better scores first', {
      meta: { spec: 'states.pool-filter-sort' },
    }, async () => {
      const mark = uniqueName('pool')
      const add = async (name: string, metrics: Record<string, number>, downloadCount: number) => {
        const [owner] = await buildModels(world(), { metrics })
        const [row] = await world()
          .db.update(model)
          .set({ isPublished: true, name: `${mark} ${name}`, downloadCount })
          .where(eq(model.id, owner.modelId))
          .returning()
        return { ...owner, artifactId: row?.artifactId ?? '' }
      }
      const a = await add('A', { accuracy: 0.8, auc: 0.95 }, 7)
      await add('B', { accuracy: 0.9 }, 1)
      const c = await add('C', { rmse: 3.5 }, 3)
      await add('D', { rmse: 12 }, 0)
      await world().db.update(artifact).set({ contentType: 'vision' }).where(eq(artifact.id, c.artifactId))
      const tourist = { user: await buildUser(world()), party: null }
      const find = async (more: Input<typeof ListPoolModels>) => {
        const { records, total } = (await call(world(), ListPoolModels, { name: mark, ...more }, tourist)).result
        return [...records.map(({ name }) => name.slice(-1)), total].join(' ')
      }
      expect(await find({})).toBe('D C B A 4')
      expect(await find({ metric: 'accuracy', sort: 'metric' })).toBe('B A 2')
      expect(await find({ metric: 'auc' })).toBe('A 1')
      // For an error metric, the lowest value is the best.
      expect(await find({ metric: 'rmse', sort: 'metric' })).toBe('C D 2')
      expect(await find({ sort: 'copies' })).toBe('A C B D 4')
      expect(await find({ sort: 'name', pageSize: 3, pageNo: 2 })).toBe('D 4')
      expect(await find({ contentType: 'vision' })).toBe('C 1')
      expect(await find({ partyId: a.partyId })).toBe('A 1')
      expect(await find({ column: 'SE' })).toBe('D C B A 4')
      expect(await find({ column: 'chol' })).toBe('0')
      // Without a metric, models are sorted by date, newest first.
      expect(await find({ sort: 'metric' })).toBe('D C B A 4')
    })
  },
  WITH_ALGORITHMS,
)
