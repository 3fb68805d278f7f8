import {
  DeleteDataset,
  GetRegistrations,
  GetRun,
  GetTask,
  JoinTask,
  ListMyActivity,
  ListMyTasks,
  ListNotifications,
  ListPoolTasks,
  ReviewApplication,
  StartTraining,
  StopTraining,
  UpdateTask,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asUser, buildParty, call, describeOnBoth, type World } from '../../testing/index.ts'
import {
  ALGORITHM,
  admin,
  buildDataset,
  buildTask,
  type Member,
  member,
  OPEN,
  OTHER_ALGORITHM,
  signTicket,
  WITH_ALGORITHMS,
} from '../../testing/task.ts'
import { applyGrantNotice } from '../task/index.ts'
import { endRun } from './end-run.ts'
import { failureOf } from './run-state.ts'
import { trainingRun } from './table.ts'

const kindsOf = async (w: World, party: Member) =>
  (await call(w, ListNotifications, {}, admin(party))).result.records.map(({ kind }) => kind)
const updatesOf = async (w: World, taskId: string, who: Parameters<typeof call>[3]) =>
  (await call(w, ListMyActivity, { id: taskId }, who)).result.records

async function started(w: World) {
  const built = await buildTask(w)
  for (const party of built.members as Member[]) await signTicket(w, built.taskId, party)
  expect((await call(w, StartTraining, { taskId: built.taskId }, admin(built.members[0]))).result).toBeNull()
  const [run] = await w.db.select().from(trainingRun).where(eq(trainingRun.taskId, built.taskId))
  return { ...built, run: run as typeof trainingRun.$inferSelect }
}

