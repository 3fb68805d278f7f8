import { afterAll, beforeAll, expect, test } from 'vitest'
import { gb18030 } from '../../testing/encodings.ts'
import { buildReading, type ReadingBench } from '../../testing/reading.ts'
import { readGraph } from './graph.ts'

let bench: ReadingBench
beforeAll(async () => {
  bench = await buildReading(readGraph)
})
afterAll(() => bench.close())

const nodes = [
  { id: 'a', age: 1, weight_kg: 0.5, label: '甲' },
  { id: 'b', age: 2, weight_kg: null, label: '乙' },
  { id: 'c', age: 3, weight_kg: 2, label: null },
]
const edges = [
  { source: 'a', target: 'b' },
  { source: 'b', target: 'c' },
  { source: 'c', target: 'c' },
]
const manyLabels = Array.from({ length: 300_000 }, (_, at) => `"label${at}":1`).join(',')
const csv = (more: { nodes?: string; edges?: string } = {}) => ({
  'nodes.csv': `id,age,weight_kg,label\na,1,0.5,甲\nb,2,NA,乙\nc,3,2,\n${more.nodes ?? ''}`,
  'edges.csv': `source,target\na,b\nb,c\nc,c\n${more.edges ?? ''}`,
})

test.each([
  ['CSV', csv()],
  [
    'TSV in GB18030 under other names',
    {
      '我的图/节点.tsv': gb18030('编号\tage\tweight_kg\tlabel\na\t1\t0.5\t甲\nb\t2\t\t乙\nc\t3\t2\t\n'),
      '我的图/边.tsv': gb18030('起点\t终点\na\tb\nb\tc\nc\tc\n'),
    },
  ],
  ['JSON', { 'graph.json': JSON.stringify({ nodes, edges }, null, 1) }],
  [
    'node-link JSON',
    { 'g.json': JSON.stringify({ directed: false, multigraph: false, graph: {}, nodes, links: edges }) },
  ],
  ['pairs', { 'g.json': JSON.stringify({ edges: edges.map(Object.values), nodes }) }],
])('reads nodes and edges from %s', async (_what, files) => {
  const { reading, rows, all } = await bench.read(files)
  expect(rows).toEqual(nodes)
  expect(await all('edges.parquet')).toEqual(edges)
  expect(reading).toMatchObject({
    columns: ['age', 'weight_kg', 'label'],
    columnTypes: { age: 'integer', weight_kg: 'number', label: 'text' },
    labelColumns: ['label'],
    rowCount: 3,
    report: { rowsRead: 3, rejected: [] },
  })
  expect(reading.analysis?.classes).toEqual([
    {
      column: 'label',
      values: [
        { name: '乙', count: 1 },
        { name: '甲', count: 1 },
      ],
    },
  ])
  // A self-loop adds 2 to the degree of its node.
  expect(reading.analysis?.distributions).toMatchObject([{ of: 'degree', minimum: 1, maximum: 3, mean: 2 }])
})

test('reads the format that inference uses: features, both ends of each edge, labels', async () => {
  const { rows, all, reading } = await bench.read({
    'graph.json': JSON.stringify({
      x: [
        [1, 0.5],
        [2, 1],
      ],
      edge_index: [
        [0, 1, 1],
        [1, 0, 1],
      ],
      y: ['p', 'q'],
    }),
  })
  expect(rows).toEqual([
    { id: '0', x0: 1, x1: 0.5, y: 'p' },
    { id: '1', x0: 2, x1: 1, y: 'q' },
  ])
  expect(await all('edges.parquet')).toEqual([
    { source: '0', target: '1' },
    { source: '1', target: '0' },
    { source: '1', target: '1' },
  ])
  expect(reading.labelColumns).toEqual(['y'])
})

