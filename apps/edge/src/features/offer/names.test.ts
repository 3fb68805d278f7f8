import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NamesWanted, wordsOf } from '@tessera/contract'
import {
  ConfirmNames,
  DraftGrant,
  ListClasses,
  ListGrants,
  NameClasses,
  OfferColumns,
  OfferRows,
  ProposeNames,
  SaveDataset,
  SignGrant,
} from '@tessera/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Duck } from '../../lib/duck.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, taskOf, until, type World, zipOf } from '../../testing/world.ts'
import { judge } from '../grant/authorize.ts'
import { findNewestGrant } from '../grant/queries.ts'
import type { Rows } from '../rows/readable.ts'
import { proposeNames } from './names.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

/** Returns the cells of a column from the number of rows per value. */
const column = (values: Record<string, number>) =>
  Object.entries(values).flatMap(([value, rows]) => Array.from({ length: rows }, () => value))

/** Selects rows with these columns for a task that needs the columns' categories and classes. */
async function offered(columns: Record<string, string[]>, wanted: Partial<NamesWanted> = {}) {
  count += 1
  const taskId = `named-${count}`
  const names = Object.keys(columns)
  const length = Math.max(...Object.values(columns).map((cells) => cells.length))
  const lines = Array.from({ length }, (_one, row) => names.map((name) => columns[name]?.[row] ?? '').join(','))
  const { tableName } = await world.dataSet([names.join(','), ...lines].join('\n'), `Names ${count}`)
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const label = wanted.label === undefined ? 'ill' : wanted.label
  const features = names.filter((name) => name !== label)
  world.fake.wanted.set(taskId, { columns: features, label, targets: ['classes'], ...wanted })
  return { taskId, tableName }
}
const propose = async (columns: Record<string, string[]>, wanted: Partial<NamesWanted> = {}) =>
  world.call(ProposeNames, { taskId: (await offered(columns, wanted)).taskId })

const wards = { north: 8, south: 5, attic: 4, cellar: 1 }
const ill = column({ yes: 9, no: 5, unclear: 4 })
const counted = (name: string, rows: number) => ({ name, rows })
const sentFor = (taskId: string) =>
  world.fake.reports.flatMap((one) => (one.kind === 'names' && one.taskId === taskId ? [one] : []))

test("does not show the words of the rows to a caller with only a platform token, who cannot confirm words in a member's name either", {
  meta: { claim: 'sessions.token-reads-names' },
}, async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const names = await world.call(ProposeNames, { taskId })
  const minted = { token: await world.fake.edgeToken(person('alice')) }
  await expect(world.call(ProposeNames, { taskId }, minted)).rejects.toMatchObject({ code: 'edge.session-required' })
  await expect(world.call(ConfirmNames, names, minted)).rejects.toMatchObject({ code: 'edge.session-required' })
  expect(sentFor(taskId)).toEqual([])
})

describe('class names for codes', () => {
  const namedFor = (taskId: string) =>
    world.fake.reports.flatMap((one) => (one.kind === 'classes' && one.taskId === taskId ? [one] : []))
  const setAside = async () => {
    const { taskId } = await offered({ ward: column(wards), ill })
    const { datasetId } = await world.call(ProposeNames, { taskId })
    return { taskId, datasetId, label: 'ill' }
  }

  test('sends class names when a member chooses to send them, and logs it', async () => {
    const rows = await setAside()
    await world.call(NameClasses, { ...rows, classes: ['yes', 'no'] })
    expect(namedFor(rows.taskId)).toEqual([{ kind: 'classes', ...rows, classes: ['yes', 'no'] }])
    const { data } = world.decisions('classes-named').at(-1) ?? {}
    expect(data).toMatchObject({ ...rows, classes: ['yes', 'no'], name: 'alice' })
  })

  test.each([
    ['for fewer than five rows', ['yes', 'unclear'], 'task.name-not-proposed'],
    ['without rows', ['Mrs Miller'], 'task.name-not-proposed'],
    ['twice', ['yes', 'yes'], 'task.names-stale'],
  ])('refuses the class name %s', { meta: { claim: 'row-access.rare-class-codes' } }, async (_which, classes, code) => {
    const rows = await setAside()
    await expect(world.call(NameClasses, { ...rows, classes })).rejects.toMatchObject({ code })
    expect(namedFor(rows.taskId)).toEqual([])
  })

  test('refuses class names of an outdated selection of rows', async () => {
    const stale = { ...(await setAside()), datasetId: 'another', classes: ['yes'] }
    await expect(world.call(NameClasses, stale)).rejects.toMatchObject({ code: 'task.names-stale' })
    await expect(world.call(NameClasses, { ...stale, taskId: 'another' })).rejects.toMatchObject({
      code: 'task.no-data',
    })
  })
})

