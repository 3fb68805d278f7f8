import {
  CreateEdgeEnrolment,
  CreatePartyInvite,
  CreateTask,
  DeleteAccount,
  GetEdgeToken,
  GetRole,
  GetSocketToken,
  GetTask,
  ListNotifications,
  Register,
  SendCode,
  SendFeedback,
} from '@tessera/contract/wire'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../db/pool.ts'
import { notifications } from '../../db/table.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { encrypt, lastCode, logIn, newAddress, PASSWORD, userWith } from '../../testing/account.ts'
import {
  addMember,
  asUser,
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnOne,
  type TestParty,
  type TestUser,
  uniqueName,
  type World,
} from '../../testing/index.ts'
import { buildDataset, buildEdge, buildTask, keepOnline } from '../../testing/task.ts'
import { edgeEnrolments, edges } from '../environment/table.ts'
import { invites, members, parties } from '../party/table.ts'
import { hashPassword } from './passwords.ts'
import { sessions, users } from './table.ts'

const CAPTCHA = { CAPTCHA_ANSWER: 'right' }
const remove = async (w: World, user: TestUser, password = PASSWORD) =>
  call(w, DeleteAccount, { password: await encrypt(w, password) }, { user })

/** Builds a party whose super administrator has a password. */
async function partyOf(w: World): Promise<TestParty> {
  const party = await buildParty(w)
  await w.db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, party.admin.userId))
  return party
}