const several = [
  { graph: 'g/1', nodes: ['a', 'b'], edges: [['a', 'b']] },
  { graph: 'h', nodes: ['a', 'b', 'c'], edges: [] },
]
test.each([
  [
    'CSV',
    {
      'nodes.csv': `id,f,graph\n${several.flatMap(({ graph, nodes: ids }) => ids.map((id) => `${id},1,${graph}\n`)).join('')}`,
      'edges.csv': 'source,target,graph,weight\na,b,g/1,0.5\n',
    },
  ],
  [
    'a list of documents',
    {
      'graphs.json': JSON.stringify(
        several.map((one) => ({
          name: one.graph,
          nodes: one.nodes.map((id) => ({ id, f: 1 })),
          edges: one.edges.map((ends) => [...ends, 0.5]),
        })),
      ),
    },
  ],
  [
    'one document per line',
    {
      'graphs.jsonl': several
        .map((one) =>
          JSON.stringify({
            name: one.graph,
            nodes: one.nodes.map((id) => ({ id, f: 1 })),
            links: one.edges.map(([source, target]) => ({ source, target, weight: 0.5 })),
          }),
        )
        .join('\n'),
    },
  ],
])('reads several graphs from %s, with separate ids', async (_what, files) => {
  const { rows, reading, all } = await bench.read(files)
  expect(rows).toEqual([
    { id: 'g%2F1/a', graph: 'g/1', f: 1 },
    { id: 'g%2F1/b', graph: 'g/1', f: 1 },
    { id: 'h/a', graph: 'h', f: 1 },
    { id: 'h/b', graph: 'h', f: 1 },
    { id: 'h/c', graph: 'h', f: 1 },
  ])
  expect(await all('edges.parquet')).toEqual([{ source: 'g%2F1/a', target: 'g%2F1/b', graph: 'g/1', weight: 0.5 }])
  expect(reading.columns).toEqual(['f'])
  expect(reading.analysis?.distributions).toMatchObject([
    { of: 'degree', minimum: 0, maximum: 1 },
    { of: 'graph-nodes', minimum: 2, maximum: 3 },
    { of: 'graph-edges', minimum: 0, maximum: 1 },
  ])
})

test("reads separate documents as graphs named after their files, and applies a graph's label to each of its nodes", async () => {
  const { rows } = await bench.read({
    'one.json': '{"x":[[1],[2]],"edge_index":[[0],[1]],"y":[7]}',
    'two.json': '{"x":[[3]],"edge_index":[],"y":[8]}',
  })
  expect(rows).toEqual([
    { id: 'one/0', graph: 'one', x0: 1, y: '7' },
    { id: 'one/1', graph: 'one', x0: 2, y: '7' },
    { id: 'two/0', graph: 'two', x0: 3, y: '8' },
  ])
})

test.each([
  [
    'an edge to a missing node',
    csv({ edges: 'a,z\n' }),
    'node-unknown',
    { code: 'dataset.node-unknown', file: 'edges.csv', line: 5, id: 'z' },
  ],
  [
    'a repeated node',
    csv({ nodes: 'a,4,1,丙\n' }),
    'node-repeated',
    { code: 'dataset.node-repeated', file: 'nodes.csv', line: 5, id: 'a' },
  ],
  [
    'a node without an id',
    csv({ nodes: ',4,1,丙\n' }),
    'node-unknown',
    { code: 'dataset.node-unnamed', file: 'nodes.csv', line: 5 },
  ],
  [
    'an edge without a target',
    csv({ edges: 'a,\n' }),
    'node-unknown',
    { code: 'dataset.edge-end-missing', file: 'edges.csv', line: 5 },
  ],
  [
    'a feature that is not a number',
    csv({ nodes: 'd,many,1,丙\n' }),
    'not-a-number',
    { code: 'dataset.not-a-number', file: 'nodes.csv', line: 5, column: 'age' },
  ],
  [
    'a row too short',
    csv({ nodes: 'd,4\n' }),
    'width',
    { code: 'dataset.row-width', file: 'nodes.csv', line: 5, found: 2, expected: 4 },
  ],
  [
    'a broken piece of JSON',
    { 'graph.json': JSON.stringify({ nodes: [...nodes, 'BROKEN'], edges }, null, 1).replace('"BROKEN"', '{"id" 5}') },
    'json',
    { code: 'dataset.json-broken', file: 'graph.json', line: 21 },
  ],
])('names the line of %s, and leaves the element out on request', async (_what, files, reason, error) => {
  expect(await bench.refusal(files as Record<string, string>)).toEqual({ ...error, remedy: 'skip-rows' })
  const { reading, rows, all } = await bench.read(files as Record<string, string>, { skipBadRows: true })
  expect(reading.report).toMatchObject({
    rowsRead: error.file === 'edges.csv' ? 3 : 4,
    rejected: [{ reason, count: 1, examples: [{ file: error.file, line: error.line }] }],
  })
  expect(rows).toEqual(nodes)
  expect(await all('edges.parquet')).toEqual(edges)
})