test('does not show the classes of a column to a caller with only a platform token, who cannot leave out or name classes either', {
  meta: { claim: 'sessions.token-reads-classes' },
}, async () => {
  const { taskId, tableName } = await offered({ ward: column(wards), ill })
  const { datasetId } = await world.call(ProposeNames, { taskId })
  const minted = { token: await world.fake.edgeToken(person('alice')) }
  const needsSession = { code: 'edge.session-required' }
  const narrow = { taskId, tableName, columns: ['ward'], label: 'ill', features: ['yes'] }
  await expect(world.call(ListClasses, { tableName, column: 'ill' }, minted)).rejects.toMatchObject(needsSession)
  await expect(world.call(OfferColumns, narrow, minted)).rejects.toMatchObject(needsSession)
  const named = { taskId, datasetId, label: 'ill', classes: ['yes'] }
  await expect(world.call(NameClasses, named, minted)).rejects.toMatchObject(needsSession)
})

test('proposes the two values of an event but no values of its time, and names an invalid time', async () => {
  const timed = { targets: ['event' as const], time: 'days' }
  const days = Array.from({ length: 18 }, (_one, row) => String(10 + row))
  const columns = (cells: string[]) => ({ ward: column(wards), days: cells, ill: column({ 1: 10, 0: 8 }) })
  const of = (cells: string[]) => propose(columns(cells), { ...timed, columns: ['ward'] })

  const { names } = await of(days)
  expect(names.columns.map(({ name }) => name)).toEqual(['ward'])
  expect(names.label).toMatchObject({ column: 'ill', kind: 'number', integral: true, classes: ['0', '1'] })
  await expect(of(days.with(3, '-1').with(5, '-2'))).rejects.toMatchObject({ code: 'data.time-negative' })
  await expect(of(days.with(3, 'soon'))).rejects.toMatchObject({ code: 'data.not-numeric' })
})

describe('a label without any value', () => {
  const none = column({ '': 18 })
  const missing = (name: string) => ({ code: 'data.label-missing-values', params: { column: name, rows: 18 } })

  test.each([
    ['classes', ['classes'], undefined],
    ['a number', ['number'], undefined],
    ['a count', ['count'], undefined],
    ['classes or a number', ['classes', 'number'], undefined],
    ['an event', ['event'], 'days'],
  ] as const)(
    'refuses a label in which no row has a value before signing if the task needs %s',
    async (_what, targets, time) => {
      const days = Array.from({ length: 18 }, (_one, row) => String(10 + row))
      const wanted = { targets: [...targets], columns: ['ward'], ...(time ? { time } : {}) }
      await expect(propose({ ward: column(wards), days, ill: none }, wanted)).rejects.toMatchObject(missing('ill'))
    },
  )

  test.each(['integer', 'number', 'boolean', 'date', 'text', 'labels'] as const)(
    'refuses a label without any value, whatever its declared type: %s',
    async (type) => {
      const dir = mkdtempSync(join(tmpdir(), 'tessera-names-'))
      const duck = await Duck.open(dir)
      const file = join(dir, 'rows.parquet')
      const cells = type === 'integer' || type === 'number' ? 'BIGINT' : 'VARCHAR'
      await duck.run(`COPY (SELECT range AS age, CAST(NULL AS ${cells}) AS ill FROM range(18)) TO '${file}'`)
      const columnTypes = { age: 'integer', ill: type } as const
      const rows = { contentType: 'tabular', file, columns: ['age', 'ill'], columnTypes } as unknown as Rows
      const targets = [type === 'labels' ? ('labels' as const) : ('classes' as const)]
      const proposed = proposeNames(duck, rows, { columns: ['age'], label: 'ill', targets })
      await expect(proposed).rejects.toMatchObject(missing('ill'))
      duck.close()
      rmSync(dir, { recursive: true })
    },
  )

  test('refuses the time of an event if no row has a value', async () => {
    const columns = { ward: column(wards), days: none, ill: column({ 1: 10, 0: 8 }) }
    const wanted = { targets: ['event' as const], columns: ['ward'], time: 'days' }
    await expect(propose(columns, wanted)).rejects.toMatchObject(missing('days'))
  })
})