/** Returns the names of the database tables that contain this text. */
async function tablesWith(w: World, text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    w.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const like = `%${text}%`
    const rows = await query(w.db, sql`select 1 from ${sql.identifier(name)} as r where r::text ilike ${like} limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describeOnOne(
  'deleting the own account',
  (world) => {
    test('keeps the objects that a deleted user created, without data that identify the user', {
      meta: { spec: 'calls.account-deletion' },
    }, async () => {
      const w = world()
      const party = await partyOf(w)
      const [user, heir] = [party.admin, party.member]
      const email = newAddress()
      await w.db.update(users).set({ email }).where(eq(users.id, user.userId))
      await addMember(w, party.partyId, await userWith(w), 'super-admin')
      await keepOnline(w, party)
      const as = { user, party }
      const texts = { name: 'kept', description: '', visibility: 'public', researchType: 'federated' } as const
      const taskId = (await call(w, CreateTask, texts, as)).result
      const datasetId = await buildDataset(w, party)
      expect((await call(w, SendFeedback, { text: `I am ${user.username}`, page: '/' }, as)).error).toBeUndefined()
      expect((await call(w, SendCode, { email, purpose: 'reset' })).error).toBeUndefined()
      expect((await logIn(w, email, 'Wrong@2026')).error).toBe('account.login-failed')
      const about = { subject: 'party', subjectId: party.partyId, taskId: null, sendTime: w.clock.now() } as const
      const params = { person: user.username, party: party.name }
      const notice = { partyId: party.partyId, kind: 'party.joined' as const, params, ...about }
      await w.db.insert(notifications).values([
        { id: uniqueName(), userId: heir.userId, ...notice },
        { id: uniqueName(), userId: user.userId, ...notice },
      ])
      expect(await tablesWith(w, user.username)).toEqual(
        expect.arrayContaining(['account', 'activity', 'dataset', 'feedback', 'notification', 'task']),
      )
      expect((await tablesWith(w, email)).length).toBeGreaterThan(2)

      expect((await remove(w, user)).error).toBeUndefined()
      expect(await tablesWith(w, user.username)).toEqual([])
      expect(await tablesWith(w, email)).toEqual([])
      const [row] = await w.db.select().from(users).where(eq(users.id, user.userId))
      expect(row).toMatchObject({ phone: null, email: null, avatar: null, passwordHash: '' })
      expect((await listPlatformLog(w.db)).at(-1)).toMatchObject({
        kind: 'account.deleted',
        data: { userId: user.userId },
      })

      const reader = { user: heir, party }
      expect((await call(w, GetTask, { taskId }, reader)).result).toMatchObject({ createdBy: 'deleted account' })
      expect((await call(w, ListNotifications, {}, reader)).result.records[0]?.text).toBe(
        `deleted account has joined “${party.name}”.`,
      )
      const url = `${w.settings.PREFIX}/federalml/collectFileMeta/queryById?id=${datasetId}`
      const chinese = await w.app.inject({ url, headers: { ...asUser(heir, party), 'accept-language': 'zh' } })
      expect(chinese.json()).toMatchObject({ result: { createBy: '已注销用户' } })
    })

    test('ends every session, socket token, invitation and code of a deleted user', {
      meta: { spec: 'calls.account-deletion' },
    }, async () => {
      const w = world()
      const party = await partyOf(w)
      const user = party.admin
      await addMember(w, party.partyId, await userWith(w), 'super-admin')
      const second = (await logIn(w, user.username, PASSWORD)).result.token
      const socketToken = (await call(w, GetSocketToken, {}, { user })).result.token
      const { code } = (await call(w, CreateEdgeEnrolment, {}, { user, party })).result
      await call(w, CreatePartyInvite, {}, { user, party })
      const socket = await w.app.injectWS(`${w.settings.PREFIX}/websocket/${user.userId}`, {
        headers: { origin: 'http://127.0.0.1:8080', 'sec-websocket-protocol': socketToken },
      } as never)
      const closed = new Promise<number>((resolve) => socket.once('close', resolve))
      const unused = (await call(w, GetSocketToken, {}, { user })).result.token

      expect((await remove(w, user)).error).toBeUndefined()
      expect(await closed).toBe(4401)
      for (const token of [user.token, second]) {
        const old = { user: { ...user, token }, party }
        expect(await call(w, GetRole, {}, old)).toMatchObject({ status: 401, error: 'session.expired' })
        expect((await call(w, GetEdgeToken, { partyId: party.partyId }, old)).status).toBe(401)
      }
      const again = w.app.injectWS(`${w.settings.PREFIX}/websocket/${user.userId}`, {
        headers: { origin: 'http://127.0.0.1:8080', 'sec-websocket-protocol': unused },
      } as never)
      await expect(again).rejects.toThrow('401')
      const left = await Promise.all([
        w.db.$count(sessions, eq(sessions.userId, user.userId)),
        w.db.$count(members, eq(members.userId, user.userId)),
        w.db.$count(invites, eq(invites.createdBy, user.userId)),
        w.db.$count(edgeEnrolments, eq(edgeEnrolments.createdBy, user.userId)),
      ])
      expect([code.length > 0, ...left]).toEqual([true, 0, 0, 0, 0])
    })

    test('frees a deleted user’s address for a new user, but not the user name', async () => {
      const w = world()
      const email = newAddress()
      const user = await userWith(w, PASSWORD, { email })
      expect((await remove(w, user)).error).toBeUndefined()
      for (const name of [user.username, email, `deleted ${user.userId}`]) {
        expect((await logIn(w, name, PASSWORD)).error).toBe('account.login-failed')
      }
      await call(w, SendCode, { email, purpose: 'register' })
      const code = await lastCode(w, email)
      const register = async (username: string) =>
        call(w, Register, { email, username, code, userType: 2, password: await encrypt(w, PASSWORD) })
      // The name stays reserved, because an edge identifies its signers by user name.
      for (const username of [user.username, user.username.toUpperCase()]) {
        expect((await register(username)).error).toBe('account.username-taken')
      }
      const answer = await register(uniqueName('new'))
      expect(answer.result.user.id).not.toBe(user.userId)
      expect((await logIn(w, email, PASSWORD)).result.user.id).toBe(answer.result.user.id)
    })

    test('requires the password to delete an account, with at most ten attempts an hour', async () => {
      const w = world()
      const user = await userWith(w)
      expect((await call(w, DeleteAccount, { password: PASSWORD }, { user })).error).toBe('account.decrypt-failed')
      for (let i = 0; i < 9; i++) expect((await remove(w, user, 'Wrong@2026')).error).toBe('account.old-password-wrong')
      expect(await remove(w, user)).toMatchObject({ status: 429, error: 'request.too-many' })
      w.clock.advance(HOUR_MS)
      expect((await call(w, DeleteAccount, { password: await encrypt(w, PASSWORD) })).status).toBe(401)
      expect((await remove(w, user)).error).toBeUndefined()
    })

    test('refuses to delete a party’s only super administrator while the party has other members', {
      meta: { spec: 'calls.account-deletion' },
    }, async () => {
      const w = world()
      const party = await partyOf(w)
      const refused = await remove(w, party.admin)
      expect(refused).toMatchObject({ error: 'account.last-super-admin', params: { party: party.name } })
      expect((await call(w, GetRole, {}, { user: party.admin, party })).result.role).toBe('admin')
      expect((await logIn(w, party.admin.username, PASSWORD)).error).toBeUndefined()
      await addMember(w, party.partyId, await buildUser(w), 'admin')
      expect((await remove(w, party.admin)).error).toBe('account.last-super-admin')
      await addMember(w, party.partyId, await buildUser(w), 'super-admin')
      expect((await remove(w, party.admin)).error).toBeUndefined()
    })

    test('requires a party’s only member to end its open tasks first, then revokes its edge', async () => {
      const w = world()
      const { members: built } = await buildTask(w, { status: 'recruiting' })
      const party = built[1]
      const user = party.admin
      await w.db.delete(members).where(eq(members.userId, party.member.userId))
      await w.db
        .update(users)
        .set({ passwordHash: await hashPassword(PASSWORD) })
        .where(eq(users.id, user.userId))
      await buildEdge(w, party, { linkId: 'link' })
      const refused = await remove(w, user)
      expect(refused).toMatchObject({ error: 'account.party-busy', params: { party: party.name } })
      expect(await edgeOf(w, party)).toMatchObject({ revokedTime: null, linkId: 'link' })

      await w.db.execute(sql`update registration set status = 'left' where party_id = ${party.partyId}`)
      await w.db.update(parties).set({ edgeUrl: 'http://127.0.0.1:9' }).where(eq(parties.id, party.partyId))
      expect((await remove(w, user)).error).toBeUndefined()
      expect(await edgeOf(w, party)).toMatchObject({ revokedTime: expect.any(Date), linkId: null })
      const [left] = await w.db.select().from(parties).where(eq(parties.id, party.partyId))
      expect(left?.edgeUrl).toBeNull()
      const logged = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.revoked')
      expect(logged.map(({ data }) => data)).toContainEqual({ partyId: party.partyId, by: user.userId })
    })

    test('does not change the revocation time of an edge that was already revoked', async () => {
      const w = world()
      const party = await partyOf(w)
      await w.db.delete(members).where(eq(members.userId, party.member.userId))
      const revokedTime = new Date(1_000_000)
      await buildEdge(w, party, { revokedTime })
      expect((await remove(w, party.admin)).error).toBeUndefined()
      expect(await edgeOf(w, party)).toMatchObject({ revokedTime })
      const logged = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.revoked')
      expect(logged.filter(({ data }) => data.partyId === party.partyId)).toEqual([])
    })
  },
  CAPTCHA,
)

const edgeOf = async (w: World, { partyId }: TestParty) =>
  (await w.db.select().from(edges).where(eq(edges.partyId, partyId)))[0]

describeOn(
  'server',
  'concurrent requests',
  (world) => {
    test('leaves one super administrator if the last two delete their accounts at the same time', {
      meta: { spec: 'calls.account-deletion' },
    }, async () => {
      const w = world()
      const party = await partyOf(w)
      const other = await userWith(w)
      await addMember(w, party.partyId, other, 'super-admin')
      const errors = (await Promise.all([remove(w, party.admin), remove(w, other)])).map(({ error }) => error)
      expect(errors.toSorted()).toEqual(['account.last-super-admin', undefined])
      expect(await w.db.$count(members, eq(members.partyId, party.partyId))).toBe(2)
    })
  },
  CAPTCHA,
)
