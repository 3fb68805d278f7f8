import { expect, test } from 'vitest'
import { exampleGraph, readGraph } from './graph-text.ts'

const input = {
  kind: 'graph' as const,
  columns: [
    { column: 'age', example: 50 },
    { column: 'dose', example: 1.5 },
  ],
}
const row = { x: '[[1,2],[3,null]]', edge_index: '[[0],[1]]' }

test.each([
  ['by places', '{"x": [[1, 2], [3, null]], "edge_index": [[0], [1]]}', '["0","1"]'],
  ['by places with names', '{"x": [[1, 2], [3, null]], "edge_index": [[0], [1]], "id": ["a", 7]}', '["a","7"]'],
  [
    'by names',
    '{"nodes": [{"id": "a", "age": 1, "dose": "2", "label": "?"}, {"id": 7, "age": 3}], "edges": [["a", 7]]}',
    '["a","7"]',
  ],
  [
    'node-link',
    '{"nodes": [{"id": 1, "age": 1, "dose": 2}, {"id": 2, "age": 3}], "links": [{"source": 1, "target": 2}]}',
    '["1","2"]',
  ],
])('parses a pasted graph %s', (_what, text, id) => {
  expect(readGraph(text, input)).toEqual({ row: { ...row, id }, nodes: 2, edges: 1 })
})

test.each([
  ['', 'needed', undefined],
  ['{"x": [[1, 2]', 'json', undefined],
  ['[]', 'parts', undefined],
  ['{"edge_index": [[], []]}', 'parts', undefined],
  ['{"x": [[1, 2]], "edge_index": [[0], []]}', 'parts', undefined],
  ['{"nodes": []}', 'parts', undefined],
  ['{"x": [[1, 2], [3]]}', 'width', { node: '1', found: 1, expected: 2 }],
  ['{"x": [[1, "old"]]}', 'number', { node: '0', column: 'dose' }],
  ['{"x": [[1, true]]}', 'number', { node: '0', column: 'dose' }],
  ['{"x": [[1, 2]], "edge_index": [[0], [1]]}', 'edge', { end: '1' }],
  ['{"nodes": [{"id": "a", "age": 1}], "edges": [["a", "b"]]}', 'edge', { end: 'b' }],
  ['{"nodes": [{"id": "a"}, {"id": "a"}]}', 'twice', { node: 'a' }],
])('reports the problem in a pasted graph %s', (text, key, params) => {
  expect(readGraph(text, input)).toEqual({ problem: params ? { key, params } : { key } })
})

test('accepts the example graph that it generates', { meta: { spec: 'screens.inference-input-graph' } }, () => {
  expect(readGraph(exampleGraph(input), input)).toMatchObject({ nodes: 2, edges: 1 })
})