test('proposes only categories and classes of at least five rows, and no values of numeric columns', {
  meta: { spec: 'screens.task-value-names' },
}, async () => {
  const { names } = await propose({
    ward: column(wards),
    age: Array.from({ length: 18 }, (_one, row) => String(20 + row)),
    smokes: column({ true: 6, false: 12 }),
    ill,
  })
  expect(names).toEqual({
    columns: [
      { name: 'ward', kind: 'categories', categories: ['north', 'south'] },
      { name: 'age', kind: 'number' },
      { name: 'smokes', kind: 'categories', categories: ['false', 'true'] },
    ],
    label: {
      column: 'ill',
      kind: 'text',
      integral: false,
      classes: ['no', 'yes'],
      counts: [
        { name: 'no', rows: 5 },
        { name: 'yes', rows: 5 },
      ],
    },
  })
})

test.each<[string, Record<string, number>, NamesWanted['targets'], object[] | undefined]>([
  [
    'rounded down',
    { a: 5, b: 9, c: 10, d: 34 },
    ['classes'],
    [counted('a', 5), counted('b', 5), counted('c', 10), counted('d', 30)],
  ],
  ['without rare classes', { a: 12, rare: 4, once: 1 }, ['classes'], [counted('a', 10)]],
  ['for an event as for classes', { 0: 21, 1: 6 }, ['event'], [counted('0', 20), counted('1', 5)]],
  ['not for a continuous number', { 3: 9, 4: 9 }, ['number'], undefined],
])(
  'reports the row counts of classes: %s',
  { meta: { spec: 'screens.class-counts-before-start' } },
  async (_what, rows, targets, counts) => {
    const ill = column(rows)
    const days = ill.map((_one, row) => String(1 + row))
    const timed = targets.includes('event') ? { time: 'days' } : {}
    const { names } = await propose({ days, ill }, { targets, ...timed })
    expect(names.label?.counts).toEqual(counts)
  },
)

test('lets a member confirm only the counts that the edge proposes, for the classes that are named', {
  meta: { spec: 'screens.class-counts-before-start' },
}, async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const proposal = await world.call(ProposeNames, { taskId })
  const withLabel = (change: object) => {
    const { label } = proposal.names
    return { ...proposal, names: { ...proposal.names, label: label && { ...label, ...change } } }
  }
  const stale = { code: 'task.names-stale' }
  const wrong = [
    { counts: [counted('no', 5), counted('yes', 10)] },
    { classes: ['yes'] },
    { counts: [] },
    { counts: undefined },
  ]
  for (const change of wrong) await expect(world.call(ConfirmNames, withLabel(change))).rejects.toMatchObject(stale)
  expect(sentFor(taskId)).toEqual([])

  await world.call(ConfirmNames, withLabel({ classes: ['yes'], counts: [counted('yes', 5)] }))
  await until(() => sentFor(taskId).length === 1)
  expect(sentFor(taskId).map(({ names }) => names.label?.counts)).toEqual([[counted('yes', 5)]])
})

