import { expect, test } from 'vitest'
import { tables } from './tables.ts'

test('reports a missing column even if its name is a property that every JavaScript object inherits', () => {
  const columns = [{ name: 'c0', column: 'constructor', kind: 'category' as const }]
  const input = { kind: 'table' as const, columns }
  expect(() => tables.encode(input, [{ age: 60 }])).toThrow(
    expect.objectContaining({ code: 'inference.column-missing', params: { column: 'constructor' } }),
  )
  expect(tables.encode(input, [{ constructor: 'a' }])).toEqual({ inputs: [{ name: 'c0', texts: ['a'] }], parts: [] })
})

test('reads a column of 0 and 1 as the categories false and true, and vice versa', () => {
  const column = (categories: string[]) => ({
    kind: 'table' as const,
    columns: [{ name: 'c0', column: 'smokes', kind: 'category' as const, categories }],
  })
  const texts = (categories: string[], values: (string | number | boolean | null)[]) =>
    tables.encode(
      column(categories),
      values.map((smokes) => ({ smokes })),
    )
  expect(texts(['false', 'true'], [1, 0, '1.0', 'True', null, 2])).toMatchObject({
    inputs: [{ texts: ['true', 'false', 'true', 'true', '', '2'] }],
  })
  expect(texts(['0', '1'], [true, 'false', 1])).toMatchObject({ inputs: [{ texts: ['1', '0', '1'] }] })
})
