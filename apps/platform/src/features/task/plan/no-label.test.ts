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
import { edgeLinkHandlers } from '../../../edge-link-handlers.ts'
import { call, describeOnOne, type World } from '../../../testing/index.ts'
import {
  ALGORITHM,
  admin,
  buildTask,
  LABELLESS_ALGORITHM,
  type Member,
  OTHER_ALGORITHM,
  signTicket,
  WITH_ALGORITHMS,
} from '../../../testing/task.ts'
import { describeTask } from '../edge-routes.ts'
import { wantedNames } from './plan.ts'

const wanted = { columns: ['age', 'chol'], label: null, targets: [], ownTables: true as const }

/**
 * Reports confirmed names in the way an edge does after a member has confirmed its proposal: numeric columns, and no
 * label.
 */
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
    test('needs only columns for an algorithm that predicts nothing: the plan has no target, parties sign it, and training starts', {
      meta: { spec: 'screens.task-without-label' },
    }, async () => {
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

    test('names in the plan the parties that agreed to show their own table, and makes tickets stale if one withdraws', {
      meta: { spec: 'screens.own-statistics-comparison' },
    }, async () => {
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

    test('does not ask parties to show their own table in a single-party run or for an algorithm without such a table', () => {
      const columnSelection = { columns: ['age'], label: null }
      const { algorithms } = at().app.training.deps
      const requested = (id: string, researchType: 'federated' | 'independent') =>
        wantedNames({ columnSelection, researchType }, algorithms.get(id))?.ownTables
      expect(requested(LABELLESS_ALGORITHM, 'federated')).toBe(true)
      expect(requested(LABELLESS_ALGORITHM, 'independent')).toBeUndefined()
      expect(requested(ALGORITHM, 'federated')).toBeUndefined()
    })

    test('ignores a label that an older console sends for an algorithm that predicts nothing', async () => {
      const { taskId, members } = await buildTask(at(), { algorithmId: LABELLESS_ALGORITHM, columnSelection: null })
      const chosen = await select(at(), taskId, members[0], { columns: ['age'], label: 'sick' })
      expect(chosen.result.columnSelection).toEqual({ columns: ['age'], label: null })
    })

    test.each([
      ['an algorithm that predicts', ALGORITHM],
      ['an algorithm that predicts numbers', OTHER_ALGORITHM],
      ['no algorithm chosen yet', null],
    ])(
      'requires a label for a task with %s',
      { meta: { spec: 'screens.task-without-label' } },
      async (_what, algorithmId) => {
        const { taskId, members } = await buildTask(at(), { algorithmId })
        const refused = await select(at(), taskId, members[0], { columns: ['age'], label: null })
        expect(refused.error).toBe('task.label-missing')
        expect((await taskOf(at(), taskId, members[0])).columnSelection).toEqual({
          columns: ['age', 'chol'],
          label: 'sick',
        })
      },
    )

    test('removes the label and its classes if the algorithm predicts nothing, and requires a new selection after switching back', async () => {
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
