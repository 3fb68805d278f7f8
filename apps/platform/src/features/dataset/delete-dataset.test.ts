import type { PlatformToEdge } from '@tessera/contract'
import { CreateTask, DeleteDataset, GetDataset, ListMyDatasets, OfferDataset } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { buildHospital, type Hospital, tell } from '../../testing/dataset.ts'
import { buildUser, call, describeOnOne, type World } from '../../testing/index.ts'
import { EDGE_COMMAND, type EdgeCommand } from '../environment/link-commands.ts'
import { registration, task } from '../task/table.ts'
import { listMissedRemovals } from './delete-dataset.ts'
import { findDataset } from './queries.ts'

const asOwner = (hospital: Hospital) => ({ user: hospital.owner, party: hospital })

function receivedCommands({ deps }: World, partyId: string): PlatformToEdge[] {
  const commands: PlatformToEdge[] = []
  deps.bus.subscribe<EdgeCommand>(EDGE_COMMAND, (command) => {
    if (command.partyId === partyId) commands.push(command.message)
  })
  return commands
}

/** Builds a task of the hospital to which this dataset is offered. */
async function offerTo(world: World, hospital: Hospital, datasetId: string, name = 'offer'): Promise<string> {
  const texts = { name, description: '', visibility: 'public', researchType: 'federated' } as const
  const taskId = (await call(world, CreateTask, texts, asOwner(hospital))).result
  const [mine] = await world.db.select().from(registration).where(eq(registration.taskId, taskId))
  const offered = { registrationId: mine?.id as string, datasetId }
  expect((await call(world, OfferDataset, offered, asOwner(hospital))).error).toBeUndefined()
  return taskId
}

describeOnOne('deleting a dataset', (world) => {
  test('removes a deleted dataset from the lists, and makes the edge delete the rows, also after the edge was offline', async () => {
    const { db } = world()
    const hospital = await buildHospital(world())
    const row = await tell(world(), hospital)
    const offered = await tell(world(), hospital, { parentId: row.id, taskId: newId() })
    const commands = receivedCommands(world(), hospital.partyId)
    const command = { kind: 'unlist-dataset', datasetId: row.id }

    expect((await call(world(), DeleteDataset, { datasetId: row.id }, asOwner(hospital))).error).toBeUndefined()
    await vi.waitFor(() => expect(commands).toEqual([command]))
    expect((await call(world(), GetDataset, { datasetId: row.id }, asOwner(hospital))).error).toBe('dataset.not-found')
    expect((await call(world(), ListMyDatasets, {}, asOwner(hospital))).result.total).toBe(0)
    expect(await findDataset(db, offered.id)).toMatchObject({ deleted: true })
    expect((await call(world(), DeleteDataset, { datasetId: row.id }, asOwner(hospital))).error).toBe(
      'dataset.not-found',
    )

    expect(await listMissedRemovals(db, hospital.partyId)).toEqual([command])
    await tell(world(), hospital, { ...row, createTime: row.createTime.toISOString(), deleted: true })
    expect(await listMissedRemovals(db, hospital.partyId)).toEqual([])
  })

  test('lets only the uploader and administrators delete a dataset', {
    meta: { spec: 'calls.collectFileMeta/delete' },
  }, async () => {
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    const { id } = await tell(world(), hospital)
    const secret = await tell(world(), hospital, { sharing: 'person' })
    const offered = await tell(world(), hospital, { parentId: id, taskId: newId() })
    const commands = receivedCommands(world(), hospital.partyId)
    const tryAs = async (who: Parameters<typeof call>[3], datasetId = id) =>
      (await call(world(), DeleteDataset, { datasetId }, who)).error

    expect(await tryAs(undefined)).toBe('session.missing')
    expect(await tryAs({ user: await buildUser(world()), party: null })).toBe('party.required')
    expect(await tryAs({ user: other.admin, party: hospital })).toBe('party.not-member')
    expect(await tryAs({ user: other.admin, party: other })).toBe('dataset.owner-only')
    expect(await tryAs({ user: other.admin, party: other }, secret.id)).toBe('dataset.not-found')
    expect(await tryAs({ user: hospital.neighbour, party: hospital })).toBe('dataset.owner-only')
    expect(await tryAs({ user: hospital.neighbour, party: hospital }, secret.id)).toBe('dataset.not-found')
    expect(await tryAs({ user: hospital.owner, party: hospital }, offered.id)).toBe('dataset.not-found')
    expect(commands).toEqual([])
    expect(await tryAs({ user: hospital.admin, party: hospital }, secret.id)).toBeUndefined()
    expect(await findDataset(world().db, id)).toMatchObject({ deleted: false })
  })

  test('lists the tasks that use a dataset or rows of it, only for users who may delete the dataset', {
    meta: { spec: 'calls.collectFileMeta/delete' },
  }, async () => {
    const { db } = world()
    const hospital = await buildHospital(world())
    const other = await buildHospital(world())
    const row = await tell(world(), hospital)
    const usesFor = async (who: Parameters<typeof call>[3]) =>
      (await call(world(), GetDataset, { datasetId: row.id }, who)).result.uses
    expect(await usesFor(asOwner(hospital))).toEqual([])

    const first = await offerTo(world(), hospital, row.id, 'Whole')
    const second = await offerTo(world(), hospital, row.id, 'Part')
    const gone = await offerTo(world(), hospital, row.id, 'Disbanded')
    const child = await tell(world(), hospital, { parentId: row.id, taskId: second })
    await db.update(registration).set({ datasetId: child.id }).where(eq(registration.taskId, second))
    await db.update(task).set({ status: 'training' }).where(eq(task.id, second))
    await db.update(task).set({ status: 'disbanded' }).where(eq(task.id, gone))
    const uses = [
      { taskId: second, name: 'Part', isTraining: true },
      { taskId: first, name: 'Whole', isTraining: false },
    ]
    expect(await usesFor(asOwner(hospital))).toEqual(uses)
    expect(await usesFor({ user: hospital.admin, party: hospital })).toEqual(uses)
    expect(await usesFor({ user: hospital.neighbour, party: hospital })).toBeUndefined()
    expect(await usesFor({ user: other.admin, party: other })).toBeUndefined()
    const listed = await call(world(), ListMyDatasets, {}, asOwner(hospital))
    expect(listed.result.records.map((one) => one.uses)).toEqual([undefined])
  })

  test('refuses to delete a dataset while a task trains on it or on rows selected from it', {
    meta: { spec: 'calls.collectFileMeta/delete' },
  }, async () => {
    const { db } = world()
    const hospital = await buildHospital(world())
    const row = await tell(world(), hospital)
    const taskId = await offerTo(world(), hospital, row.id)
    const setStatus = (status: 'training' | 'completed') => db.update(task).set({ status }).where(eq(task.id, taskId))
    const deleteIt = () => call(world(), DeleteDataset, { datasetId: row.id }, asOwner(hospital))
    const tryIt = async () => (await deleteIt()).error

    await setStatus('training')
    const refused = await deleteIt()
    expect(refused.error).toBe('dataset.in-use')
    expect(refused.params).toEqual({ tasks: 'offer' })
    const child = await tell(world(), hospital, { parentId: row.id, taskId })
    await db.update(registration).set({ datasetId: child.id }).where(eq(registration.taskId, taskId))
    expect(await tryIt()).toBe('dataset.in-use')
    await setStatus('completed')
    expect(await tryIt()).toBeUndefined()
  })
})
