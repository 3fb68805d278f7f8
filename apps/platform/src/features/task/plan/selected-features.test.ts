import {
  AddSelectedFeatures,
  CloseJoining,
  JoinTask,
  ListSelectedFeatures,
  QuitTask,
  SetFeatureCodes,
  StartTraining,
  UpdateColumnSelection,
} from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { edgeLinkHandlers } from '../../../edge-link-handlers.ts'
import { asUser, buildParty, call, describeOnOne, type TestParty, type World } from '../../../testing/index.ts'
import {
  addToTask,
  admin,
  buildTask,
  confirmNames,
  keepOnline,
  type Member,
  member,
  WITH_ALGORITHMS,
} from '../../../testing/task.ts'
import { describeTask } from '../edge-routes.ts'

const named = (taskId: string, { partyId }: TestParty, ...features: string[]) =>
  features.map((feature) => ({ taskId, partyId, tableName: 't', label: 'sick', feature }))

async function listed(world: World, taskId: string, party: TestParty) {
  const { result } = await call(world, ListSelectedFeatures, { taskId }, admin(party))
  return result.map(({ partyId, feature, code }) => [partyId, feature, code])
}

/** Returns the codes to send: the id of each of the task's class rows, with the code that `codes` gives its class. */
async function codesFor(world: World, taskId: string, party: TestParty, codes: Record<string, number>) {
  const { result } = await call(world, ListSelectedFeatures, { taskId }, admin(party))
  return result.flatMap(({ id, feature }) => (feature in codes ? [{ id, code: codes[feature] as number }] : []))
}

