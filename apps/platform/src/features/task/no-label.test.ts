import type { ColumnSelection, EdgeReport } from '@tessera/contract'
import {
  AddSelectedFeatures,
  GetRegistrations,
  GetTask,
  ListSelectedFeatures,
  StartTraining,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { edgeLinkHandlers } from '../../edge-link-handlers.ts'
import { call, describeOnOne, type World } from '../../testing/index.ts'
import { describeTask } from './edge-routes.ts'
import { wantedNames } from './plan.ts'
import {
  ALGORITHM,
  admin,
  buildTask,
  LABELLESS_ALGORITHM,
  type Member,
  OTHER_ALGORITHM,
  signTicket,
  WITH_ALGORITHMS,
} from './test-world.ts'

const wanted = { columns: ['age', 'chol'], label: null, targets: [], ownTables: true as const }

/** What the edge of a party tells once a member confirmed what it proposed: columns of numbers, and no label. */
const confirm = (world: World, taskId: string, { partyId, datasetId }: Member, ownTable = false) =>
  world.db.transaction((tx) => {
    const columns = wanted.columns.map((name) => ({ name, kind: 'number' as const }))
    const report: NamesReport = { kind: 'names', taskId, datasetId, wanted, names: { columns, label: null, ownTable } }
    return edgeLinkHandlers(world.app.training).reports.names(tx, report, partyId)
  })
type NamesReport = Extract<EdgeReport, { kind: 'names' }>

const select = (world: World, taskId: string, who: Member, columnSelection: ColumnSelection) =>
  call(world, UpdateColumnSelection, { taskId, columnSelection }, admin(who))
const choose = (world: World, taskId: string, who: Member, algorithmId: string) =>
  call(world, UpdateTask, { taskId, algorithmId }, admin(who))
const taskOf = async (world: World, taskId: string, who: Member) =>
  (await call(world, GetTask, { taskId }, admin(who))).result

describeOnOne(
  'a task without a label',
  (at) => {
    test('what predicts nothing takes columns alone: the plan has no target, parties sign it, and it starts', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: LABELLESS_ALGORITHM, columnSelection: null })
      const [first, second] = members
      const chosen = await select(at(), taskId, first, { columns: wanted.columns, label: null })
      expect(chosen.result.columnSelection).toEqual({ columns: wanted.columns, label: null })
      for (const party of members) await confirm(at(), taskId, party)

      const { plan } = await describeTask(at().app.training.deps, taskId, second.partyId)
      expect(plan).toMatchObject({ target: null, data: { columns: [{ name: 'age' }, { name: 'chol' }] } })
      for (const party of members) await signTicket(at(), taskId, party)
      expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
    })

    test('a party’s own table is shown where it agreed, which the plan says; who takes it back makes tickets stale', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: LABELLESS_ALGORITHM, columnSelection: null })
      const [first, second] = members
      await select(at(), taskId, first, { columns: wanted.columns, label: null })
      const ownTables = async () => (await describeTask(at().app.training.deps, taskId, second.partyId)).plan.ownTables
      for (const party of members) await confirm(at(), taskId, party)
      expect(await ownTables()).toBeUndefined()
      await confirm(at(), taskId, second, true)
      expect(await ownTables()).toEqual([second.partyId])
      await confirm(at(), taskId, first, true)
      expect(await ownTables()).toEqual([first.partyId, second.partyId].toSorted())

      const { deps } = at().app.training
      const { codeHash } = deps.algorithms.get(LABELLESS_ALGORITHM)
      await signTicket(at(), taskId, first, { plan: (await describeTask(deps, taskId, first.partyId)).plan, codeHash })
      const { mine } = (await call(at(), GetRegistrations, { taskId }, admin(first))).result
      expect(mine?.grant).toBe('signed')
      await confirm(at(), taskId, second)
      const after = (await call(at(), GetRegistrations, { taskId }, admin(first))).result.mine
      expect(after).toMatchObject({ grant: 'stale', staleBecause: ['ownTables'] })
    })

    test('alone, or of an algorithm that can show none, nobody is asked about an own table', () => {
      const columnSelection = { columns: ['age'], label: null }
      const { algorithms } = at().app.training.deps
      const asked = (id: string, researchType: 'federated' | 'independent') =>
        wantedNames({ columnSelection, researchType }, algorithms.get(id))?.ownTables
      expect(asked(LABELLESS_ALGORITHM, 'federated')).toBe(true)
      expect(asked(LABELLESS_ALGORITHM, 'independent')).toBeUndefined()
      expect(asked(ALGORITHM, 'federated')).toBeUndefined()
    })

    test('a label that an older console sends along is left out', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: LABELLESS_ALGORITHM, columnSelection: null })
      const chosen = await select(at(), taskId, members[0], { columns: ['age'], label: 'sick' })
      expect(chosen.result.columnSelection).toEqual({ columns: ['age'], label: null })
    })

    test.each([
      ['an algorithm that predicts', ALGORITHM],
      ['one of numbers', OTHER_ALGORITHM],
      ['no algorithm chosen yet', null],
    ])('with %s the label is asked for', async (_what, algorithmId) => {
      const { taskId, members } = await buildTask(at(), { algorithmId })
      const refused = await select(at(), taskId, members[0], { columns: ['age'], label: null })
      expect(refused.error).toBe('task.label-missing')
      expect((await taskOf(at(), taskId, members[0])).columnSelection).toEqual({
        columns: ['age', 'chol'],
        label: 'sick',
      })
    })

    test('another algorithm drops the label with its classes, and back again columns are to be chosen anew', async () => {
      const { taskId, members } = await buildTask(at())
      const [first] = members
      const named = { taskId, partyId: first.partyId, tableName: 't', label: 'sick', feature: '1' }
      expect((await call(at(), AddSelectedFeatures, [named], admin(first))).error).toBeUndefined()

      await choose(at(), taskId, first, LABELLESS_ALGORITHM)
      expect((await taskOf(at(), taskId, first)).columnSelection).toEqual({ columns: ['age', 'chol'], label: null })
      expect((await call(at(), ListSelectedFeatures, { taskId }, admin(first))).result).toEqual([])
      expect((await call(at(), AddSelectedFeatures, [named], admin(first))).error).toBe('task.label-none')

      await choose(at(), taskId, first, ALGORITHM)
      expect((await taskOf(at(), taskId, first)).columnSelection).toBeNull()
      expect((await call(at(), StartTraining, { taskId }, admin(first))).error).toBe('task.no-columns')
    })
  },
  WITH_ALGORITHMS,
)