describeOnBoth(
  'the updates of a task',
  (at) => {
    const tell = (party: Member, taskId: string, more: object) => {
      const notice = { id: `g-${taskId}`, taskId, planHash: '', datasetId: party.datasetId, rowCount: 40 }
      const whole = { ...notice, expiryTime: '2099-01-01T00:00:00Z', withdrawn: false, ...more }
      return at().db.transaction((tx) => applyGrantNotice(at().app.training.deps, tx, party.partyId, whole))
    }

    test('names the member who signed or withdrew only to the member’s own party, and shows no other content of a ticket', {
      meta: { spec: 'screens.task-recent-updates' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      await tell(second, taskId, { byUserId: second.member.userId })
      // If a run has used a ticket or the ticket was replaced, this is not an action of a member.
      await tell(second, taskId, {})
      await tell(second, taskId, { withdrawn: true, byUserId: second.admin.userId })
      await tell(second, taskId, { byUserId: first.admin.userId })
      // An edge of a party outside the task.
      const stranger = await buildParty(at())
      await tell({ ...first, ...stranger }, taskId, { id: 'g-strange', byUserId: stranger.admin.userId })
      expect(await updatesOf(at(), taskId, admin(first))).toMatchObject([
        { opType: 'sign', createdBy: '', content: { partyName: second.name } },
        { opType: 'withdraw', createdBy: second.admin.username, content: { partyName: second.name } },
        { opType: 'sign', createdBy: second.member.username, content: { partyName: second.name } },
      ])
    })

    test('names who stopped a run and at which party it failed, but shows the cause of a failure only to users who may watch', {
      meta: { spec: 'screens.task-recent-updates' },
    }, async () => {
      const { taskId, members, run } = await started(at())
      const [first, second] = members
      await call(at(), StopTraining, { taskId }, admin(first))
      expect((await updatesOf(at(), taskId, admin(second)))[0]).toMatchObject({
        opType: 'stop',
        createdBy: first.admin.username,
        content: { partyName: first.name },
      })
      const other = await started(at())
      const party = other.members[1]
      const failure = failureOf(other.run, { code: 'run.edge-lost', partyId: party.partyId })
      const { deps } = at().app.training
      await at().db.transaction((tx) => endRun(tx, deps, other.run.id, { phase: 'failed', failure }))
      const [failed, submitted] = await updatesOf(at(), other.taskId, admin(other.members[0]))
      expect(failed).toMatchObject({ opType: 'fail', createdBy: '', content: { partyName: party.name } })
      expect(JSON.parse(failed?.content.reason ?? '')).toMatchObject({ code: 'run.edge-lost' })
      expect(submitted).toMatchObject({ opType: 'submit', createdBy: other.members[0].admin.username })
      const [toStrangers] = await updatesOf(at(), other.taskId, admin(await buildParty(at())))
      expect(toStrangers).toMatchObject({ opType: 'fail' })
      expect(toStrangers?.content).toEqual({ missionId: other.taskId, missionName: 'task', userName: '' })
      expect(run.id).not.toBe(other.run.id)
    })

    test('reports that deleted data is no longer offered to a task, and does not change a task that has ended', {
      meta: { spec: 'screens.delete-own-data' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const over = await buildTask(at(), { given: [first, second], status: 'completed' })
      const failed = await buildTask(at(), { given: [first, second], status: 'failed' })
      const datasetOf = async (id: string) =>
        (await call(at(), GetRegistrations, { taskId: id }, admin(second))).result.mine?.datasetId
      const refused = await call(at(), DeleteDataset, { datasetId: second.datasetId }, admin(first))
      expect(refused.error).toBe('dataset.owner-only')
      expect(await datasetOf(taskId)).toBe(second.datasetId)
      for (const datasetId of [second.datasetId, over.members[1].datasetId, failed.members[1].datasetId]) {
        expect((await call(at(), DeleteDataset, { datasetId }, admin(second))).error).toBeUndefined()
      }
      expect(await datasetOf(taskId)).toBeNull()
      expect(await datasetOf(over.taskId)).toBe(over.members[1].datasetId)
      // A failed task may recruit again, so the deleted data are removed from it.
      expect(await datasetOf(failed.taskId)).toBeNull()
      const { registrations } = (await call(at(), GetRegistrations, { taskId }, admin(first))).result.joined
      expect(registrations[1]).toMatchObject({ names: 'none', readiness: { data: false } })
      expect(await kindsOf(at(), first)).toEqual(['task.data-deleted', 'task.data-deleted'])
      expect((await updatesOf(at(), taskId, admin(first)))[0]).toMatchObject({
        opType: 'delete-data',
        createdBy: second.admin.username,
        content: { partyName: second.name },
      })
    })

    test('accepts algorithm and data with `update` from the initiator, as older clients send them, but not from others', {
      meta: { spec: 'calls.flJobRecruit/update' },
    }, async () => {
      const { taskId, members } = await buildTask(at())
      const [first, second] = members
      const datasetId = await buildDataset(at(), first)
      const sent = (payload: object, who = admin(first)) =>
        at().app.inject({
          method: 'PUT',
          url: `${at().settings.PREFIX}${UpdateTask.path}`,
          headers: { ...asUser(who.user, who.party), 'accept-language': 'en' },
          payload: { id: taskId, ...payload },
        })
      const initiators = async () =>
        (await call(at(), GetRegistrations, { taskId }, admin(first))).result.joined.registrations[0]?.datasetId
      const strange = await sent({ dataId: second.datasetId, compoments: JSON.stringify([{ id: OTHER_ALGORITHM }]) })
      expect(strange.json().error).toBe('dataset.not-found')
      const unknown = await sent({ dataId: datasetId, compoments: JSON.stringify([{ id: 'none' }]) })
      expect(unknown.json().error).toBe('algorithm.not-found')
      expect((await sent({ dataId: datasetId }, admin(second))).json().error).toBe('task.initiator-only')
      expect((await sent({ dataId: datasetId }, member(first))).json().error).toBe('task.not-allowed')
      expect(await initiators()).toBe(first.datasetId)
      expect((await call(at(), GetTask, { taskId }, admin(first))).result.algorithms[0]?.id).toBe(ALGORITHM)

      const both = await sent({ dataId: datasetId, compoments: JSON.stringify([{ id: OTHER_ALGORITHM }]) })
      expect(JSON.parse(both.json().result.compoments)).toMatchObject([{ id: OTHER_ALGORITHM }])
      expect(await initiators()).toBe(datasetId)

      const chosen = async () =>
        (await updatesOf(at(), taskId, admin(first))).filter(({ opType }) => opType === 'upload-data').length
      const before = await chosen()
      expect((await sent({ dataId: datasetId, name: 'renamed' })).json().success).toBe(true)
      expect(await chosen()).toBe(before)
    })

    test('shows applications and refusals to participants, with the party’s name in the reader’s language', async () => {
      const { taskId, members } = await buildTask(at(), { ...OPEN, visibility: 'invite-only' })
      const applicant = await buildParty(at(), { name: '东方医院', nameEn: 'East Hospital' })
      await call(at(), JoinTask, { taskId }, admin(applicant))
      const { applications } = (await call(at(), GetRegistrations, { taskId }, admin(members[0]))).result
      const [application] = applications
      await call(
        at(),
        ReviewApplication,
        { registrationId: application?.id ?? '', verdict: 'reject' },
        admin(members[0]),
      )
      const updates = await updatesOf(at(), taskId, admin(members[1]))
      expect(updates.find(({ opType }) => opType === 'refuse')?.content).toMatchObject({
        hostPartyName: 'East Hospital',
      })
      const toStranger = await updatesOf(at(), taskId, admin(await buildParty(at())))
      expect(toStranger.map(({ opType }) => opType)).not.toContain('refuse')
      expect(toStranger.map(({ opType }) => opType)).not.toContain('apply-join')
      expect(updates.map(({ opType }) => opType)).toContain('apply-join')
    })

    test.each([
      ['queued', null, 'queued', 7],
      ['queued', 'f1', 'submitted', 1],
      ['waiting', 'f1', 'waiting', 8],
      ['running', 'f1', 'running', 6],
    ] as const)(
      'reports a run that is %s (at the engine: %s) as %s, on the wire %i',
      { meta: { spec: 'states.task-training' } },
      async (phase, attemptId, shown, code) => {
        const { taskId, members, run } = await started(at())
        await at().db.update(trainingRun).set({ phase, attemptId }).where(eq(trainingRun.id, run.id))
        const who = admin(members[0])
        const mine = (await call(at(), ListMyTasks, { pageSize: 200 }, who)).result.records
        const pool = (await call(at(), ListPoolTasks, { pageSize: 200 }, who)).result.records
        const detail = (await call(at(), GetTask, { taskId }, who)).result
        for (const one of [mine.find(({ id }) => id === taskId), pool.find(({ id }) => id === taskId), detail]) {
          expect(one).toMatchObject({ status: 'training', phase: shown })
        }
        const headers = asUser(who.user, who.party)
        const wire = await at().app.inject({ url: `${at().settings.PREFIX}${GetTask.path}?id=${taskId}`, headers })
        expect(wire.json().result.recruitStatus).toBe(code)
        // No engine runs in this test, so the test stops the runs itself.
        await call(at(), StopTraining, { taskId }, who)
      },
    )

    test('returns the log’s address only to users who may watch, and a run only with its own task', {
      meta: { spec: 'entities.task' },
    }, async () => {
      const { taskId, members, run } = await started(at())
      const [first, second] = members
      const logUrl = async (who: Parameters<typeof call>[3]) =>
        (await call(at(), GetTask, { taskId }, who)).result.logUrl
      const address = `${new URL(at().settings.PUBLIC_URL).origin}/mytask/runLog?id=${taskId}`
      expect(await logUrl(admin(first))).toBe(address)
      expect(await logUrl(admin(second))).toBe(address)
      expect(await logUrl(admin(await buildParty(at())))).toBeNull()
      const fresh = await buildTask(at(), { given: [first, second] })
      expect((await call(at(), GetTask, { taskId: fresh.taskId }, admin(first))).result.logUrl).toBeNull()

      const read = async (id: string, runId: string) =>
        (await call(at(), GetRun, { taskId: id, runId }, admin(first))).result.run?.id
      expect(await read(taskId, run.id)).toBe(run.id)
      expect(await read(fresh.taskId, run.id)).toBeUndefined()
      const { members: others, taskId: otherTaskId } = await buildTask(at())
      const stolen = await call(at(), GetRun, { taskId: otherTaskId, runId: run.id }, admin(others[0]))
      expect(stolen.result).toEqual({ run: null, events: [] })
    })
  },
  WITH_ALGORITHMS,
)
