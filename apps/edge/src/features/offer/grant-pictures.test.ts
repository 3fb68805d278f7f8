import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_COLUMN, wordsOf } from '@tessera/contract'
import { DraftGrant, OfferRows, ProposeNames, SaveDataset, SignGrant } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, PIN, taskOf, type World, zipOf } from '../../testing/world.ts'
import { findNewestGrant } from '../grant/queries.ts'
import { grantRows } from './grant-rows.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

test("grants the pictures of the task's classes as uploaded, in order, with their labels and no other data", async () => {
  const files: Record<string, Buffer> = {}
  for (let at = 0; at < 14; at += 1)
    files[`${at < 6 ? 'calm' : at < 12 ? 'wild' : 'odd'}/${at}.png`] = await picture('png', 20, 10)
  const { draftId, tableName } = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId, name: 'Cells', description: 'd', sharing: 'party' })
  const taskId = 'of-pictures'
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  world.fake.wanted.set(taskId, { columns: [], label: 'label', targets: ['classes'] })
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names.columns).toEqual([{ name: PICTURE_COLUMN, kind: 'pictures' }])
  expect(wordsOf(names)).toEqual(['calm', 'wild'])

  const target = { kind: 'classes' as const, column: 'label', classes: ['calm', 'wild'], integral: false }
  const { plan, ...task } = taskOf(taskId)
  const data = { kind: 'pictures' as const, column: PICTURE_COLUMN }
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 12, leftOut: 2 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })

  const granted = await world.duck.rows(
    `SELECT * REPLACE (hex(file) AS file) FROM read_parquet('${join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows-0.parquet')}')`,
  )
  const expected = Object.entries(files).filter(([name]) => !name.startsWith('odd'))
  expect(granted).toEqual(
    expected.map(([name, file]) => ({ file: file.toString('hex').toUpperCase(), label: name.split('/')[0] })),
  )
})

test('names the box classes that at least five pictures show, and grants all pictures with unchanged boxes', async () => {
  const image = await picture('png', 20, 10)
  const files: Record<string, string | Buffer> = { 'classes.txt': 'cat\ndog\ncow' }
  for (let at = 0; at < 8; at += 1) {
    files[`images/${at}.png`] = image
    // A picture with two dogs counts once.
    files[`labels/${at}.txt`] =
      `${at < 7 ? '0 0.5 0.5 0.2 0.4\n' : ''}${at < 4 ? '1 0.2 0.2 0.1 0.1\n'.repeat(2) : ''}${at < 5 ? '2 0.8 0.8 0.1 0.1' : ''}`
  }
  const { draftId, tableName } = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId, name: 'Farm', description: 'd', sharing: 'party' })
  const taskId = 'of-boxes'
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const wanted = { columns: [], label: 'boxes', targets: ['boxes' as const] }
  world.fake.wanted.set(taskId, wanted)
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names).toEqual({
    columns: [{ name: PICTURE_COLUMN, kind: 'pictures' }],
    label: {
      column: 'boxes',
      kind: 'text',
      integral: false,
      classes: ['cat', 'cow'],
      counts: [
        // The medians of the shorter side of boxes. That of "dog" is not reported, because too few pictures show a dog.
        { name: 'cat', rows: 5, boxSide: 200 },
        { name: 'cow', rows: 5, boxSide: 100 },
      ],
    },
  })
  world.fake.wanted.set(taskId, { ...wanted, targets: ['classes'] })
  await expect(world.call(ProposeNames, { taskId })).rejects.toMatchObject({ code: 'data.label-kind' })

  const target = { kind: 'boxes' as const, column: 'boxes', classes: ['cat', 'cow'] }
  const { plan, ...task } = taskOf(taskId)
  const data = { kind: 'pictures' as const, column: PICTURE_COLUMN }
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 8, leftOut: 0 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  const granted = await world.duck.rows(
    `SELECT * REPLACE (hex(file) AS file) FROM read_parquet('${join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows-0.parquet')}')`,
  )
  expect(granted).toHaveLength(8)
  expect(granted[7]).toEqual({ file: image.toString('hex').toUpperCase(), boxes: '[]' })
  expect(JSON.parse(String(granted[5]?.boxes))).toEqual([{ class: 'cat', x: 0.5, y: 0.5, w: 0.2, h: 0.4 }])
})

test('grants pictures from a folder whose name contains glob characters, and fails if a picture is missing', async () => {
  const folder = join(world.dataDir, 'data', 'g[2]*')
  const media = join(folder, 'pictures')
  await mkdir(media, { recursive: true })
  for (const name of ['1.png', '2.png']) await writeFile(join(media, name), await picture('png'))
  const file = join(folder, 'kept.parquet')
  await world.duck.run(
    `COPY (SELECT * FROM (VALUES (1, '1.png', 100, 'calm'), (2, '2.png', 100, 'wild')) AS t(id, file, bytes, label))
     TO '${file}' (FORMAT parquet)`,
  )
  const rows = {
    dataset: { contentType: 'vision' as const, columnTypes: {}, file, media },
    columns: ['label'],
    where: 'true',
  }
  const granted = join(world.dataDir, 'grants', 'by-name')
  await grantRows(world.duck, rows, granted)
  const { count } = await world.duck.row(
    `SELECT count(*) AS count FROM read_parquet('${join(granted, 'rows-0.parquet')}')`,
  )
  expect(Number(count)).toBe(2)

  await rm(join(media, '2.png'))
  await expect(grantRows(world.duck, rows, join(world.dataDir, 'grants', 'gone'))).rejects.toThrow()
})
