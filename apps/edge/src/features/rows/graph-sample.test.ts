import { dirname, join } from 'node:path'
import {
  GetAnalysis,
  GetColumnProfiles,
  GetGraphSample,
  GetHeldDataset,
  ListRows,
  SaveDataset,
} from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { literal } from '../../lib/duck.ts'
import type { Browser } from '../../testing/browser.ts'
import { listenTo, rowsMoved } from '../../testing/duck-work.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, peopleCsv, type World, zipOf } from '../../testing/world.ts'
import { sampleGraph } from './graph-sample.ts'
import { findDatasetByTable, type StoredDataset } from './queries.ts'

let world: World
let alice: Browser
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'] })
  await world.connect()
  alice = await world.openSession('alice')
})
afterAll(() => world.close())

async function graph(name: string, nodes: string[], edges: string[], header = 'id,label') {
  const zip = await zipOf({
    'nodes.csv': [header, ...nodes].join('\n'),
    'edges.csv': [header.includes('graph') ? 'source,target,graph' : 'source,target', ...edges].join('\n'),
  })
  const { draftId, tableName } = await world.upload(zip)
  await world.call(SaveDataset, { draftId, name, description: 'd', sharing: 'person' })
  return tableName
}

test('shows the connected part of a small graph completely, and draws each connection once', async () => {
  const tableName = await graph(
    'Small',
    ['hub,甲', 'a,乙', 'b,', 'c,乙', 'far,丙', 'away,丙'],
    ['hub,a', 'b,hub', 'hub,b', 'hub,c', 'c,c', 'far,away'],
  )
  expect(await world.call(GetGraphSample, { tableName }, alice)).toEqual({
    nodes: [
      { id: 'hub', label: '甲', degree: 4 },
      { id: 'a', label: '乙', degree: 1 },
      { id: 'b', label: null, degree: 2 },
      { id: 'c', label: '乙', degree: 3 },
    ],
    edges: [
      { source: 'hub', target: 'a' },
      { source: 'b', target: 'hub' },
      { source: 'hub', target: 'c' },
      { source: 'c', target: 'c' },
    ],
    nodeCount: 6,
    edgeCount: 6,
    graphCount: 1,
  })
})

test('samples one graph of a dataset with several graphs', async () => {
  const tableName = await graph(
    'Several',
    ['a,x,1', 'b,x,1', 'a,y,2', 'b,y,2', 'c,y,2'],
    ['a,b,1', 'a,b,2', 'b,c,2'],
    'id,label,graph',
  )
  const sample = await world.call(GetGraphSample, { tableName }, alice)
  expect(sample).toMatchObject({ nodeCount: 5, edgeCount: 3, graphCount: 2 })
  expect(sample.nodes.map(({ id }) => id).toSorted()).toEqual(['2/a', '2/b', '2/c'])
})

test('samples 200 connected nodes from a graph with a million edges, with few queries', async () => {
  const tableName = await graph('Large', ['n0,x', 'n1,y'], ['n0,n1'])
  const { file } = findDatasetByTable(world.db, tableName) as StoredDataset
  const edgesFile = join(dirname(file), 'edges.parquet')
  const write = (select: string, to: string) => world.duck.run(`COPY (${select}) TO ${literal(to)} (FORMAT parquet)`)
  await write("SELECT 'n' || n AS id, CAST(n % 3 AS VARCHAR) AS label FROM range(200000) t(n)", file)
  await write(
    `SELECT 'n' || (n % 200000) AS source, 'n' || ((n * 7919 + 13) % CASE WHEN n % 3 = 0 THEN 1000 ELSE 200000 END) AS target
     FROM range(1000000) t(n)`,
    edgesFile,
  )
  const { duck, queries } = listenTo(world.duck)
  const sample = await sampleGraph(duck, findDatasetByTable(world.db, tableName) as StoredDataset)
  expect(sample.edgeCount).toBe(1_000_000)
  expect(sample.nodes).toHaveLength(200)
  const reached = new Set([sample.nodes[0]?.id])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const { source, target } of sample.edges) {
      if (reached.has(source)) reached.add(target)
      if (reached.has(target)) reached.add(source)
    }
  }
  expect(reached.size).toBe(200)
  const moved = await Promise.all(queries.map((sql) => rowsMoved(world.duck, sql)))
  expect(queries.length).toBeLessThanOrEqual(10)
  expect(moved.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(15 * sample.edgeCount)
})

test('samples a graph only for users who may read its rows, and refuses other kinds of data', async () => {
  const tableName = await graph('Mine', ['a,x', 'b,y'], ['a,b'])
  await expect(world.call(GetGraphSample, { tableName }, await world.openSession('dora'))).rejects.toMatchObject({
    code: 'dataset.not-allowed',
  })
  await expect(world.call(GetGraphSample, { tableName: 'nothing' }, alice)).rejects.toMatchObject({
    code: 'dataset.not-found',
  })
  const table = await world.dataSet(peopleCsv(9), 'Table')
  await expect(world.call(GetGraphSample, { tableName: table.tableName }, alice)).rejects.toMatchObject({
    code: 'dataset.not-graph',
  })
  expect(world.decisions('read').at(-1)?.data).toMatchObject({ graph: true })
})

test('shows no rows, profile, analysis, graph or pages to a caller with only a platform token', {
  meta: { claim: ['sessions.token-reads-rows', 'row-access.token-reads-upload'] },
}, async () => {
  const tableName = await graph('Kept', ['a,x', 'b,y'], ['a,b'])
  const entries = world.decisions('read').length
  const { id: datasetId } = findDatasetByTable(world.db, tableName) as StoredDataset
  for (const claims of [person('alice'), person('alice', { role: 'admin' }), person('ghost')]) {
    const minted = { token: await world.fake.edgeToken(claims) }
    const refused = { code: 'edge.session-required' }
    for (const endpoint of [ListRows, GetColumnProfiles, GetAnalysis, GetGraphSample]) {
      await expect(world.call(endpoint, { tableName }, minted)).rejects.toMatchObject(refused)
    }
    await expect(world.call(GetHeldDataset, { datasetId }, minted)).rejects.toMatchObject(refused)
  }
  expect(world.decisions('read')).toHaveLength(entries)
  expect(await world.call(GetHeldDataset, { datasetId }, alice)).toMatchObject({ tableName })
})
