import { DEPARTMENT_NAME_MAX } from '@tessera/contract'
import {
  AddDepartment,
  GetRole,
  ListDepartments,
  RemoveDepartment,
  RenameDepartment,
  SetDepartment,
  UpdateParty,
} from '@tessera/contract/wire'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listPlatformLog } from '../../lib/audit.ts'
import {
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
import { dataset } from '../dataset/table.ts'
import { departments, members } from '../party/table.ts'
import { nextChildCode } from './policy.ts'

const add = (w: World, party: TestParty, name: string, parentCode = 'A01', user = party.admin) =>
  call(w, AddDepartment, { parentCode, name }, { user, party })
const rename = async (w: World, party: TestParty, orgCode: string, name: string, user = party.admin) =>
  (await call(w, RenameDepartment, { orgCode, name }, { user, party })).error
const remove = async (w: World, party: TestParty, orgCode: string, user = party.admin) =>
  (await call(w, RemoveDepartment, { orgCode }, { user, party })).error
const treeOf = async (w: World, party: TestParty) =>
  (await call(w, ListDepartments, {}, { user: party.member, party })).result

test('assigns the first free department code, up to code A99 and six levels deep', () => {
  expect(nextChildCode('A01', [])).toBe('A01A01')
  expect(nextChildCode('A01', ['A01A01', 'A01A03'])).toBe('A01A02')
  const ninetyEight = Array.from({ length: 98 }, (_none, i) => `A01A${String(i + 1).padStart(2, '0')}`)
  expect(nextChildCode('A01', ninetyEight)).toBe('A01A99')
  expect(() => nextChildCode('A01', [...ninetyEight, 'A01A99'])).toThrow('party.department-full')
  expect(nextChildCode('A01'.repeat(5), [])).toHaveLength(18)
  expect(() => nextChildCode('A01'.repeat(6), [])).toThrow('party.department-full')
})

function buildDataset(w: World, partyId: string, orgCode: string, fields: Partial<typeof dataset.$inferInsert> = {}) {
  return w.db.insert(dataset).values({
    id: uniqueName('d'),
    partyId,
    orgCode,
    name: 'rows',
    description: '',
    contentType: 'tabular',
    sharing: 'department',
    sizeBytes: 1,
    rowCount: 1,
    tableName: 't',
    columns: [],
    columnTypes: {},
    createdByUserId: 'u',
    createdBy: 'u',
    createTime: w.clock.now(),
    deleted: false,
    isGoneAtEdge: false,
    ...fields,
  })
}

describeOnOne('departments', (world) => {
  test('lets an administrator add nested departments, rename them and remove them', {
    meta: { spec: 'entities.department' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    expect((await add(w, party, ' Heart ')).result).toEqual({ orgCode: 'A01A01' })
    expect((await add(w, party, 'Lung')).result).toEqual({ orgCode: 'A01A02' })
    expect((await add(w, party, 'Heart', 'A01A01')).result).toEqual({ orgCode: 'A01A01A01' })
    expect(await rename(w, party, 'A01A02', 'Lungs')).toBeUndefined()
    expect(await rename(w, party, 'A01A02', 'Lungs')).toBeUndefined()
    expect(await treeOf(w, party)).toMatchObject([
      {
        orgCode: 'A01',
        children: [
          { name: 'Heart', orgCode: 'A01A01', children: [{ name: 'Heart', orgCode: 'A01A01A01', children: [] }] },
          { name: 'Lungs', orgCode: 'A01A02' },
        ],
      },
    ])
    expect(await remove(w, party, 'A01A01')).toBe('party.department-in-use')
    expect(await remove(w, party, 'A01A01A01')).toBeUndefined()
    expect(await remove(w, party, 'A01A01')).toBeUndefined()
    expect(await remove(w, party, 'A01A01')).toBe('account.department-unknown')
    expect((await treeOf(w, party))[0]?.children.map(({ name }) => name)).toEqual(['Lungs'])
    const logged = (await listPlatformLog(w.db)).filter(({ data }) => data.partyId === party.partyId)
    const kinds = ['added', 'added', 'added', 'renamed', 'renamed', 'removed', 'removed']
    expect(logged.map(({ kind }) => kind)).toEqual(kinds.map((kind) => `party.department-${kind}`))
  })

  test('lets only the party’s administrators change departments', {
    meta: { spec: 'calls.sysDepart/add' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    await add(w, party, 'Heart')
    expect((await call(w, AddDepartment, { parentCode: 'A01', name: 'x' })).error).toBe('session.missing')
    expect((await call(w, RenameDepartment, { orgCode: 'A01A01', name: 'x' })).error).toBe('session.missing')
    expect((await call(w, RemoveDepartment, { orgCode: 'A01A01' })).error).toBe('session.missing')
    const tourist = { user: party.admin }
    expect((await call(w, AddDepartment, { parentCode: 'A01', name: 'x' }, tourist)).error).toBe('party.required')
    expect((await call(w, RenameDepartment, { orgCode: 'A01A01', name: 'x' }, tourist)).error).toBe('party.required')
    expect((await call(w, RemoveDepartment, { orgCode: 'A01A01' }, tourist)).error).toBe('party.required')
    for (const [user, error] of [
      [party.member, 'party.admin-only'],
      [other.admin, 'party.not-member'],
    ] as const) {
      expect((await add(w, party, 'x', 'A01', user)).error).toBe(error)
      expect(await rename(w, party, 'A01A01', 'x', user)).toBe(error)
      expect(await remove(w, party, 'A01A01', user)).toBe(error)
    }
    // A department code of another party is unknown in the caller's party.
    expect(await rename(w, other, 'A01A01', 'x')).toBe('account.department-unknown')
    expect(await remove(w, other, 'A01A01')).toBe('account.department-unknown')
    expect((await treeOf(w, party))[0]?.children).toMatchObject([{ name: 'Heart' }])
  })

  test('refuses two departments with the same name below one parent', {
    meta: { spec: 'calls.sysDepart/add' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    await add(w, party, 'Heart')
    await add(w, party, 'Lung')
    const long = '心'.repeat(DEPARTMENT_NAME_MAX)
    const tooLong = await add(w, party, `${long}心`)
    expect([tooLong.error, tooLong.params]).toEqual(['party.department-name', { limit: DEPARTMENT_NAME_MAX }])
    expect((await add(w, party, '  ')).error).toBe('party.department-name')
    expect((await add(w, party, long)).error).toBeUndefined()
    expect((await add(w, party, 'Heart ')).error).toBe('party.department-name-taken')
    expect((await add(w, party, 'x', 'Z99')).error).toBe('account.department-unknown')
    expect(await rename(w, party, 'A01A02', 'Heart')).toBe('party.department-name-taken')
    expect(await rename(w, party, 'A01A02', '')).toBe('party.department-name')
    expect(await rename(w, party, 'Z99', 'x')).toBe('account.department-unknown')
    const url = `${w.settings.PREFIX}${AddDepartment.path}`
    const bad = await w.app.inject({ method: 'POST', url, headers: asUser(party.admin, party), payload: {} })
    expect([bad.statusCode, bad.json().error]).toEqual([400, 'request.malformed'])
  })

  test('starts the tree at the party itself, whose name changes only with the party’s', async () => {
    const w = world()
    const party = await buildParty(w)
    expect(await rename(w, party, 'A01', 'x')).toBe('party.department-root')
    expect(await remove(w, party, 'A01')).toBe('party.department-root')
    const [name, nameEn] = [uniqueName('改名'), uniqueName('renamed')]
    await call(w, UpdateParty, { id: party.partyId, name: { cn: name, en: nameEn } }, { user: party.admin, party })
    // The root has the party's name in the reader's language.
    expect((await treeOf(w, party))[0]).toMatchObject({ orgCode: 'A01', name: nameEn })
    const headers = { ...asUser(party.member, party), 'accept-language': 'zh-CN' }
    const cn = await w.app.inject({ url: `${w.settings.PREFIX}${ListDepartments.path}`, headers })
    expect(cn.json().result[0].departName).toBe(name)
  })

  test('limits departments to ninety-nine children and six levels', async () => {
    const w = world()
    const party = await buildParty(w)
    const rows = Array.from({ length: 99 }, (_none, i) => `A01A${String(i + 1).padStart(2, '0')}`)
    await w.db
      .insert(departments)
      .values(rows.map((orgCode) => ({ partyId: party.partyId, orgCode, name: orgCode, parentCode: 'A01' })))
    expect((await add(w, party, 'x')).error).toBe('party.department-full')
    let deepest = 'A01A01'
    for (let depth = 3; depth <= 6; depth++) deepest = (await add(w, party, 'x', deepest)).result.orgCode
    expect((await add(w, party, 'x', deepest)).error).toBe('party.department-full')
  })

  test('refuses to remove a department that contains members or rows, including deleted rows that the edge still lists', {
    meta: { spec: 'calls.sysDepart/add' },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const { orgCode } = (await add(w, party, 'Heart')).result
    await call(w, SetDepartment, { orgCode }, { user: party.member, party })
    expect(await remove(w, party, orgCode)).toBe('party.department-in-use')
    await call(w, SetDepartment, { orgCode: 'A01', userId: party.member.userId }, { user: party.admin, party })

    await buildDataset(w, other.partyId, orgCode)
    await buildDataset(w, party.partyId, orgCode)
    const ofParty = eq(dataset.partyId, party.partyId)
    expect(await remove(w, party, orgCode)).toBe('party.department-in-use')
    await w.db.update(dataset).set({ deleted: true }).where(ofParty)
    expect(await remove(w, party, orgCode)).toBe('party.department-in-use')
    await w.db.update(dataset).set({ isGoneAtEdge: true }).where(ofParty)
    expect(await remove(w, party, orgCode)).toBeUndefined()
  })

  test('shows departments to the party’s members only', {
    meta: {
      spec: ['entities.department', 'validation.department-required', 'calls.sys/sysDepart/queryTreeListByPartyId'],
    },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const as = { user: party.member, party }
    expect((await call(w, SetDepartment, { orgCode: 'Z' }, as)).error).toBe('account.department-unknown')
    expect((await call(w, SetDepartment, { orgCode: 'A01' }, as)).error).toBeUndefined()
    expect((await call(w, ListDepartments, { partyId: other.partyId }, as)).error).toBe('party.not-member')
    expect((await call(w, ListDepartments)).error).toBe('session.missing')
    expect((await call(w, ListDepartments, {}, { user: party.member })).error).toBe('party.required')
  })

  test('lets a member choose a department once; after that, only an administrator can', {
    meta: { spec: 'calls.sys/user/updateOrg' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    for (const name of ['Heart', 'Lung']) await add(w, party, name)
    const set = async (who: TestUser, orgCode: string, userId?: string) =>
      (await call(w, SetDepartment, { orgCode, ...(userId ? { userId } : {}) }, { user: who, party })).error
    const ofMember = async () => (await call(w, GetRole, {}, { user: party.member, party })).result.orgCode

    expect(await set(party.member, 'A01A01')).toBeUndefined()
    expect(await set(party.member, 'A01A01')).toBeUndefined()
    expect(await set(party.member, 'A01A02')).toBe('account.department-fixed')
    expect(await set(party.member, 'A01')).toBe('account.department-fixed')
    expect(await set(party.member, 'A01A02', party.admin.userId)).toBe('party.admin-only')
    expect(await ofMember()).toBe('A01A01')

    expect(await set(party.admin, 'A01A02', party.member.userId)).toBeUndefined()
    expect(await ofMember()).toBe('A01A02')
    expect(await set(party.admin, 'A01A02')).toBeUndefined()
    expect(await set(party.admin, 'A01A01')).toBeUndefined()
    const stranger = await buildUser(w)
    expect(await set(party.admin, 'A01A01', stranger.userId)).toBe('party.not-member')
  })
})

describeOn('server', 'departments changed at the same time', (world) => {
  test('gives ten concurrent additions ten codes, but adds one of ten with the same name', async () => {
    const w = world()
    const party = await buildParty(w)
    const ten = Array.from({ length: 10 }, (_none, i) => `n${i}`)
    const added = await Promise.all(ten.map((name) => add(w, party, name)))
    expect(new Set(added.map(({ result }) => result.orgCode)).size).toBe(10)
    const same = await Promise.all(ten.map(() => add(w, party, 'same')))
    expect(same.map(({ error }) => error).sort()).toEqual([...Array(9).fill('party.department-name-taken'), undefined])
  })

  test('leaves no member or child in a department that is removed at the same time', async () => {
    const w = world()
    for (let round = 0; round < 10; round++) {
      const party = await buildParty(w)
      const { orgCode } = (await add(w, party, 'Heart')).result
      await Promise.all([
        remove(w, party, orgCode),
        call(w, SetDepartment, { orgCode }, { user: party.member, party }),
        add(w, party, 'Valves', orgCode),
      ])
      const ofParty = eq(departments.partyId, party.partyId)
      const codes = (await w.db.select().from(departments).where(ofParty)).map((row) => row.orgCode)
      const [member] = await w.db
        .select()
        .from(members)
        .where(and(eq(members.partyId, party.partyId), eq(members.userId, party.member.userId)))
      expect(codes).toContain(member?.orgCode)
      if (codes.includes('A01A01A01')) expect(codes).toContain('A01A01')
    }
  })
})