describe('the type of a label', () => {
  const size = Array.from({ length: 24 }, (_one, row) => `${row}.5`)
  const ward = column({ north: 24 })
  const noCount = { column: 'ill', most: 1_000_000 }
  test.each<[string, string[], NamesWanted['targets'], object]>([
    [
      'whole numbers',
      column({ 0: 7, 1: 5, 2: 4 }),
      ['classes'],
      { kind: 'number', integral: true, classes: ['0', '1'] },
    ],
    [
      'a continuous number, if both are possible',
      size,
      ['classes', 'number'],
      { kind: 'number', integral: false, classes: null },
    ],
    ['an amount', column({ 0: 9, 1: 9 }), ['number'], { kind: 'number', classes: null }],
    ['a count', column({ 0: 9, 1: 6, 17: 1 }), ['count'], { kind: 'number', integral: true, classes: null }],
    [
      'too many whole numbers for classes',
      Array.from({ length: 120 }, (_one, row) => String(row % 21)),
      ['classes', 'number'],
      { kind: 'number', integral: true, classes: null },
    ],
  ])('decides whether a label contains classes or numbers: %s', async (_what, ill, targets, expected) => {
    const { names } = await propose({ ward: column({ north: ill.length }), ill }, { targets })
    expect(names.label).toMatchObject(expected)
  })

  test.each<[string, string[], NamesWanted['targets'], string, object]>([
    ['text as numbers', column({ yes: 12, no: 12 }), ['number'], 'data.not-numeric', { column: 'ill', rows: 24 }],
    ['half a visit', column({ 0: 12, 1: 11, 0.5: 1 }), ['count'], 'data.label-not-counts', noCount],
    ['a negative count', column({ 0: 12, 1: 11, '-1': 1 }), ['count'], 'data.label-not-counts', noCount],
    ['an excessive count', column({ 0: 12, 1: 11, 1000001: 1 }), ['count'], 'data.label-not-counts', noCount],
    ['words as counts', column({ many: 12, few: 12 }), ['count'], 'data.label-not-counts', noCount],
    ['continuous numbers as classes', size, ['classes'], 'data.label-too-many-classes', { column: 'ill', most: 50 }],
  ])('refuses a label that does not fit the algorithm: %s', async (_what, ill, targets, code, params) => {
    await expect(propose({ ward, ill }, { targets })).rejects.toMatchObject({ code, params })
  })
})

test.each<[string, string[], string, object]>([
  [
    'prose',
    Array.from({ length: 101 }, (_one, row) => `note ${row}`),
    'data.too-many-categories',
    { column: 'note', categories: 101, most: 100 },
  ],
  [
    'numbers with some text among them',
    [...Array.from({ length: 101 }, (_one, row) => String(row)), 'high', 'low'],
    'data.not-numeric',
    { column: 'note', rows: 2 },
  ],
])('proposes no categories for %s, and names the reason', async (_what, note, code, params) => {
  const some = column({ yes: 60, no: note.length - 60 })
  await expect(propose({ note, ill: some })).rejects.toMatchObject({ code, params })
})

test('sends the names that a member confirms for the current request, and sends none when a member views them', async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const proposal = await world.call(ProposeNames, { taskId })
  await world.call(ProposeNames, { taskId })
  expect(sentFor(taskId)).toEqual([])
  await world.call(ConfirmNames, proposal)
  await until(() => sentFor(taskId).length === 1)
  const wanted = { columns: ['ward'], label: 'ill', targets: ['classes'] }
  expect(sentFor(taskId)).toEqual([{ kind: 'names', wanted, ...proposal }])
  expect(JSON.stringify(sentFor(taskId))).not.toMatch(/attic|cellar|unclear/)
  expect(world.decisions('names-confirmed').at(-1)?.data).toMatchObject({ taskId, name: 'alice', words: 4 })
})

