import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  type Algorithm,
  ContentType,
  DATASET_LIMITS,
  type Parameters,
  type PartyNames,
  TASK_LIMITS,
  targetsOf,
} from '@tessera/contract'
import { OfferRows, ProposeNames, SaveDataset } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, type World } from '../apps/edge/src/testing/world.ts'
import { agreeNames } from '../apps/platform/src/features/task/plan/agree-names.ts'
import type { Client } from './client.ts'
import { KINDS, trainKinds } from './demo-kinds.ts'
import { engineDir } from './places.ts'

// A start with KINDS=all trains all kinds, which takes minutes. These tests find mistakes in the training definitions
// earlier. The journeys of each kind train it with the same definitions.

type Manifest = Pick<Algorithm, 'id' | 'contentTypes' | 'labelKinds'> & {
  parameters: Pick<Algorithm['parameterDescriptions'][number], 'name' | 'minimum' | 'maximum'>[]
}

const folder = join(engineDir, 'algorithms')
const MANIFESTS = readdirSync(folder, { withFileTypes: true })
  .filter((one) => one.isDirectory() && existsSync(join(folder, one.name, 'manifest.json')))
  .map(({ name }): Manifest => JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')))
const manifestOf = (id: string) => MANIFESTS.find((one) => one.id === id) as Manifest

let edge: World
beforeAll(async () => {
  edge = await buildWorld({ minimumRows: 5 })
  await edge.connect()
})
afterAll(() => edge.close())

test.each([
  ['all', KINDS.map(({ key }) => key)],
  [undefined, []],
])('trains the requested kinds with KINDS=%s', async (kinds, trained) => {
  const begun: string[] = []
  const journal = { once: (key: string) => Promise.resolve(void begun.push(key) as never) }
  await trainKinds(kinds, { members: async () => [{} as Client], journal, say: () => {} })
  expect(begun).toEqual(trained)
})

test.each(KINDS)('uses only names that the platform accepts in the demo of $key', ({ name, description, dataset }) => {
  expect(name.length).toBeLessThanOrEqual(TASK_LIMITS.name)
  expect(description.length).toBeLessThanOrEqual(TASK_LIMITS.description)
  expect(dataset.name.length).toBeLessThanOrEqual(DATASET_LIMITS.name)
  expect(dataset.description.length).toBeLessThanOrEqual(DATASET_LIMITS.description)
})

test.each(KINDS)('writes all texts of the demo of $key in both languages', ({ name, description, dataset }) => {
  for (const text of [name, description, dataset.name, dataset.description])
    expect(text).toMatch(/\p{Script=Han}.* [a-z]/iu)
})

test.each(ContentType.options)('trains on %s, a kind of data that can be uploaded', (type) => {
  expect(MANIFESTS.some(({ contentTypes, labelKinds }) => contentTypes.includes(type) && labelKinds.length > 0)).toBe(
    true,
  )
})

const others = MANIFESTS.filter(({ contentTypes }) => !contentTypes.includes('tabular'))
test.each(others)(
  'has a demo for the kinds of data and output of the algorithm $id',
  ({ contentTypes, labelKinds }) => {
    const shown = KINDS.map(({ algorithmId }) => manifestOf(algorithmId))
    const alike = shown.filter(
      (one) =>
        one.contentTypes.some((type) => contentTypes.includes(type)) &&
        one.labelKinds.some((kind) => labelKinds.includes(kind)),
    )
    expect(alike).not.toEqual([])
  },
)

test.each(KINDS)('uploads data for the demo of $key that its algorithm can train on', async (kind) => {
  const { key, archiveOf, algorithmId, columnSelection } = kind
  const { contentTypes, labelKinds } = manifestOf(algorithmId)
  const wanted = { ...columnSelection, label: columnSelection.label ?? null, targets: targetsOf(labelKinds) }
  const parties: PartyNames[] = []
  for (const place of [0, 1, 2]) {
    const zip = await archiveOf(place)
    zip.end()
    const draft = await edge.upload(await buffer(zip.outputStream))
    expect(draft).toMatchObject({ contentType: contentTypes[0] })
    const { draftId, tableName } = draft
    await edge.call(SaveDataset, { draftId, name: `${key} ${place}`, description: 'demo', sharing: 'party' })
    const taskId = `${key}-${place}`
    await edge.call(OfferRows, { taskId, tableName, rows: [] })
    edge.fake.wanted.set(taskId, wanted)
    parties.push((await edge.call(ProposeNames, { taskId })).names)
  }
  const names = parties.map(({ label }) => label?.classes)
  expect(names[0]?.length).toBeGreaterThanOrEqual(2)
  expect(names).toEqual([names[0], names[0], names[0]])
  expect(agreeNames(wanted, parties, [])).toMatchObject({
    kind: 'agreed',
    names: { target: { column: wanted.label, classes: names[0] } },
  })
})

test.each(KINDS)('sets only parameters of the algorithm in the demo of $key', ({ algorithmId, parameters = {} }) => {
  const known = manifestOf(algorithmId).parameters
  for (const [name, value] of Object.entries(parameters as Parameters)) {
    const { minimum = -Infinity, maximum = Infinity } = known.find((one) => one.name === name) ?? {}
    expect(known.map((one) => one.name)).toContain(name)
    expect(Number(value)).toBeGreaterThanOrEqual(minimum)
    expect(Number(value)).toBeLessThanOrEqual(maximum)
  }
})