describeOnOne(
  'classes and their codes',
  (world) => {
    const add = (items: ReturnType<typeof named>, party: TestParty) =>
      call(world(), AddSelectedFeatures, items, admin(party))

    const confirm = (taskId: string, party: Member, ...classes: string[]) =>
      confirmNames(world(), taskId, party, { label: { column: 'sick', kind: 'text', integral: false, classes } })

    test('hides a class from other parties and from the plan if no member confirmed it at the edge', async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      for (const party of members) await confirm(taskId, party, 'well', 'sick')
      await add(named(taskId, first, 'well', 'sick', 'Mrs Miller'), first)
      expect(await listed(world(), taskId, first)).toHaveLength(3)
      expect(await listed(world(), taskId, second)).toEqual([
        [first.partyId, 'well', null],
        [first.partyId, 'sick', null],
      ])
      const codes = await codesFor(world(), taskId, first, { 'Mrs Miller': 0, sick: 1, well: 2 })
      expect((await call(world(), SetFeatureCodes, codes, admin(first))).error).toBeUndefined()
      await call(world(), CloseJoining, { taskId }, admin(first))
      const planned = async () => (await describeTask(world().app.training.deps, taskId, first.partyId)).plan
      expect(JSON.stringify(await planned())).not.toContain('Miller')
    })

    const report = (taskId: string, { partyId, datasetId }: Member, classes: string[], more = {}) =>
      world().db.transaction((tx) =>
        edgeLinkHandlers(world().app.training).reports.classes(
          tx,
          { kind: 'classes', taskId, datasetId, label: 'sick', classes, ...more },
          partyId,
        ),
      )

    test('accepts from a party’s edge the classes that a member named there, for the rows that the party currently offers', async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      await confirm(taskId, first, 'well', 'sick')
      await report(taskId, first, ['well'])
      await report(taskId, first, ['well', 'sick'])
      expect(await listed(world(), taskId, second)).toEqual([
        [first.partyId, 'well', null],
        [first.partyId, 'sick', null],
      ])
      const stranger = { ...first, partyId: 'stranger' }
      await expect(report(taskId, stranger, ['well'])).rejects.toMatchObject({ code: 'task.not-found' })
      const others = { ...first, datasetId: second.datasetId }
      await expect(report(taskId, others, ['well'])).rejects.toMatchObject({ code: 'task.names-stale' })
      await expect(report(taskId, first, ['x'], { label: 'age' })).rejects.toMatchObject({ code: 'task.classes-label' })
      await expect(report(taskId, first, ['x', 'x'])).rejects.toMatchObject({ code: 'task.class-repeated' })
      expect(await listed(world(), taskId, first)).toHaveLength(2)
    })

    test('replaces the classes that a party named before, and accepts codes that it proposes', {
      meta: { spec: ['entities.selected-feature', 'calls.collectFileMeta/add_selected_feature'] },
    }, async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      await confirm(taskId, second, 'unclear', '1')
      expect((await add(named(taskId, second, 'unclear', '1'), second)).error).toBeUndefined()
      expect((await add(named(taskId, first, '0', 'x'), first)).error).toBeUndefined()
      const proposed = named(taskId, first, '0', '1').map((item, code) => ({ ...item, code }))
      expect((await add(proposed, first)).error).toBeUndefined()

      for (const party of members) {
        expect(await listed(world(), taskId, party)).toEqual([
          [first.partyId, '0', 0],
          [first.partyId, '1', 1],
          [second.partyId, 'unclear', null],
          [second.partyId, '1', null],
        ])
      }
      const { result } = await call(world(), ListSelectedFeatures, { taskId }, member(second))
      expect(result[0]).toMatchObject({ taskId, partyName: first.name, label: 'sick', tableName: 't' })
    })

    test('refuses an empty list of classes, several parties, another party or label, duplicates, and calls before joining or after the start', async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      const outsider = await buildParty(world())
      const started = await buildTask(world(), { status: 'training' })
      const other = named(taskId, first, '0').map((item) => ({ ...item, label: 'age' }))
      const refusals = [
        [[], first, 'task.classes-none'],
        [[...named(taskId, first, '0'), ...named(taskId, second, '1')], first, 'task.classes-mixed'],
        [named(taskId, second, '0'), first, 'task.not-allowed'],
        [named(taskId, outsider, '0'), outsider, 'task.not-allowed'],
        [other, first, 'task.classes-label'],
        [named(taskId, first, '0', '1', '0'), first, 'task.class-repeated'],
        [named(taskId, first, ...Array.from({ length: 1001 }, (_none, i) => `${i}`)), first, 'task.classes-many'],
        [named(started.taskId, started.members[0], '0'), started.members[0], 'task.not-recruiting'],
        [named('nothing', first, '0'), first, 'task.not-found'],
      ] as const
      for (const [items, party, error] of refusals) expect((await add([...items], party)).error).toBe(error)
      expect(await listed(world(), taskId, first)).toEqual([])
    })

    test('lets the initiator set all class codes at once, one code per class over all parties', {
      meta: { spec: ['validation.multi-rule-numbers', 'calls.collectFileMeta/update_selected_feature'] },
    }, async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      await confirm(taskId, first, 'well', 'sick')
      await confirm(taskId, second, 'sick', 'unclear')
      await add(named(taskId, first, 'well', 'sick'), first)
      await add(named(taskId, second, 'sick', 'unclear'), second)
      const set = async (codes: Record<string, number>, party: TestParty = first) =>
        call(world(), SetFeatureCodes, await codesFor(world(), taskId, first, codes), admin(party))

      expect(await set({ well: 0, sick: 1 })).toMatchObject({
        error: 'task.class-code-missing',
        params: { class: 'unclear' },
      })
      expect(await set({ well: 0, sick: 1, unclear: 3 })).toMatchObject({ error: 'task.class-codes-gaps' })
      const mixed = (await codesFor(world(), taskId, first, { well: 0, sick: 1, unclear: 2 })).map((item, index) =>
        index === 2 ? { ...item, code: 3 } : item,
      )
      const twice = await call(world(), SetFeatureCodes, mixed, admin(first))
      expect(twice).toMatchObject({ error: 'task.class-two-codes', params: { class: 'sick', codes: '1, 3' } })
      expect(twice.message).toContain('“sick” has two codes (1, 3)')
      expect((await set({ well: 0, sick: 1, unclear: 2 }, second)).error).toBe('task.initiator-only')
      expect((await call(world(), SetFeatureCodes, [], admin(first))).error).toBe('task.classes-none')
      const strange = [{ id: 'nothing', code: 0 }]
      expect((await call(world(), SetFeatureCodes, strange, admin(first))).error).toBe('task.class-unknown')

      expect((await set({ well: 0, sick: 1, unclear: 2 })).error).toBeUndefined()
      expect(await listed(world(), taskId, second)).toEqual([
        [first.partyId, 'well', 0],
        [first.partyId, 'sick', 1],
        [second.partyId, 'sick', 1],
        [second.partyId, 'unclear', 2],
      ])
    })

    test('refuses codes that contradict the chosen positive class, and does not start training with them', async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      for (const party of members) {
        await confirm(taskId, party, 'benign', 'malignant')
        await add(named(taskId, party, 'benign', 'malignant'), party)
      }
      const set = async (codes: Record<string, number>) =>
        call(world(), SetFeatureCodes, await codesFor(world(), taskId, first, codes), admin(first))
      expect((await set({ malignant: 0, benign: 1 })).error).toBeUndefined()

      const columnSelection = { columns: ['age'], label: 'sick', positive: 'malignant' }
      await call(world(), UpdateColumnSelection, { taskId, columnSelection }, admin(first))
      for (const party of members) await confirm(taskId, party, 'benign', 'malignant')
      const refusal = { error: 'task.class-codes-positive', params: { positive: 'malignant', other: 'benign' } }
      const start = () => call(world(), StartTraining, { taskId }, admin(first))
      expect(await start()).toMatchObject(refusal)
      expect(await set({ malignant: 0, benign: 1 })).toMatchObject(refusal)
      expect((await set({ malignant: 1, benign: 0 })).error).toBeUndefined()
      expect((await start()).error).not.toBe(refusal.error)
      expect(await listed(world(), taskId, second)).toContainEqual([second.partyId, 'malignant', 1])
    })

    test('requires a class code to be a number', { meta: { spec: 'validation.multi-rule-numbers' } }, async () => {
      const { taskId, members } = await buildTask(world())
      const [first] = members
      await add(named(taskId, first, 'well'), first)
      const { app, settings } = world()
      for (const rule of ['zero', 0.5, null]) {
        const answer = await app.inject({
          method: 'PUT',
          url: `${settings.PREFIX}/federalml/collectFileMeta/update_selected_feature`,
          headers: asUser(first.admin, first),
          payload: [{ id: 'x', rule }],
        })
        expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.malformed'])
      }
    })

    test('removes the classes of a leaving party, and all classes if the label changes', async () => {
      const { taskId, members } = await buildTask(world())
      const [first, second] = members
      await add(named(taskId, first, '0'), first)
      await add(named(taskId, second, '1'), second)
      await call(world(), QuitTask, { registrationId: second.registrationId }, admin(second))
      expect(await listed(world(), taskId, first)).toEqual([[first.partyId, '0', null]])
      expect((await call(world(), JoinTask, { taskId }, admin(second))).error).toBeUndefined()
      expect(await listed(world(), taskId, second)).toEqual([[first.partyId, '0', null]])

      const select = (columns: string[], label: string) =>
        call(world(), UpdateColumnSelection, { taskId, columnSelection: { columns, label } }, admin(first))
      expect((await select(['age'], 'sick')).error).toBeUndefined()
      expect(await listed(world(), taskId, first)).toHaveLength(1)
      expect((await select(['age'], 'chol')).error).toBeUndefined()
      expect(await listed(world(), taskId, first)).toEqual([])
    })

    test('shows classes only to parties of the task, and needs no codes for independent research', {
      meta: { spec: 'calls.collectFileMeta/query_selected_feature' },
    }, async () => {
      const { taskId, members } = await buildTask(world())
      const [first] = members
      await add(named(taskId, first, '0'), first)
      const [outsider, applicant] = [await buildParty(world()), await buildParty(world())]
      await keepOnline(world(), applicant)
      await addToTask(world(), taskId, applicant, { status: 'applying' })
      for (const party of [outsider, applicant]) {
        const { error } = await call(world(), ListSelectedFeatures, { taskId }, admin(party))
        expect(error).toBe('task.not-allowed')
      }
      const alone = await buildTask(world(), { parties: 1, researchType: 'independent' })
      const [own] = alone.members
      expect((await add(named(alone.taskId, own, '0'), own)).error).toBeUndefined()
      expect(await listed(world(), alone.taskId, own)).toEqual([])
    })
  },
  WITH_ALGORITHMS,
)
