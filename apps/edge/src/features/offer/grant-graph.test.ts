import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LINKS_COLUMN, wordsOf } from '@tessera/contract'
import { DraftGrant, OfferRows, ProposeNames, SaveDataset, SignGrant } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, PIN, taskOf, type World, zipOf } from '../../testing/world.ts'
import { findNewestGrant } from '../grant/queries.ts'
import { findDatasetByTable } from '../rows/queries.ts'
import { grantRows } from './grant-rows.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

/** Nodes n0 to n13 in a ring, not in the order of their ids. The last two have a rare class. */
const classOf = (at: number) => (at < 6 ? 'ward' : at < 11 ? 'home' : at < 12 ? '' : 'rare')
const nameOf = (at: number) => `n${String(at).padStart(2, '0')}`
const nodes = Array.from({ length: 14 }, (_one, at) => 13 - at)
const files = {
  'nodes.csv': `id,age,secret,label\n${nodes.map((at) => `${nameOf(at)},${at},76543,${classOf(at)}\n`).join('')}`,
  'edges.csv': `source,target\n${nodes.map((at) => `${nameOf(at)},${nameOf((at + 1) % 14)}\n`).join('')}`,
}

test('grants nodes with the edges among them, but not their names, other columns or rare classes', async () => {
  const { draftId, tableName } = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId, name: 'Referrals', description: 'd', sharing: 'party' })
  const taskId = 'of-graph'
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  world.fake.wanted.set(taskId, { columns: ['age'], label: 'label', targets: ['classes'] })
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names.columns).toEqual([
    { name: LINKS_COLUMN, kind: 'links' },
    { name: 'age', kind: 'number' },
  ])
  expect(wordsOf(names)).toEqual(['home', 'ward'])

  const target = { kind: 'classes' as const, column: 'label', classes: ['home', 'ward'], integral: false }
  const { plan, ...task } = taskOf(taskId)
  const data = { kind: 'graph' as const, columns: [{ name: 'age', kind: 'number' as const }] }
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 12, leftOut: 2 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })

  const folder = findNewestGrant(world.db, taskId)?.folder ?? ''
  const granted = await world.duck.rows(
    `SELECT age, label, CAST(${`"${LINKS_COLUMN}"`} AS VARCHAR) AS links, * EXCLUDE (age, label, "${LINKS_COLUMN}")
     FROM read_parquet('${join(folder, 'rows.parquet')}')`,
  )
  // The nodes are granted in the order of their ids. The last node has an edge to a node that is not granted, and the
  // first has an edge from such a node.
  expect(granted).toEqual(
    Array.from({ length: 12 }, (_one, at) => ({
      age: at,
      label: classOf(at) || null,
      links: at < 11 ? `[${at + 1}]` : null,
    })),
  )
})

test('grants no rows of a graph whose file of edges is missing', async () => {
  const { draftId, tableName } = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId, name: 'Referrals 2', description: 'd', sharing: 'party' })
  const dataset = findDatasetByTable(world.db, tableName)
  if (!dataset) throw new Error('no dataset')
  await rm(join(dirname(dataset.file), 'edges.parquet'))
  const folder = join(world.dataDir, 'grants', 'gone')
  const rows = { dataset, columns: ['age', 'label'], where: 'true' }
  await expect(grantRows(world.duck, rows, folder)).rejects.toMatchObject({ code: 'dataset.not-found' })
  expect(existsSync(folder)).toBe(false)
})
