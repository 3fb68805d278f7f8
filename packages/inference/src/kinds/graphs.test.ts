import { LINKS_COLUMN, type TableRow } from '@tessera/contract'
import { expect, test } from 'vitest'
import { graphs, nodesOf } from './graphs.ts'
import type { EncodedRows } from './kind.ts'

const input = {
  kind: 'graph' as const,
  columns: [
    { column: 'age', example: 50 },
    { column: 'dose', example: 1 },
  ],
}

test('encodes the numbers of all nodes, and each edge as two positions', {
  meta: { spec: 'screens.inference-input-graph' },
}, () => {
  const rows = [
    { node: 'a', age: 1, dose: null, [LINKS_COLUMN]: '1 2' },
    { node: 'b', age: 2, dose: 4, [LINKS_COLUMN]: '' },
    { node: 'c', age: 3, dose: 5, [LINKS_COLUMN]: '0' },
  ]
  const { inputs, parts } = graphs.encode(input, rows) as EncodedRows
  expect(inputs).toEqual([
    { name: 'x', part: 0, type: 'float64', shape: [3, 2] },
    { name: 'edge_index', part: 1, type: 'int64', shape: [2, 3] },
  ])
  const [x, edges] = parts as [Uint8Array, Uint8Array]
  expect([...new Float64Array(x.buffer as ArrayBuffer)]).toEqual([1, Number.NaN, 2, 4, 3, 5])
  expect(Array.from(new BigInt64Array(edges.buffer as ArrayBuffer), Number)).toEqual([0, 0, 2, 1, 2, 0])
  expect(graphs.shown?.(input, rows[0] as TableRow)).toEqual({ node: 'a', age: 1, dose: null })
})

test.each([['3'], ['-1'], ['0.5'], ['x'], ['0 '], ['99999999999999999999']])(
  'refuses an edge to a position without a node: %s',
  (links) => {
    expect(() => graphs.encode(input, [{ age: 1, dose: 2, [LINKS_COLUMN]: links }])).toThrow(
      expect.objectContaining({ code: 'inference.edge-wrong' }),
    )
  },
)

test('refuses a graph that is too large for one call before it reads the graph', () => {
  const rows = new Array(100_001).fill({ age: 1, dose: 2 })
  expect(() => graphs.encode(input, rows)).toThrow(expect.objectContaining({ code: 'inference.graph-large' }))
})

test('converts the single row of a call to one row per node', () => {
  const row = { x: '[[1, 2], [3, null]]', edge_index: '[[0, 1], [1, 0]]', id: '["a", "b"]' }
  expect(nodesOf(input, [row])).toEqual([
    { node: 'a', age: 1, dose: 2, [LINKS_COLUMN]: '1' },
    { node: 'b', age: 3, dose: null, [LINKS_COLUMN]: '0' },
  ])
  expect(nodesOf(input, [{ x: '[[1, 2]]' }])).toEqual([{ node: '0', age: 1, dose: 2, [LINKS_COLUMN]: '' }])
  const nodes = [{ node: 'a', age: 1, dose: 2, [LINKS_COLUMN]: '' }]
  expect(nodesOf(input, nodes)).toBe(nodes)
})

test.each([
  [{ x: 'no list', edge_index: '[[],[]]' }, 'inference.graph-wrong', { part: 'x' }],
  [{ x: '[[1]]' }, 'inference.graph-wrong', { part: 'x' }],
  [{ x: '[[1, 2]]', edge_index: '[[0]]' }, 'inference.graph-wrong', { part: 'edge_index' }],
  [{ x: '[[1, 2]]', edge_index: '[[0],[]]' }, 'inference.graph-wrong', { part: 'edge_index' }],
  [{ x: '[[1, 2]]', id: '[]' }, 'inference.graph-wrong', { part: 'id' }],
  [{ x: '[[1, 2]]', edge_index: '[[7],[0]]' }, 'inference.edge-wrong', {}],
])('names the part of a graph that is invalid: %j', (row, code, params) => {
  expect(() => nodesOf(input, [row as unknown as TableRow])).toThrow(expect.objectContaining({ code, params }))
})
