import { expect, test } from 'vitest'
import { tables } from './tables.ts'

test('a column that is absent is missed also where every object has something of its name', () => {
  const columns = [{ name: 'c0', column: 'constructor', kind: 'category' as const }]
  const input = { kind: 'table' as const, columns }
  expect(() => tables.encode(input, [{ age: 60 }])).toThrow(
    expect.objectContaining({ code: 'inference.column-missing', params: { column: 'constructor' } }),
  )
  expect(tables.encode(input, [{ constructor: 'a' }])).toEqual({ inputs: [{ name: 'c0', texts: ['a'] }], parts: [] })
})
