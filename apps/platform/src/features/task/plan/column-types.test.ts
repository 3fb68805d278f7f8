import type { ColumnType } from '@tessera/contract'
import { GetRegistrations, GetTask, StartTraining, StartWithReady } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call, describeOnOne, type World } from '../../../testing/index.ts'
import { admin, buildTask, type Member, signTicket, statusOf, WITH_ALGORITHMS } from '../../../testing/task.ts'
import { dataset } from '../../dataset/index.ts'
import { describeTask } from '../edge-routes.ts'

/**
 * Builds a task of three parties that have signed. `types` sets the types of the third party's columns `age`, `chol`
 * and `sick`.
 */
async function signedByAll(world: World, types: Partial<Record<string, ColumnType>>) {
  const { taskId, members } = await buildTask(world, { parties: 3 })
  const all = members as unknown as [Member, Member, Member]
  for (const party of all) await signTicket(world, taskId, party)
  await holds(world, all[2], types)
  return { taskId, first: all[0], second: all[1], third: all[2] }
}

const holds = (world: World, { datasetId }: Member, types: Partial<Record<string, ColumnType>>) =>
  world.db
    .update(dataset)
    .set({ columnTypes: types as Record<string, ColumnType> })
    .where(eq(dataset.id, datasetId))

const registrationsOf = async (world: World, taskId: string, reader: Member) =>
  (await call(world, GetRegistrations, { taskId }, admin(reader))).result.joined.registrations

describeOnOne(
  'columns with another type at one party',
  (at) => {
    test.each<[string, Partial<Record<string, ColumnType>>]>([
      ['whole numbers and decimals', { age: 'integer', chol: 'number', sick: 'number' }],
      ['no values', { sick: 'integer' }],
    ])('accepts columns of different types: %s', async (_what, types) => {
      const { taskId, first } = await signedByAll(at(), types)
      expect((await registrationsOf(at(), taskId, first)).map(({ grant }) => grant)).toEqual(Array(3).fill('signed'))
      expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
    })

    test.each<[string, Partial<Record<string, ColumnType>>, object]>([
      [
        'text for numbers',
        { age: 'text', chol: 'number', sick: 'integer' },
        { column: 'age', ownType: 'text', taskType: 'number' },
      ],
      [
        'yes and no for 0 and 1, in the label',
        { age: 'number', chol: 'number', sick: 'boolean' },
        { column: 'sick', ownType: 'boolean', taskType: 'integer' },
      ],
    ])(
      '%s: shows all parties why the party is not ready, and refuses to start',
      { meta: { spec: 'states.data-choice-comparison' } },
      async (_what, types, mismatch) => {
        const { taskId, first, third } = await signedByAll(at(), types)
        const shown = (await registrationsOf(at(), taskId, first)).find(({ partyId }) => partyId === third.partyId)
        expect(shown).toMatchObject({ grant: 'stale', readiness: { data: false }, typeMismatch: mismatch })

        const started = await call(at(), StartTraining, { taskId }, admin(first))
        expect(started).toMatchObject({ error: 'task.type-mismatch', params: { ...mismatch, party: third.name } })
        expect(await statusOf(at(), taskId)).toBe('recruiting')
      },
    )

    test('lets the other parties start without a party whose column types differ', async () => {
      const { taskId, first } = await signedByAll(at(), { age: 'text' })
      const cloneId = (await call(at(), StartWithReady, { taskId, keepOriginal: true }, admin(first))).result
      expect((await call(at(), GetTask, { taskId: cloneId }, admin(first))).result.partyCount).toBe(2)
    })

    test('allows any type in a column that the task does not use', async () => {
      const { taskId, first } = await signedByAll(at(), {
        age: 'number',
        chol: 'number',
        sick: 'integer',
        ward: 'text',
      })
      await holds(at(), first, { age: 'number', chol: 'number', sick: 'integer', ward: 'number' })
      expect((await call(at(), StartTraining, { taskId }, admin(first))).result).toBeNull()
    })

    test('sends edges the initiator’s column types, or those of the next party for columns without values', async () => {
      const { taskId, first, second, third } = await signedByAll(at(), { age: 'number', chol: 'text', sick: 'integer' })
      await holds(at(), first, { age: 'integer', sick: 'integer' })
      await holds(at(), second, { age: 'text', chol: 'number', sick: 'integer' })
      const { deps } = at().app.training
      for (const { partyId } of [first, third]) {
        const { columnTypes } = await describeTask(deps, taskId, partyId)
        expect(columnTypes).toEqual({ age: 'integer', chol: 'number', sick: 'integer' })
      }
      const shown = await registrationsOf(at(), taskId, first)
      expect(shown.map(({ typeMismatch }) => typeMismatch?.column)).toEqual([undefined, 'age', 'chol'])
    })

    test('makes the other parties’ tickets stale while their column types do not match the initiator’s newly selected rows', async () => {
      const { taskId, first, third } = await signedByAll(at(), { age: 'number', chol: 'number', sick: 'integer' })
      await holds(at(), first, { age: 'text', chol: 'number', sick: 'integer' })
      const grants = async () => (await registrationsOf(at(), taskId, third)).map(({ grant }) => grant)
      expect(await grants()).toEqual(['signed', 'stale', 'stale'])
      await holds(at(), first, { age: 'number', chol: 'number', sick: 'integer' })
      expect(await grants()).toEqual(['signed', 'signed', 'signed'])
    })
  },
  WITH_ALGORITHMS,
)