test('when a node is left out, also leaves out and counts the elements that depend on it', async () => {
  const files = csv({ nodes: 'd,many,1,\n', edges: 'd,a\nd,b\n' })
  const { reading } = await bench.read(files, { skipBadRows: true })
  expect(reading.report).toMatchObject({
    rowsRead: 4,
    rejected: [
      { reason: 'not-a-number', count: 1 },
      { reason: 'node-unknown', count: 2, examples: [{ line: 5 }, { line: 6 }] },
    ],
  })
})

test.each([
  [
    'a text feature',
    { 'nodes.csv': 'id,city,label\na,Bonn,x\nb,7,y\nc,Ulm,y\n', 'edges.csv': 'source,target\na,b\n' },
    { code: 'dataset.feature-text', file: 'nodes.csv', column: 'city' },
  ],
  ['no id', { ...csv(), 'nodes.csv': 'age\n1\n' }, { code: 'dataset.column-needed', file: 'nodes.csv', column: 'id' }],
  [
    'no target',
    { ...csv(), 'edges.csv': 'source\na\n' },
    { code: 'dataset.column-needed', file: 'edges.csv', column: 'target' },
  ],
  [
    'an unknown edge column',
    { ...csv(), 'edges.csv': 'source,target,since\na,b,1\n' },
    { code: 'dataset.column-not-of-kind', file: 'edges.csv', column: 'since' },
  ],
  [
    'graphs in one table only',
    { ...csv(), 'edges.csv': 'source,target,graph\na,b,1\n' },
    { code: 'dataset.column-not-of-kind', file: 'edges.csv', column: 'graph' },
  ],
  ['no header', { ...csv(), 'edges.csv': '0,1\n1,2\n' }, { code: 'dataset.header-missing', file: 'edges.csv' }],
  ['edges alone', { 'edges.csv': 'source,target\na,b\n' }, { code: 'dataset.graph-nodes-missing' }],
  ['nodes alone', { 'nodes.csv': 'id\na\n' }, { code: 'dataset.graph-edges-missing' }],
  [
    'nodes twice',
    { ...csv(), 'more/nodes.csv': 'id\na\n' },
    { code: 'dataset.file-twice', first: 'nodes.csv', second: 'more/nodes.csv' },
  ],
  [
    'a document with unknown keys',
    { 'g.json': '{"nodes":[{"id":1}],\n"edges":[],"hyperedges":[1]}' },
    { code: 'dataset.field-unknown', file: 'g.json', line: 2, field: 'hyperedges' },
  ],
  [
    'more features than allowed columns',
    { 'g.json': JSON.stringify({ x: [new Array(5_000).fill(1)], edge_index: [[], []] }) },
    { code: 'dataset.header-many', file: 'g.json', count: 5_002, limit: 5_000 },
  ],
  [
    'a node of a document of one line with another field',
    { 'g.json': '{"nodes":[{"id":1,"label":"a"},{"id":2,"colour":"b"}],"edges":[]}' },
    {
      code: 'dataset.field-unknown',
      file: 'g.json',
      line: 1,
      entry: 'nodes[1]',
      field: 'colour',
      remedy: 'skip-rows',
    },
  ],
  [
    'another number of labels than nodes',
    { 'g.json': '{"x":[[1],[2],[3]],"edge_index":[],"y":[1,2]}' },
    { code: 'dataset.field-type', file: 'g.json', line: 1, field: 'y' },
  ],
  [
    'too many fields',
    { 'g.json': `{"nodes":[{"id":1,${manyLabels}}],"edges":[]}` },
    { code: 'dataset.header-many', file: 'g.json', count: 300_002, limit: 5_000 },
  ],
  ['a truncated document', { 'g.json': '{"nodes":[{"id":1}' }, { code: 'dataset.json-frame', file: 'g.json', line: 1 }],
])('refuses a graph with %s', async (_what, files, error) => {
  expect(await bench.refusal(files as Record<string, string>)).toEqual(error)
})
