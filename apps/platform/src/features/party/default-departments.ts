import type { Db } from '../../db/pool.ts'
import { ROOT_CODE } from './policy.ts'
import { departments } from './table.ts'

/** Adds a root department with the party's name, and one department below the root. */
export async function addDefaultDepartments(db: Db, party: { id: string; name: string }) {
  await db.insert(departments).values([
    { partyId: party.id, orgCode: ROOT_CODE, name: party.name, parentCode: null },
    { partyId: party.id, orgCode: `${ROOT_CODE}A01`, name: '数据部 Data', parentCode: ROOT_CODE },
  ])
}
