import { CreateTask, GetRegistrations, ListMyDatasets } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listPlatformLog } from '../../lib/audit.ts'
import { buildHospital, type Hospital, metadata, tell } from '../../testing/dataset.ts'
import { buildUser, call, describeOnOne, report } from '../../testing/index.ts'
import { members } from '../party/index.ts'
import { applyDatasetReport } from './apply-report.ts'
import { findDataset } from './queries.ts'

describeOnOne("edges' reports of datasets", (world) => {
  test('stores a repeated report once, and a later report in its place', async () => {
    const { db, clock } = world()
    const hospital = await buildHospital(world())
    const sent = metadata(hospital)
    const first = await applyDatasetReport(db, hospital.partyId, sent, clock.now())
    expect(await applyDatasetReport(db, hospital.partyId, sent, clock.now())).toEqual(first)
    const grown = { ...sent, rowCount: 3_000_000_000, sharing: 'person' as const }
    await applyDatasetReport(db, hospital.partyId, grown, clock.now())
    expect(await findDataset(db, sent.id)).toEqual({ ...first, rowCount: 3_000_000_000, sharing: 'person' })

    const entries = (await listPlatformLog(db)).filter(({ data }) => data.datasetId === sent.id)
    expect(entries.map(({ kind }) => kind)).toEqual(['dataset.reported', 'dataset.reported', 'dataset.reported'])
    expect(entries[0]?.data).toMatchObject({ partyId: hospital.partyId, rowCount: 120, deleted: false })
  })

  test('counts new data under the same id as a new version, but not a repeated report or a deletion', async () => {
    const { db, clock } = world()
    const hospital = await buildHospital(world())
    const sent = metadata(hospital)
    const versions: number[] = []
    for (const createTime of ['2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z', '2099-01-01T00:00:00.000Z']) {
      for (const deleted of [false, false, createTime.startsWith('2099')]) {
        const { version } = await applyDatasetReport(
          db,
          hospital.partyId,
          { ...sent, createTime, deleted },
          clock.now(),
        )
        versions.push(version)
      }
    }
    expect(versions).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3])
  })

  test('does not restore a deleted dataset that an edge still reports after it was offline', async () => {
    const { db, clock } = world()
    const hospital = await buildHospital(world())
    const sent = metadata(hospital, { deleted: true })
    await applyDatasetReport(db, hospital.partyId, sent, clock.now())
    await applyDatasetReport(db, hospital.partyId, { ...sent, deleted: false }, clock.now())
    expect(await findDataset(db, sent.id)).toMatchObject({ deleted: true, isGoneAtEdge: true })
  })

  test('refuses an edge’s report about another party’s dataset', async () => {
    const { db, clock } = world()
    const [hospital, other] = [await buildHospital(world()), await buildHospital(world())]
    const row = await tell(world(), hospital)
    const forged = metadata(other, { id: row.id, name: 'mine now', deleted: true })
    await expect(applyDatasetReport(db, other.partyId, forged, clock.now())).rejects.toMatchObject({
      code: 'dataset.not-allowed',
    })
    expect(await findDataset(db, row.id)).toEqual(row)
  })

  test('stores no names of users outside the party, and keeps the name of a member who has left', async () => {
    const { db, clock } = world()
    const hospital = await buildHospital(world())
    const stranger = await buildUser(world())
    expect((await tell(world(), hospital, { createdByUserId: stranger.userId })).createdBy).toBe('')

    const sent = metadata(hospital)
    await applyDatasetReport(db, hospital.partyId, sent, clock.now())
    await db.delete(members).where(eq(members.userId, hospital.owner.userId))
    const again = await applyDatasetReport(db, hospital.partyId, sent, clock.now())
    expect(again.createdBy).toBe(hospital.owner.username)
  })

  test('ignores upload times in the future and invalid ones, so that a dataset cannot stay at the top of a list', async () => {
    const { clock } = world()
    const hospital = await buildHospital(world())
    for (const createTime of ['2999-01-01T00:00:00Z', 'yesterday']) {
      const row = await tell(world(), hospital, { createTime })
      expect(row.createTime.getTime()).toBeLessThanOrEqual(clock.now().getTime())
    }
  })

  test('offers rows that were selected for a task, and does not show them in the lists', async () => {
    const [hospital, other] = [await buildHospital(world()), await buildHospital(world())]
    const who = { user: hospital.owner, party: hospital }
    const texts = { name: 'adopt', description: '', visibility: 'public', researchType: 'federated' } as const
    const taskId = (await call(world(), CreateTask, texts, who)).result
    const whole = await tell(world(), hospital)
    const setAside = async (from: Hospital, parentId: string) => {
      const dataset = metadata(from, { taskId, parentId, rowCount: 40 })
      await report(world(), from.partyId, { kind: 'dataset', dataset })
      return dataset.id
    }
    // A party outside the task cannot offer data to the task.
    await setAside(other, whole.id)
    expect((await call(world(), GetRegistrations, { taskId }, who)).result.mine?.datasetId).toBeNull()

    const childId = await setAside(hospital, whole.id)
    const { mine, joined } = (await call(world(), GetRegistrations, { taskId }, who)).result
    expect(mine).toMatchObject({ datasetId: childId, rowCount: 40 })
    expect(joined.rowCount).toBe(40)
    const listed = (await call(world(), ListMyDatasets, {}, who)).result.records
    expect(listed.map(({ id }) => id)).toEqual([whole.id])
  })
})
