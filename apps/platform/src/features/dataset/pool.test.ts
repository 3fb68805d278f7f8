import type { Input } from '@tessera/contract'
import { ListPoolDatasets } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildHospital, tell } from '../../testing/dataset.ts'
import { buildUser, call, describeOnBoth, uniqueName } from '../../testing/index.ts'

describeOnBoth('the pool of datasets', (world) => {
  test('filters the pool by kind, party, column and rows, and sorts and pages it in the database', {
    meta: { spec: 'states.pool-filter-sort' },
  }, async () => {
    const [a, b] = [await buildHospital(world()), await buildHospital(world())]
    const mark = uniqueName('pool')
    const add = (owner: typeof a, name: string, fields: object) =>
      tell(world(), owner, { name: `${mark} ${name}`, ...fields })
    await add(a, 'C', { rowCount: 10, sizeBytes: 900, columns: ['age', 'Cholesterol'], columnTypes: {} })
    await add(a, 'B', { rowCount: 500, sizeBytes: 100, columns: ['age'], columnTypes: {} })
    await add(b, 'A', {
      rowCount: 90,
      sizeBytes: 500,
      columns: ['a', 'b', '100%'],
      columnTypes: {},
      contentType: 'nlp',
    })
    const tourist = { user: await buildUser(world()), party: null }
    const find = async (more: Input<typeof ListPoolDatasets>) => {
      const { records, total } = (await call(world(), ListPoolDatasets, { name: mark, ...more }, tourist)).result
      return [...records.map(({ name }) => name.slice(-1)), total].join(' ')
    }
    expect(await find({})).toBe('A B C 3')
    expect(await find({ sort: 'rows' })).toBe('B A C 3')
    expect(await find({ sort: 'size' })).toBe('C A B 3')
    expect(await find({ sort: 'columns' })).toBe('A C B 3')
    expect(await find({ sort: 'name' })).toBe('A B C 3')
    expect(await find({ sort: 'rows', pageSize: 2, pageNo: 2 })).toBe('C 3')
    expect(await find({ contentType: 'nlp' })).toBe('A 1')
    expect(await find({ partyId: a.partyId })).toBe('B C 2')
    expect(await find({ column: 'chol' })).toBe('C 1')
    // The filter treats `%` as a plain character, not as a wildcard.
    expect(await find({ column: '%' })).toBe('A 1')
    expect(await find({ leastRows: 90, sort: 'rows' })).toBe('B A 2')
    expect(await find({ partyId: a.partyId, column: 'age', leastRows: 100 })).toBe('B 1')
  })

  test('shows each reader only the datasets they may see, in any sort order', async () => {
    const a = await buildHospital(world())
    const mark = uniqueName('pool')
    await tell(world(), a, { name: mark, sharing: 'person' })
    const tourist = { user: await buildUser(world()), party: null }
    for (const sort of ['newest', 'rows', 'name'] as const) {
      const { result } = await call(world(), ListPoolDatasets, { name: mark, sort, partyId: a.partyId }, tourist)
      expect([result.records.length, result.total]).toEqual([0, 0])
    }
  })
})
