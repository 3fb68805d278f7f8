import { expect, test } from 'vitest'
import { requestOf } from './columns.ts'

test('a column that is absent is missed also where every object has something of its name', () => {
  const inputs = [{ name: 'c0', column: 'constructor', kind: 'category' as const }]
  const signature = { inputs, output: { kind: 'number' as const, label: 'x' } }
  expect(() => requestOf(signature, [{ age: 60 }])).toThrow(
    expect.objectContaining({ code: 'inference.column-missing', params: { column: 'constructor' } }),
  )
  expect(requestOf(signature, [{ constructor: 'a' }]).head).toMatchObject({ inputs: [{ texts: ['a'] }] })
})