test('lets a member send fewer words than proposed, but no other words', {
  meta: { spec: 'screens.task-value-names' },
}, async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const proposal = await world.call(ProposeNames, { taskId })
  const withWard = (...categories: string[]) => ({
    ...proposal,
    names: { ...proposal.names, columns: [{ name: 'ward', kind: 'categories' as const, categories }] },
  })
  const params = { column: 'ward', name: 'attic', fewest: 5 }
  await expect(world.call(ConfirmNames, withWard('north', 'attic'))).rejects.toMatchObject({
    code: 'task.name-not-proposed',
    params,
  })
  const label = proposal.names.label && { ...proposal.names.label, classes: ['no', 'unclear', 'yes'] }
  await expect(world.call(ConfirmNames, { ...proposal, names: { ...proposal.names, label } })).rejects.toMatchObject({
    code: 'task.name-not-proposed',
  })
  const asNumber = { ...proposal.names, columns: [{ name: 'ward', kind: 'number' as const }] }
  await expect(world.call(ConfirmNames, { ...proposal, names: asNumber })).rejects.toMatchObject({
    code: 'task.names-stale',
  })
  expect(sentFor(taskId)).toEqual([])

  await world.call(ConfirmNames, withWard('south'))
  await until(() => sentFor(taskId).length === 1)
  expect(sentFor(taskId).flatMap(({ names }) => wordsOf(names))).toEqual(['south', 'no', 'yes'])
})

test('refuses names that were proposed before the rows or the columns were selected again', async () => {
  const { taskId, tableName } = await offered({ ward: column(wards), bed: column({ a: 9, b: 9 }), ill })
  const first = await world.call(ProposeNames, { taskId })
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  await expect(world.call(ConfirmNames, first)).rejects.toMatchObject({ code: 'task.names-stale' })
  const second = await world.call(ProposeNames, { taskId })
  world.fake.wanted.set(taskId, { columns: ['bed'], label: 'ill', targets: ['classes'] })
  await expect(world.call(ConfirmNames, second)).rejects.toMatchObject({ code: 'task.names-stale' })
  expect(sentFor(taskId)).toEqual([])
})

describe('other users', () => {
  test("refuses users who are not on the edge's list, and members who may not select rows", async () => {
    const { taskId } = await offered({ ward: column(wards), ill })
    const proposal = await world.call(ProposeNames, { taskId })
    const stranger = person('eve', { partyId: '1002' })
    const needsSession = { code: 'edge.session-required' }
    await expect(world.call(ProposeNames, { taskId }, stranger)).rejects.toMatchObject(needsSession)
    await expect(world.call(ConfirmNames, proposal, stranger)).rejects.toMatchObject(needsSession)

    world.fake.closed.set('u-bob', 'task.not-allowed')
    await expect(world.call(ConfirmNames, proposal, person('bob'))).rejects.toMatchObject({ code: 'task.not-allowed' })
    expect(sentFor(taskId)).toEqual([])
  })

  test('sends no names in response to any message of the platform', async () => {
    const { taskId } = await offered({ ward: column(wards), ill })
    world.fake.command({ kind: 'names', taskId } as never)
    world.fake.command({ kind: 'stop-run', runId: 'after-names' })
    await until(() => world.stopped.includes('after-names'))
    expect(sentFor(taskId)).toEqual([])
  })
})

