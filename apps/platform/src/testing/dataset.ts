import type { DatasetMetadata } from '@tessera/contract'
import { applyDatasetReport } from '../features/dataset/apply-report.ts'
import type { DatasetRow } from '../features/dataset/table.ts'
import { newId } from '../lib/ids.ts'
import { addMember, buildParty, buildUser, type TestParty, type TestUser, type World } from './index.ts'
import { keepOnline } from './task.ts'

export const DEPARTMENT = 'A01A01'

export interface Hospital extends TestParty {
  /** Members of one department. The owner has uploaded the dataset. */
  owner: TestUser
  neighbour: TestUser
}

export async function buildHospital(world: World): Promise<Hospital> {
  const party = await buildParty(world)
  const [owner, neighbour] = [await buildUser(world), await buildUser(world)]
  for (const user of [owner, neighbour]) await addMember(world, party.partyId, user, 'member', DEPARTMENT)
  await keepOnline(world, party)
  return { ...party, owner, neighbour }
}

/** Returns an edge's report about a small table of the hospital. */
export function metadata({ owner }: Pick<Hospital, 'owner'>, fields: Partial<DatasetMetadata> = {}): DatasetMetadata {
  const id = newId()
  return {
    id,
    name: `table ${id}`,
    description: 'Measurements of cell nuclei.',
    contentType: 'tabular',
    repeatedId: null,
    sharing: 'party',
    sizeBytes: 123_290,
    rowCount: 120,
    tableName: `t_${id}`,
    columns: ['radius', 'texture', 'malignant'],
    columnTypes: { radius: 'number', texture: 'number', malignant: 'integer' },
    labelColumns: [],
    mapping: [],
    createdByUserId: owner.userId,
    orgCode: DEPARTMENT,
    createTime: '2026-03-01T08:00:00.000Z',
    taskId: null,
    parentId: null,
    deleted: false,
    ...fields,
  }
}

/** Applies the report as if the party's edge had sent it. The dataset is not part of a task. */
export function tell(
  { db, clock }: World,
  hospital: Hospital,
  fields: Partial<DatasetMetadata> = {},
): Promise<DatasetRow> {
  return applyDatasetReport(db, hospital.partyId, metadata(hospital, fields), clock.now())
}
