import { ContentType } from '@tessera/contract'
import { GetAnalysis, SaveDataset, samplePath } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, type World } from '../../testing/world.ts'
import { makeSample } from './samples.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
})
afterAll(() => world.close())

const expected = {
  tabular: {
    rowCount: 60,
    labelColumns: [],
    columnTypes: {
      age: 'integer',
      sex: 'text',
      height: 'number',
      pressure: 'integer',
      smoker: 'boolean',
      visit: 'date',
      note: 'text',
      ill: 'text',
    },
    classes: [],
  },
  vision: { rowCount: 24, labelColumns: ['label'], classes: [['circle', 'square', 'triangle']] },
  yolo: { rowCount: 24, labelColumns: ['boxes'], classes: [['circle', 'square', 'triangle']] },
  nlp: { rowCount: 28, labelColumns: ['label'], classes: [['negative', 'positive']] },
  graph: { rowCount: 34, labelColumns: ['label'], classes: [['Mr. Hi', 'Officer']] },
} as const

test.each(ContentType.options)(
  'lets any caller download the sample of %s, which can be uploaded unchanged',
  { meta: { spec: 'calls.uploadZip' } },
  async (kind) => {
    const { classes, ...draft } = expected[kind]
    const response = await world.app.inject({ url: samplePath(kind) })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tessera-sample-${kind}.zip"`,
    })

    const uploaded = await world.upload(response.rawPayload)
    expect(uploaded).toMatchObject({ contentType: kind, ...draft })
    expect(uploaded.report).toMatchObject({ rowsRead: draft.rowCount, rejected: [] })
    await world.call(SaveDataset, { draftId: uploaded.draftId, name: kind, description: 'd', sharing: 'party' })
    const analysis = await world.call(GetAnalysis, { tableName: uploaded.tableName })
    expect(analysis.classes.map(({ values }) => values.map(({ name }) => name).toSorted())).toEqual(classes)
  },
)

test('creates the same sample each time, and none for an unknown kind of data', async () => {
  expect((await makeSample('yolo')).equals(await makeSample('yolo'))).toBe(true)
  const other = await world.app.inject({ url: '/samples/passwd.zip' })
  expect([other.statusCode, other.json().error]).toEqual([404, 'route.not-found'])
})