test('never sends a word that occurs in fewer than five rows, from upload to ticket', {
  meta: { claim: 'hardening.rare-category-names' },
}, async () => {
  const ward = column({ chapel: 14, crypt: 4 })
  const { taskId } = await offered({ ward, ill: column({ sound: 9, frail: 5, spectral: 4 }) })
  await world.call(ConfirmNames, await world.call(ProposeNames, { taskId }))
  const columns = [{ name: 'ward', kind: 'categories' as const, categories: ['chapel'] }]
  const target = { kind: 'classes' as const, column: 'ill', classes: ['frail', 'sound'], integral: false }
  const { plan, ...task } = taskOf(taskId)
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'table', columns }, target } })
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  await until(() => world.fake.reports.some((one) => one.kind === 'grant' && one.grant.taskId === taskId))
  const { reports, heartbeats, progress, work } = world.fake
  const all = JSON.stringify({ reports, heartbeats, progress, work })
  expect(all).toContain('chapel')
  expect(all).not.toMatch(/crypt|spectral/)
})

test('does not let a caller with a platform token count the rows with a value by means of a forged plan', {
  meta: { claim: 'sessions.token-counts-values' },
}, async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const minted = { token: await world.fake.edgeToken(person('alice')) }
  const columns = [{ name: 'ill', kind: 'categories' as const, categories: [] }]
  const { plan, ...task } = taskOf(taskId)
  const asks = async (classes: string[]) => {
    const target = { kind: 'classes' as const, column: 'ward', classes, integral: false }
    world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'table', columns }, target } })
    const { rowCount, leftOut, planHash, datasetId } = await world.call(DraftGrant, { taskId }, minted)
    const sign = { taskId, planHash, datasetId, proof: { pin: '000000' } }
    const { code } = await world.call(SignGrant, sign, minted).catch((error) => error)
    return { rowCount, leftOut, code }
  }
  const refusal = { rowCount: 18, leftOut: undefined, code: 'signing.pin-wrong' }
  expect(await asks(['north', 'south'])).toEqual(refusal)
  // A value that occurs in one row, and a value that occurs in none.
  expect(await asks(['cellar', 'nowhere'])).toEqual(refusal)
  expect(await asks(['nowhere', 'elsewhere'])).toEqual(refusal)
  // A member with a session learns that there are too few rows.
  const tab = await world.openSession('alice')
  await expect(world.call(DraftGrant, { taskId }, tab)).rejects.toMatchObject({ code: 'grant.too-few-rows' })
})

test('counts, in the draft, rows whose class is not in the plan, and does not grant them', {
  meta: { spec: 'screens.task-value-names' },
}, async () => {
  const { taskId } = await offered({ ward: column(wards), ill })
  const columns = [{ name: 'ward', kind: 'categories' as const, categories: ['north', 'south'] }]
  const target = { kind: 'classes' as const, column: 'ill', classes: ['no', 'yes'], integral: false }
  const { plan, ...task } = taskOf(taskId)
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'table', columns }, target } })
  const draft = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 14, leftOut: 4 })

  const { planHash, datasetId } = draft
  const grant = await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  expect(grant).toMatchObject({ rowCount: 14, leftOut: 4 })
  const file = join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet')
  const granted = await world.duck.rows(
    `SELECT ill, count(*) AS rows FROM read_parquet('${file}') GROUP BY 1 ORDER BY 1`,
  )
  expect(granted).toEqual([
    { ill: 'no', rows: 5 },
    { ill: 'yes', rows: 9 },
  ])
  const reported = () => world.fake.reports.find((one) => one.kind === 'grant' && one.grant.taskId === taskId)
  await until(reported)
  expect(reported()).toMatchObject({ grant: { rowCount: 14 } })
})

