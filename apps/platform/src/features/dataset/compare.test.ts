import {
  CompareDatasets,
  CreateTask,
  GetDataset,
  GetRegistrations,
  JoinTask,
  ListFormatDifferences,
  OfferDataset,
  UpdateColumnSelection,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { buildHospital, type Hospital, tell } from '../../testing/dataset.ts'
import { call, describeOnOne, type World } from '../../testing/index.ts'
import type { DatasetRow } from './table.ts'

const as = (hospital: Hospital) => ({ user: hospital.owner, party: hospital })

/** Builds a public task of the first hospital with its data, joined by the second. */
async function buildTask(world: World, initiator: Hospital, participant: Hospital, dataset?: DatasetRow) {
  const texts = { name: 'cells', description: '', visibility: 'public', researchType: 'federated' } as const
  const taskId = (await call(world, CreateTask, texts, as(initiator))).result
  const { mine } = (await call(world, GetRegistrations, { taskId }, as(initiator))).result
  const registrationId = mine?.id as string
  if (dataset) {
    const offered = await call(world, OfferDataset, { registrationId, datasetId: dataset.id }, as(initiator))
    expect(offered.error).toBeUndefined()
  }
  expect((await call(world, JoinTask, { taskId }, as(participant))).error).toBeUndefined()
  return taskId
}

describeOnOne('comparing formats', (world) => {
  const compare = (initiatorId: string | null, participantId: string, who: Hospital) =>
    call(
      world(),
      CompareDatasets,
      { initiator: { datasetId: initiatorId }, participant: { datasetId: participantId } },
      as(who),
    )

  test('names the columns that differ, by their names in the task', {
    meta: { spec: ['states.data-choice-comparison', 'calls.collectFileMeta/summaryCompare'] },
  }, async () => {
    const [initiator, participant] = [await buildHospital(world()), await buildHospital(world())]
    const lead = await tell(world(), initiator, { sharing: 'person' })
    const same = await tell(world(), participant, {
      columns: ['malignant', 'radius', 'texture', 'id'],
      columnTypes: { malignant: 'integer', radius: 'integer', texture: 'number', id: 'text' },
    })
    const lacking = await tell(world(), participant, {
      columns: ['radius', 'malignant'],
      columnTypes: { radius: 'text', malignant: 'integer' },
    })
    const taskId = await buildTask(world(), initiator, participant, lead)

    expect((await compare(lead.id, same.id, participant)).result).toBeNull()
    const refused = await compare(lead.id, lacking.id, participant)
    expect(refused).toMatchObject({ error: 'compare.columns', params: { columns: 'radius, texture' } })
    expect(refused.message).toContain('radius, texture')
    const differences = await call(world(), ListFormatDifferences, { taskId, datasetId: lacking.id }, as(participant))
    expect(differences.result).toEqual({
      initiatorName: lead.name,
      participantName: lacking.name,
      differences: [
        { column: 'radius', initiatorType: 'number', participantType: 'text' },
        { column: 'texture', initiatorType: 'number', participantType: null },
      ],
      proposals: [{ column: 'radius', from: 'radius', conversion: 'to-number' }],
      participantColumns: [
        { name: 'radius', type: 'text' },
        { name: 'malignant', type: 'integer' },
      ],
    })

    // If the task needs fewer columns, the other columns may be missing.
    const selection = { taskId, columnSelection: { columns: ['radius'], label: 'malignant' } }
    expect((await call(world(), UpdateColumnSelection, selection, as(initiator))).error).toBeUndefined()
    expect(await compare(lead.id, lacking.id, participant)).toMatchObject({ params: { columns: 'radius' } })
    const numbers = await tell(world(), participant, {
      columns: ['radius', 'malignant'],
      columnTypes: { radius: 'integer', malignant: 'integer' },
    })
    expect((await compare(lead.id, numbers.id, participant)).result).toBeNull()
  })

  test('proposes columns for missing ones, and accepts rows that were selected under the column names of the task', {
    meta: { spec: 'screens.format-comparison-dialog' },
  }, async () => {
    const [initiator, participant] = [await buildHospital(world()), await buildHospital(world())]
    const columnTypes = { 年龄: 'integer', sbp: 'number', mean_radius: 'number', outcome: 'integer' } as const
    const lead = await tell(world(), initiator, { columns: Object.keys(columnTypes), columnTypes })
    const ownTypes = { Age: 'text', 收缩压: 'number', meanRadius: 'number', outcome: 'integer', ward: 'text' } as const
    const own = await tell(world(), participant, { columns: Object.keys(ownTypes), columnTypes: ownTypes })
    const taskId = await buildTask(world(), initiator, participant, lead)

    const { result } = await call(world(), ListFormatDifferences, { taskId, datasetId: own.id }, as(participant))
    expect(result.differences.map(({ column }) => column)).toEqual(['年龄', 'sbp', 'mean_radius'])
    expect(result.proposals).toEqual([
      { column: '年龄', from: 'Age', conversion: 'to-number' },
      { column: 'sbp', from: '收缩压', conversion: 'none' },
      { column: 'mean_radius', from: 'meanRadius', conversion: 'none' },
    ])
    const child = { taskId, parentId: own.id, mapping: result.proposals, columns: lead.columns }
    const setAside = await tell(world(), participant, { ...child, columnTypes: { ...columnTypes, 年龄: 'number' } })
    expect((await compare(lead.id, setAside.id, participant)).result).toBeNull()
  })

  const columnsOf = (types: Record<string, 'text' | 'integer' | 'number'>) => ({
    columns: Object.keys(types),
    columnTypes: types,
  })
  test.each([
    ['vision', { benign: 'text' }, { benign: 'integer', extra: 'text' }, null],
    ['vision', { benign: 'text', stage: 'text' }, { benign: 'text' }, 'stage'],
    ['yolo', { boxes: 'text' }, { boxes: 'text' }, null],
    ['nlp', { text: 'text', mood: 'text' }, { mood: 'text', text: 'text' }, null],
    ['nlp', { text: 'text', mood: 'text' }, { tokens: 'text', tags: 'text' }, 'text, mood'],
    ['nlp', { tokens: 'text', tags: 'text' }, { tokens: 'text', tags: 'text' }, null],
    ['graph', { degree: 'number', kind: 'text' }, { kind: 'text', degree: 'integer' }, null],
    ['graph', { degree: 'number', kind: 'text' }, { degree: 'text', kind: 'text' }, 'degree'],
  ] as const)('compares columns of %s: %o with %o, differing: %s', async (contentType, theirs, own, differing) => {
    const [initiator, participant] = [await buildHospital(world()), await buildHospital(world())]
    const lead = await tell(world(), initiator, { contentType, ...columnsOf(theirs) })
    const mine = await tell(world(), participant, { contentType, ...columnsOf(own) })
    const { error, params } = await compare(lead.id, mine.id, participant)
    expect([error, params?.columns]).toEqual(differing ? ['compare.columns', differing] : [undefined, undefined])
  })

  test('waits for the initiator’s data, and refuses data of another kind', {
    meta: { spec: 'calls.collectFileMeta/summaryCompare' },
  }, async () => {
    const [initiator, participant] = [await buildHospital(world()), await buildHospital(world())]
    const mine = await tell(world(), participant)
    const taskId = await buildTask(world(), initiator, participant)
    expect((await compare(null, mine.id, participant)).error).toBe('compare.waiting')
    const early = await call(world(), ListFormatDifferences, { taskId, datasetId: mine.id }, as(participant))
    expect(early.error).toBe('compare.waiting')

    const pictures = await tell(world(), initiator, { contentType: 'vision', columns: [], columnTypes: {} })
    expect(await compare(pictures.id, mine.id, participant)).toMatchObject({
      error: 'compare.content-type',
      params: { initiator: 'vision', participant: 'tabular' },
    })
  })

  test('names only the first columns in a message if many differ', async () => {
    const [initiator, participant] = [await buildHospital(world()), await buildHospital(world())]
    const columns = Array.from({ length: 30 }, (_none, i) => `c${i}`)
    const wide = await tell(world(), initiator, {
      columns,
      columnTypes: Object.fromEntries(columns.map((column) => [column, 'number'])),
    })
    const mine = await tell(world(), participant)
    expect((await compare(wide.id, mine.id, participant)).params).toEqual({
      columns: 'c0, c1, c2, c3, c4, c5, c6, c7 … (30)',
    })
  })

  test('reveals nothing about data that is not offered to a task of the caller’s party', async () => {
    const [initiator, participant, outsider] = [
      await buildHospital(world()),
      await buildHospital(world()),
      await buildHospital(world()),
    ]
    const secret = await tell(world(), initiator, { sharing: 'person' })
    const theirs = await tell(world(), participant)
    const own = await tell(world(), outsider)
    const taskId = await buildTask(world(), initiator, participant, secret)

    expect((await compare(secret.id, own.id, outsider)).error).toBe('dataset.not-found')
    expect((await call(world(), GetDataset, { datasetId: secret.id }, as(outsider))).error).toBe('dataset.not-found')
    expect((await call(world(), GetDataset, { datasetId: secret.id }, as(participant))).result).toMatchObject({
      columns: secret.columns,
      abilities: { readRows: false, delete: false },
    })
    // The caller may compare only data of the caller's own party.
    expect((await compare(secret.id, theirs.id, outsider)).error).toBe('dataset.not-found')
    const foreign = await call(world(), ListFormatDifferences, { taskId, datasetId: theirs.id }, as(outsider))
    expect(foreign.error).toBe('dataset.not-found')
  })

  test('compares data for a private task only for the task’s own parties', async () => {
    const [initiator, outsider] = [await buildHospital(world()), await buildHospital(world())]
    const texts = { name: 'private', description: '', visibility: 'private', researchType: 'federated' } as const
    const taskId = (await call(world(), CreateTask, texts, as(initiator))).result
    const own = await tell(world(), outsider)
    const answer = await call(world(), ListFormatDifferences, { taskId, datasetId: own.id }, as(outsider))
    expect(answer.error).toBe('task.private')
  })
})
