import { EdgeReport as AnyReport, type EdgeReport, type LabelNames, type PartyNames } from '@tessera/contract'
import {
  AddSelectedFeatures,
  GetRegistrations,
  GetTask,
  ListSelectedFeatures,
  OfferDataset,
  QuitTask,
  SetFeatureCodes,
  StartTraining,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { edgeLinkHandlers } from '../../../edge-link-handlers.ts'
import { call, describeOnOne, type World } from '../../../testing/index.ts'
import {
  addToTask,
  admin,
  buildDataset,
  buildTask,
  type Member,
  OTHER_ALGORITHM,
  signTicket,
  WITH_ALGORITHMS,
} from '../../../testing/task.ts'
import { dataset } from '../../dataset/index.ts'
import { cloneTask } from '../clone-task.ts'
import { describeTask } from '../edge-routes.ts'
import { loadTask } from '../load.ts'
import { findTask } from '../queries.ts'
import { task } from '../table.ts'
import { agreeNames } from './agree-names.ts'
import { classRowsOf } from './class-rows.ts'
import { listNames, removeNamesOfAll } from './name-rows.ts'
import { namedElsewhere } from './party-differences.ts'

const wanted = { columns: ['age', 'ward'], label: 'sick', targets: ['classes' as const] }
const columnTypes = { age: 'number', chol: 'number', ward: 'text', sick: 'text' } as const
const table = { columnTypes, columns: Object.keys(columnTypes) }
const classes = (...names: string[]): LabelNames => ({ column: 'sick', kind: 'text', integral: false, classes: names })
const named = (categories: string[], label = classes('no', 'yes')): PartyNames => ({
  columns: [
    { name: 'age', kind: 'number' },
    { name: 'ward', kind: 'categories', categories },
  ],
  label,
})

/** Builds a task of two parties that offer rows with a text column and have confirmed no names. */
async function buildUnnamed(world: World, parties = 2) {
  const { taskId, members } = await buildTask(world, {
    parties,
    columnSelection: { columns: wanted.columns, label: wanted.label },
  })
  const ids = members.map(({ datasetId }) => datasetId)
  await world.db.update(dataset).set(table).where(inArray(dataset.id, ids))
  await removeNamesOfAll(world.db, taskId)
  return { taskId, members, initiator: members[0], participant: members[1] }
}

/** Reports confirmed names in the way a party's edge does after a member has confirmed. */
const confirm = (world: World, taskId: string, { partyId, datasetId }: Member, more: Partial<NamesReport> = {}) =>
  world.db.transaction((tx) => {
    const report: NamesReport = { kind: 'names', taskId, datasetId, wanted, names: named(['north']), ...more }
    return edgeLinkHandlers(world.app.training).reports.names(tx, report, partyId)
  })
type NamesReport = Extract<EdgeReport, { kind: 'names' }>

const planHashOf = async (world: World, taskId: string, party: Member) =>
  (await call(world, GetTask, { taskId }, admin(party))).result.planHash
const planOf = async (world: World, taskId: string, { partyId }: Member) =>
  (await describeTask(world.app.training.deps, taskId, partyId)).plan
const statusOf = async (world: World, taskId: string, reader: Member) =>
  (await call(world, GetRegistrations, { taskId }, admin(reader))).result.joined.registrations.map(({ names }) => names)

describeOnOne(
  'names in a plan',
  (at) => {
    test('creates a plan once every party with data has confirmed its names; the plan contains their combined categories and classes', {
      meta: { spec: 'screens.task-value-names' },
    }, async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      expect(await statusOf(at(), taskId, initiator)).toEqual(['missing', 'missing'])
      await confirm(at(), taskId, initiator, { names: named(['north', 'west'], classes('yes')) })
      expect(await planHashOf(at(), taskId, initiator)).toBeNull()
      await expect(planOf(at(), taskId, initiator)).rejects.toMatchObject({
        code: 'task.names-missing',
        params: { parties: participant.name },
      })
      expect((await call(at(), StartTraining, { taskId }, admin(initiator))).result).toBe('0/2')

      await confirm(at(), taskId, participant, { names: named(['east'], classes('no')) })
      expect(await statusOf(at(), taskId, initiator)).toEqual(['confirmed', 'confirmed'])
      expect(await planOf(at(), taskId, initiator)).toMatchObject({
        data: { columns: [{ name: 'age' }, { name: 'ward', categories: ['east', 'north', 'west'] }] },
        target: { kind: 'classes', classes: ['no', 'yes'] },
      })
    })

    describe('the number of rows of each class', () => {
      const counted = (counts: Record<string, number>) => {
        const rowCounts = Object.entries(counts).map(([name, rows]) => ({ name, rows }))
        return { names: named(['north'], { ...classes(...rowCounts.map(({ name }) => name)), counts: rowCounts }) }
      }
      const classRows = async (taskId: string, reader: Pick<Member, 'admin' | 'partyId'>) =>
        (await call(at(), GetTask, { taskId }, admin(reader as Member))).result.classRows

      test('adds the rows of each class over the parties that report them, and shows the sums only to participants', {
        meta: { spec: 'screens.class-counts-before-start' },
      }, async () => {
        const { taskId, initiator, participant } = await buildUnnamed(at())
        expect(await classRows(taskId, initiator)).toBeUndefined()
        await confirm(at(), taskId, initiator, counted({ yes: 15, no: 40 }))
        expect(await classRows(taskId, participant)).toEqual({
          classes: [
            { name: 'no', rows: 40, parties: 1 },
            { name: 'yes', rows: 15, parties: 1 },
          ],
          parties: 1,
          missing: 1,
        })
        await confirm(at(), taskId, participant, counted({ maybe: 5, no: 10 }))
        expect(await classRows(taskId, initiator)).toEqual({
          classes: [
            { name: 'maybe', rows: 5, parties: 1 },
            { name: 'no', rows: 50, parties: 2 },
            { name: 'yes', rows: 15, parties: 1 },
          ],
          parties: 2,
          missing: 0,
        })

        const { initiator: stranger } = await buildUnnamed(at())
        expect(await classRows(taskId, stranger)).toBeUndefined()
        await addToTask(at(), taskId, stranger, { status: 'applying' })
        expect(await classRows(taskId, stranger)).toBeUndefined()
        await at().db.update(task).set({ status: 'completed' }).where(eq(task.id, taskId))
        expect(await classRows(taskId, initiator)).toBeUndefined()
      })

      test('leaves out the rows of a party whose edge does not report them, without changing the plan', async () => {
        const { taskId, initiator, participant } = await buildUnnamed(at())
        await confirm(at(), taskId, initiator, counted({ no: 10, yes: 10 }))
        await confirm(at(), taskId, participant)
        const before = await planHashOf(at(), taskId, initiator)
        expect(await classRows(taskId, initiator)).toMatchObject({ parties: 1, missing: 1 })
        await confirm(at(), taskId, participant, counted({ no: 200, yes: 5 }))
        expect(await planHashOf(at(), taskId, initiator)).toBe(before)
        expect(await classRows(taskId, initiator)).toMatchObject({ parties: 2, missing: 0 })
      })

      test.each([
        ['an unnamed class', { ...classes('yes'), counts: [{ name: 'no', rows: 5 }] }],
        ['a class twice', { ...classes('no', 'yes'), counts: Array(2).fill({ name: 'no', rows: 5 }) }],
        ['not all classes', { ...classes('no', 'yes'), counts: [{ name: 'no', rows: 5 }] }],
      ])(
        'refuses class counts with %s',
        { meta: { spec: 'screens.class-counts-before-start' } },
        async (_what, label) => {
          const { taskId, initiator } = await buildUnnamed(at())
          const report = confirm(at(), taskId, initiator, { names: named(['north'], label) })
          await expect(report).rejects.toMatchObject({ code: 'task.names-stale' })
        },
      )

      test.each([4, 0, 7, 12.5])('refuses a class count of %d, which is too small or not rounded', (rows) => {
        const label = { ...classes('no'), counts: [{ name: 'no', rows }] }
        const report = { kind: 'names', taskId: 't', datasetId: 'd', wanted, names: named([], label) }
        expect(AnyReport.safeParse(report).success).toBe(false)
      })
    })

    describe('differences between the parties', () => {
      const differences = async (taskId: string, reader: Member) =>
        (await call(at(), GetTask, { taskId }, admin(reader))).result.differences
      const build = async (own: Partial<PartyNames>, theirs: Partial<PartyNames>) => {
        const built = await buildUnnamed(at())
        await confirm(at(), built.taskId, built.initiator, { names: { ...named(['north']), ...own } })
        await confirm(at(), built.taskId, built.participant, { names: { ...named(['north']), ...theirs } })
        return built
      }
      const ward = (...categories: string[]) => ({ columns: named(categories).columns })
      const of = (kind: string, column: string, spellings: string[][] = []) => ({ kind, column, spellings })

      test.each([
        ['nothing', {}, {}, undefined],
        ['other wards', ward('north', 'east'), ward('north', 'west'), undefined],
        [
          'capitals',
          { label: classes('no', 'yes') },
          { label: classes('NO', 'Yes') },
          [
            of('spelling', 'sick', [
              ['NO', 'no'],
              ['Yes', 'yes'],
            ]),
          ],
        ],
        [
          'two languages',
          { label: classes('no', 'yes') },
          { label: classes('否', '是') },
          [
            of('spelling', 'sick', [
              ['no', '否'],
              ['yes', '是'],
            ]),
          ],
        ],
        [
          '1 and 0',
          { label: classes('false', 'true') },
          { label: classes('0', '1') },
          [
            of('spelling', 'sick', [
              ['0', 'false'],
              ['1', 'true'],
            ]),
          ],
        ],
        ['no category in common', ward('M', 'F'), ward('north', 'south'), [of('apart', 'ward')]],
        ['one class', {}, { label: classes('yes') }, [of('one-class', 'sick')]],
        ['no label', {}, { label: null }, [of('empty', 'sick')]],
        [
          'an empty column',
          {},
          {
            columns: [
              { name: 'age', kind: 'empty' },
              { name: 'ward', kind: 'empty' },
            ],
          },
          [of('empty', 'age'), of('empty', 'ward')],
        ],
      ] as [string, Partial<PartyNames>, Partial<PartyNames>, object[] | undefined][])(
        'shows the differences between parties to the initiator before the start: %s',
        async (_which, own, theirs, expected) => {
          const { taskId, initiator } = await build(own, theirs)
          const found = await differences(taskId, initiator)
          expect(found?.map(({ kind, column, spellings }) => ({ kind, column, spellings }))).toEqual(expected)
          await at().db.update(task).set({ status: 'training' }).where(eq(task.id, taskId))
          expect(await differences(taskId, initiator)).toBeUndefined()
        },
      )

      test('reports a column with whole numbers at one party and decimals at another', async () => {
        const { taskId, initiator, participant } = await build({}, {})
        const whole = { columnTypes: { ...columnTypes, age: 'integer' as const } }
        await at().db.update(dataset).set(whole).where(eq(dataset.id, participant.datasetId))
        expect(await differences(taskId, initiator)).toMatchObject([{ kind: 'decimals', column: 'age' }])
      })

      test('shows a participant only its own differences, and not which other party differs', async () => {
        const { taskId, initiator, participant } = await build(
          { label: classes('no', 'yes') },
          { label: classes('No') },
        )
        expect(await differences(taskId, initiator)).toMatchObject([
          // The other party uses the recommended spelling of the value.
          { kind: 'spelling', partyIds: [participant.partyId] },
          { kind: 'one-class', partyIds: [participant.partyId] },
        ])
        expect(await differences(taskId, participant)).toMatchObject([
          { kind: 'spelling', partyIds: [participant.partyId] },
          { kind: 'one-class', partyIds: [participant.partyId] },
        ])
        const { taskId: other, participant: third } = await build({ label: classes('yes') }, {})
        expect(await differences(other, third)).toBeUndefined()
      })

      test('sends an edge the names that other parties have confirmed, so that it can compare its values', async () => {
        const { taskId, initiator, participant } = await build(ward('north', 'east'), { label: classes('NO') })
        const own = (one: Member) => loadedFor(taskId).then((loaded) => namedElsewhere(loaded, one.partyId))
        expect(await own(participant)).toEqual([
          { column: 'ward', words: ['east', 'north'], preferred: [] },
          { column: 'sick', words: ['no', 'yes'], preferred: ['no'] },
        ])
        expect(await own(initiator)).toEqual([
          { column: 'ward', words: ['north'], preferred: [] },
          { column: 'sick', words: ['NO'], preferred: ['no'] },
        ])
      })
      const loadedFor = async (taskId: string) =>
        loadTask(
          at().db,
          at().app.training.deps,
          (await findTask(at().db, taskId)) as NonNullable<Awaited<ReturnType<typeof findTask>>>,
        )
    })

    test('refuses a date column when the initiator selects it', async () => {
      const { taskId, initiator } = await buildUnnamed(at())
      const dated = { columnTypes: { ...columnTypes, chol: 'date' as const } }
      await at().db.update(dataset).set(dated).where(eq(dataset.id, initiator.datasetId))
      for (const columnSelection of [
        { columns: ['age', 'chol'], label: 'sick' },
        { columns: ['age'], label: 'chol' },
      ]) {
        const { error, params } = await call(at(), UpdateColumnSelection, { taskId, columnSelection }, admin(initiator))
        expect([error, params]).toEqual(['task.column-date', { column: 'chol' }])
      }
    })

    test('does not wait for the names of a party without data', async () => {
      const { taskId, initiator } = await buildUnnamed(at(), 1)
      const { members } = await buildUnnamed(at(), 1)
      await addToTask(at(), taskId, members[0])
      await confirm(at(), taskId, initiator)
      expect(await statusOf(at(), taskId, initiator)).toEqual(['confirmed', 'none'])
      expect(await planHashOf(at(), taskId, initiator)).not.toBeNull()
    })

    test('makes a signed ticket stale if a party names another category, and leaves it valid otherwise', {
      meta: { spec: 'screens.task-value-names' },
    }, async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      await confirm(at(), taskId, initiator)
      await confirm(at(), taskId, participant)
      await signTicket(at(), taskId, initiator)
      const grantNow = async () => (await mine(at(), taskId, initiator))?.grant
      expect(await grantNow()).toBe('signed')
      await confirm(at(), taskId, participant, { names: named([]) })
      expect(await grantNow()).toBe('signed')
      await confirm(at(), taskId, participant, { names: named(['cellar']) })
      expect(await grantNow()).toBe('stale')
    })

    test('changes nothing if the agreed codes equal the plan’s order, and makes tickets stale for another order', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      for (const party of [initiator, participant]) await confirm(at(), taskId, party)
      const feature = (name: string) => ({
        taskId,
        partyId: initiator.partyId,
        tableName: 't',
        label: wanted.label,
        feature: name,
      })
      await call(at(), AddSelectedFeatures, [feature('no'), feature('yes')], admin(initiator))
      await signTicket(at(), taskId, initiator)
      const agree = async (...names: string[]) => {
        const { result } = await call(at(), ListSelectedFeatures, { taskId }, admin(initiator))
        const codes = result.map(({ id, feature: name }) => ({ id, code: names.indexOf(name) }))
        await call(at(), SetFeatureCodes, codes, admin(initiator))
        return (await mine(at(), taskId, initiator))?.grant
      }
      expect(await agree('no', 'yes')).toBe('signed')
      expect(await agree('yes', 'no')).toBe('stale')
      expect((await planOf(at(), taskId, participant)).target).toMatchObject({ classes: ['yes', 'no'] })
    })

    test('puts the positive class that the initiator chooses last, without another confirmation of names', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      const names = named(['north'], classes('ill', 'well'))
      await confirm(at(), taskId, initiator, { names })
      const positive = async (reader: Member) => (await call(at(), GetTask, { taskId }, admin(reader))).result.positive
      expect(await positive(participant)).toEqual({ classes: ['ill', 'well'], isChosen: false })
      await confirm(at(), taskId, participant, { names })
      await signTicket(at(), taskId, participant)
      const choose = (name: string, who = initiator) => {
        const columnSelection = { columns: wanted.columns, label: wanted.label, positive: name }
        return call(at(), UpdateColumnSelection, { taskId, columnSelection }, admin(who))
      }
      expect((await choose('ill', participant)).error).toBe('task.initiator-only')
      expect((await choose('ill')).result.columnSelection).toMatchObject({ positive: 'ill' })
      expect(await statusOf(at(), taskId, initiator)).toEqual(['confirmed', 'confirmed'])
      expect(await positive(participant)).toEqual({ classes: ['well', 'ill'], isChosen: true })
      expect((await planOf(at(), taskId, participant)).target).toMatchObject({ classes: ['well', 'ill'] })
      expect((await mine(at(), taskId, participant))?.grant).toBe('stale')

      const { result } = await choose('dead')
      expect(result.planFault).toEqual({
        code: 'task.positive-unknown',
        params: { column: 'sick', positive: 'dead', classes: 'ill, well' },
      })
      expect(result.positive).toEqual({ classes: ['ill', 'well'], isChosen: false })
    })

    test('accepts names only for the current columns and rows, and only from a party of the task', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      const stale = { code: 'task.names-stale' }
      const other = { ...wanted, columns: ['age'] }
      await expect(confirm(at(), taskId, initiator, { wanted: other })).rejects.toMatchObject(stale)
      await expect(confirm(at(), taskId, initiator, { datasetId: participant.datasetId })).rejects.toMatchObject(stale)
      const few = { ...named([]), columns: [{ name: 'age', kind: 'number' as const }] }
      await expect(confirm(at(), taskId, initiator, { names: few })).rejects.toMatchObject(stale)
      const { members } = await buildUnnamed(at())
      await expect(confirm(at(), taskId, members[0])).rejects.toMatchObject({ code: 'task.not-found' })
      expect(await listNames(at().db, [taskId])).toEqual([])
    })

    test.each<[string, (world: World, taskId: string, members: Member[]) => Promise<unknown>, number]>([
      [
        'another column',
        (world, taskId, [initiator]) =>
          call(world, UpdateColumnSelection, change(taskId, ['age', 'chol']), admin(initiator as Member)),
        0,
      ],
      [
        'an algorithm for another kind of label',
        (world, taskId, [initiator]) =>
          call(world, UpdateTask, { taskId, algorithmId: OTHER_ALGORITHM }, admin(initiator as Member)),
        0,
      ],
      ['a party chooses other data', offerOther, 1],
      [
        'a party quits',
        (world, _taskId, [, participant]) => {
          const { registrationId } = participant as Member
          return call(world, QuitTask, { registrationId }, admin(participant as Member))
        },
        1,
      ],
      [
        'the same columns and another name of the task',
        async (world, taskId, [initiator]) => {
          await call(world, UpdateTask, { taskId, name: 'renamed' }, admin(initiator as Member))
          return call(world, UpdateColumnSelection, change(taskId, wanted.columns), admin(initiator as Member))
        },
        2,
      ],
    ])('drops confirmed names that no longer apply: %s', async (_what, happen, left) => {
      const { taskId, members, initiator } = await buildUnnamed(at())
      const { datasetId } = initiator
      await call(at(), OfferDataset, { registrationId: initiator.registrationId, datasetId }, admin(initiator))
      for (const party of members) await confirm(at(), taskId, party)
      const answer = await happen(at(), taskId, members)
      expect(answer).toMatchObject({ error: undefined })
      expect(await listNames(at().db, [taskId])).toHaveLength(left)
    })

    test('gives a clone for fewer parties the plan that all parties signed', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      await confirm(at(), taskId, initiator, { names: named(['north']) })
      await confirm(at(), taskId, participant, { names: named(['east'], classes('maybe')) })
      const { deps } = at().app.training
      const row = await findTask(at().db, taskId)
      if (!row) throw new Error('no task')
      const source = await loadTask(at().db, deps, row)
      const clone = await cloneTask(at().db, deps, source, source.registrations.slice(0, 1))
      expect(clone.planHash).toBe(source.planHash)
    })

    test('reports to every party, before any party signs, that there are fewer than two classes', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      for (const party of [initiator, participant]) {
        await confirm(at(), taskId, party, { names: named([], classes('yes')) })
      }
      const fault = { code: 'data.label-one-class', params: { column: 'sick' } }
      expect((await call(at(), GetTask, { taskId }, admin(participant))).result.planFault).toEqual(fault)
      await expect(planOf(at(), taskId, participant)).rejects.toMatchObject(fault)
      expect((await call(at(), StartTraining, { taskId }, admin(initiator))).error).toBe(fault.code)
    })

    test('reports an algorithm for another kind of data before any party signs', async () => {
      const { taskId, members, initiator } = await buildTask(at(), {
        parties: 2,
        columnSelection: { columns: [], label: wanted.label },
      }).then((built) => ({ ...built, initiator: built.members[0] }))
      await removeNamesOfAll(at().db, taskId)
      const names: PartyNames = { columns: [{ name: 'file', kind: 'pictures' }], label: classes('no', 'yes') }
      for (const member of members) await confirm(at(), taskId, member, { wanted: { ...wanted, columns: [] }, names })
      const { planHash, planFault } = (await call(at(), GetTask, { taskId }, admin(initiator))).result
      expect({ planHash, planFault }).toMatchObject({
        planHash: null,
        planFault: { code: 'task.algorithm-other-kind' },
      })
    })

    test('names column and party if one party has numbers and another has text', async () => {
      const { taskId, initiator, participant } = await buildUnnamed(at())
      const own = await buildDataset(at(), initiator, table)
      const others = { ...columnTypes, ward: 'integer' as const }
      const theirs = await buildDataset(at(), participant, { ...table, columnTypes: others })
      const numbers = { ...named([]), columns: wanted.columns.map((name) => ({ name, kind: 'number' as const })) }
      for (const [party, datasetId, names] of [
        [initiator, own, named(['north'])],
        [participant, theirs, numbers],
      ] as const) {
        await call(at(), OfferDataset, { registrationId: party.registrationId, datasetId }, admin(party))
        await confirm(at(), taskId, { ...party, datasetId }, { names })
      }
      const mismatch = { column: 'ward', ownType: 'integer', taskType: 'text', party: participant.name }
      await expect(planOf(at(), taskId, initiator)).rejects.toMatchObject({
        code: 'task.type-mismatch',
        params: mismatch,
      })
      expect(await call(at(), StartTraining, { taskId }, admin(initiator))).toMatchObject({
        error: 'task.type-mismatch',
        params: mismatch,
      })
    })
  },
  WITH_ALGORITHMS,
)