test('proposes entity types of at least five texts but no tokens, and grants all texts', async () => {
  const tagsOf = (row: number) => (row < 9 ? ['B-WHO', 'O'] : row < 15 ? ['O', 'S-DRUG'] : ['B-ODD', 'I-ODD'])
  const lines = Array.from({ length: 18 }, (_one, row) =>
    JSON.stringify({ tokens: [`name${row}`, 'slept'], tags: tagsOf(row) }),
  )
  const { draftId, tableName } = await world.upload(await zipOf({ 'notes.jsonl': lines.join('\n') }))
  await world.call(SaveDataset, { draftId, name: 'Notes of a ward', description: 'd', sharing: 'party' })
  const taskId = 'named-tokens'
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const wanted = { columns: ['tokens'], label: 'tags', targets: ['entities' as const] }
  world.fake.wanted.set(taskId, wanted)
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names.columns).toEqual([{ name: 'tokens', kind: 'tokens' }])
  expect(wordsOf(names)).toEqual(['DRUG', 'WHO'])
  world.fake.wanted.set(taskId, { ...wanted, targets: ['classes'] })
  await expect(world.call(ProposeNames, { taskId })).rejects.toMatchObject({ code: 'data.label-kind' })

  const target = { kind: 'entities' as const, column: 'tags', classes: ['DRUG', 'WHO'] }
  const { plan, ...task } = taskOf(taskId)
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'tokens', column: 'tokens' }, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 18, leftOut: 0 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  const file = join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet')
  const granted = await world.duck.rows(`SELECT * FROM read_parquet('${file}')`)
  expect(granted[0]).toEqual({ tokens: '["name0","slept"]', tags: '["B-WHO","O"]' })
  expect(granted).toHaveLength(18)
})

test('names labels of at least five rows, counts a row for each of its labels, and grants all rows', {
  meta: { spec: 'screens.multilabel-data' },
}, async () => {
  const labelsOf = (row: number) => (row < 6 ? ['calm', 'long'] : row < 11 ? ['long'] : row < 15 ? ['odd'] : [])
  const lines = Array.from({ length: 18 }, (_one, row) =>
    JSON.stringify({ text: `note ${row}`, labels: labelsOf(row) }),
  )
  const { draftId, tableName } = await world.upload(await zipOf({ 'notes.jsonl': lines.join('\n') }))
  await world.call(SaveDataset, { draftId, name: 'Labelled notes', description: 'd', sharing: 'party' })
  const taskId = 'named-labels'
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const wanted = { columns: ['text'], label: 'labels', targets: ['classes' as const, 'labels' as const] }
  world.fake.wanted.set(taskId, wanted)
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names.label).toEqual({
    column: 'labels',
    kind: 'labels',
    integral: false,
    classes: ['calm', 'long'],
    counts: [counted('calm', 5), counted('long', 10)],
  })
  world.fake.wanted.set(taskId, { ...wanted, targets: ['classes'] })
  await expect(world.call(ProposeNames, { taskId })).rejects.toMatchObject({ code: 'data.label-kind' })

  const target = { kind: 'labels' as const, column: 'labels', classes: ['calm', 'long'] }
  const { plan, ...task } = taskOf(taskId)
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'texts', column: 'text' }, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 18, leftOut: 0 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  const file = join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet')
  const granted = await world.duck.rows(`SELECT DISTINCT labels FROM read_parquet('${file}') ORDER BY 1`)
  expect(granted.map(({ labels }) => labels)).toEqual(['["calm","long"]', '["long"]', '["odd"]', '[]'])
})

test('proposes the classes of texts but not the texts, and grants only the texts of these classes', async () => {
  const text = Array.from({ length: 18 }, (_one, row) => `report number ${row} of a patient`)
  const label = column({ calm: 9, wild: 6, odd: 3 })
  const { taskId } = await offered({ text, label }, { label: 'label' })
  const { names } = await world.call(ProposeNames, { taskId })
  expect(names.columns).toEqual([{ name: 'text', kind: 'texts' }])
  expect(wordsOf(names)).toEqual(['calm', 'wild'])

  const target = { kind: 'classes' as const, column: 'label', classes: ['calm', 'wild'], integral: false }
  const { plan, ...task } = taskOf(taskId)
  world.fake.tasks.set(taskId, { ...task, plan: { ...plan, data: { kind: 'texts', column: 'text' }, target } })
  const { planHash, datasetId, ...draft } = await world.call(DraftGrant, { taskId }, await world.openSession('alice'))
  expect(draft).toMatchObject({ rowCount: 15, leftOut: 3 })
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  const file = join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet')
  const granted = await world.duck.rows(`SELECT * FROM read_parquet('${file}')`)
  expect(granted).toHaveLength(15)
  expect(Object.keys(granted[0] ?? {})).toEqual(['text', 'label'])
})

describe("a table that shows only one party's rows", () => {
  const described = { label: null, targets: [], ownTables: true as const }
  /** Returns a task whose plan shows this party's own table. */
  const planned = (taskId: string) => {
    const { plan, ...task } = taskOf(taskId)
    const columns = [{ name: 'ward', kind: 'categories' as const, categories: ['north', 'south'] }]
    const ownTables = plan.parties.map(({ partyId }) => partyId)
    world.fake.tasks.set(taskId, {
      ...task,
      plan: { ...plan, data: { kind: 'table', columns }, target: null, ownTables },
    })
  }
  const confirm = async (taskId: string, ownTable: boolean) => {
    const proposal = await world.call(ProposeNames, { taskId })
    await world.call(ConfirmNames, { ...proposal, names: { ...proposal.names, ownTable } })
    return proposal.names.ownTable
  }
  const sign = async (taskId: string) => {
    const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
    return world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  }

  test("offers a party's own table only if it has enough rows, and shows it only if a member agrees", {
    meta: { spec: 'screens.own-statistics-comparison' },
  }, async () => {
    const task = await offered({ ward: column(wards) }, described)
    expect(await confirm(task.taskId, false)).toBe(false)
    expect(await confirm(task.taskId, true)).toBe(false)
    expect(await confirm(task.taskId, true)).toBe(true)
    await until(() => sentFor(task.taskId).length === 3)
    expect(sentFor(task.taskId).map(({ names }) => names.ownTable)).toEqual([false, true, true])
    expect(world.decisions('names-confirmed').at(-1)?.data).toMatchObject({ names: { ownTable: true } })

    const { taskId } = await offered({ ward: column(wards), ill })
    await expect(confirm(taskId, true)).rejects.toMatchObject({ code: 'task.names-stale' })
    expect((await world.call(ProposeNames, { taskId })).names).not.toHaveProperty('ownTable')
  })

  test("refuses to sign a plan that shows the party's own table without an agreement at this edge, whatever the platform says", {
    meta: { spec: 'screens.own-statistics-comparison' },
  }, async () => {
    const { taskId, tableName } = await offered({ ward: column(wards) }, described)
    planned(taskId)
    const refused = { code: 'grant.own-table-refused' }
    await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject(refused)
    await confirm(taskId, false)
    await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject(refused)
    await confirm(taskId, true)
    expect(await sign(taskId)).toMatchObject({ status: 'signed' })

    await world.call(OfferRows, { taskId, tableName, rows: [] })
    await expect(world.call(DraftGrant, { taskId })).rejects.toMatchObject(refused)
  })

  test('makes a ticket stale at once when the agreement to the own table is revoked, so that the edge answers no message under it', {
    meta: { spec: 'screens.own-statistics-comparison' },
  }, async () => {
    const { taskId } = await offered({ ward: column(wards) }, described)
    planned(taskId)
    await confirm(taskId, true)
    await sign(taskId)
    const mine = async () => (await world.call(ListGrants, { taskId }))[0]
    expect(await mine()).toMatchObject({ status: 'signed', staleBecause: [] })
    await confirm(taskId, false)
    expect(await mine()).toMatchObject({ status: 'stale', staleBecause: ['ownTables'] })
    const grant = findNewestGrant(world.db, taskId)
    if (!grant) throw new Error('no ticket')
    const question = {
      runId: 'r',
      messageId: 'm',
      messageType: 'query',
      messageConfig: { round: 0 },
      stateHash: '0',
      codeHash: grant.codeHash,
      plan: grant.plan,
      roster: grant.plan.parties.map(({ partyId }) => partyId),
    }
    expect(judge(world.deps.grant, question)).toMatchObject({ allowed: false, code: 'grant.stale' })
  })
})