test.each([
  ['classes', 'texts'],
  ['entities', 'tokens'],
  ['boxes', 'pictures'],
  ['labels', 'texts'],
] as const)('counts rows with each of the %s before and after their names are agreed', (target, kind) => {
  const parties = [
    { partyId: 'a', counts: [classCount('DRUG', 10), classCount('WHO', 40)] },
    { partyId: 'b', counts: [classCount('DRUG', 5)] },
  ]
  const names = parties.map(({ partyId, counts }) => ({
    partyId,
    taskId: 't',
    datasetId: `of ${partyId}`,
    confirmTime: new Date(0),
    names: {
      columns: [{ name: 'note', kind }],
      label: {
        column: 'marks',
        kind: target === 'labels' ? ('labels' as const) : ('text' as const),
        integral: false,
        classes: counts.map(({ name }) => name),
        counts,
      },
    },
  }))
  const registrations = names.map(({ partyId, datasetId }) => ({ partyId, datasetId, status: 'joined' })) as never[]
  const requested = { columns: kind === 'pictures' ? [] : ['note'], label: 'marks', targets: [target] }
  const agreement = agreeNames(
    requested,
    names.map((one) => one.names),
    [],
  )
  expect(agreement.kind).toBe('agreed')
  for (const agreed of [undefined, agreement]) {
    expect(classRowsOf({ registrations, names, agreement: agreed })).toEqual({
      classes: [
        { name: 'DRUG', rows: 15, parties: 2 },
        { name: 'WHO', rows: 40, parties: 1 },
      ],
      parties: 2,
      missing: 0,
    })
  }
})

test('returns the median box side of a class over all parties, weighted by rows', () => {
  const parties = [
    { partyId: 'a', counts: [{ name: 'cell', rows: 40, boxSide: 60 }] },
    { partyId: 'b', counts: [{ name: 'cell', rows: 25, boxSide: 20 }] },
    { partyId: 'c', counts: [{ name: 'cell', rows: 10, boxSide: 200 }] },
    { partyId: 'd', counts: [classCount('cell', 5)] },
  ]
  const names = parties.map(({ partyId, counts }) => ({
    partyId,
    taskId: 't',
    datasetId: partyId,
    confirmTime: new Date(0),
    names: {
      columns: [{ name: 'picture', kind: 'pictures' as const }],
      label: { column: 'boxes', kind: 'text' as const, integral: false, classes: ['cell'], counts },
    },
  }))
  const registrations = names.map(({ partyId, datasetId }) => ({ partyId, datasetId, status: 'joined' })) as never[]
  expect(classRowsOf({ registrations, names, agreement: undefined })?.classes).toEqual([
    { name: 'cell', rows: 80, parties: 4, boxSide: 60 },
  ])
})

const classCount = (name: string, rows: number) => ({ name, rows })

const mine = async (world: World, taskId: string, party: Member) =>
  (await call(world, GetRegistrations, { taskId }, admin(party))).result.mine

const change = (taskId: string, columns: string[]) => ({ taskId, columnSelection: { columns, label: wanted.label } })

async function offerOther(world: World, _taskId: string, [, participant]: Member[]) {
  const { registrationId, ...party } = participant as Member
  const datasetId = await buildDataset(world, party)
  return call(world, OfferDataset, { registrationId, datasetId }, admin(party))
}
