import {
  CheckParty,
  CreateParty,
  CreatePartyInvite,
  GetParty,
  GetRole,
  ListDepartments,
  ListMyParties,
  ListParties,
  UpdateParty,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMember, buildParty, buildUser, call, describeOn, describeOnOne, uniqueName } from '../../testing/index.ts'
import { partyAbilities } from './policy.ts'
import { parties } from './table.ts'

const newParty = ({ id, ...names }: { id?: string; cn?: string; en?: string } = {}) => {
  const text = uniqueName('P')
  return { id: id ?? String(Math.floor(1 + Math.random() * 9e8)), name: { cn: text, en: text, ...names } }
}

test.each([
  ['super administrator', { partyId: '1', role: 'admin', isSuperAdmin: true }, true, true],
  ['administrator', { partyId: '1', role: 'admin', isSuperAdmin: false }, true, false],
  ['member', { partyId: '1', role: 'member', isSuperAdmin: false }, false, false],
  ['administrator of another', { partyId: '2', role: 'admin', isSuperAdmin: true }, false, false],
  ['tourist', { partyId: null, role: 'tourist', isSuperAdmin: false }, false, false],
] as const)('decides what a party’s %s may do', (_who, actor, can, appoint) => {
  expect(partyAbilities(actor, '1')).toEqual({ edit: can, invite: can, enrolEdge: can, announce: can, appoint })
})

describeOnOne('parties', (world) => {
  test('lets a tourist create a party and become its administrator', {
    meta: { spec: ['calls.flPartyInfo/queryPartyInfo', 'calls.flPartyInfo/register'] },
  }, async () => {
    const w = world()
    const user = await buildUser(w)
    const wanted = newParty()
    expect((await call(w, CheckParty, wanted, { user })).result).toBe(true)
    const created = (await call(w, CreateParty, wanted, { user })).result
    expect(created).toMatchObject({ ...wanted, avatar: null, edgeUrl: null, isDeployed: false })
    expect(created.abilities.edit).toBe(true)
    const party = { partyId: wanted.id }
    expect((await call(w, GetRole, {}, { user, party })).result.role).toBe('admin')
    expect((await call(w, ListMyParties, {}, { user })).result?.map(({ id }) => id)).toEqual([wanted.id])
    const departments = (await call(w, ListDepartments, {}, { user, party })).result
    expect(departments[0]).toMatchObject({ name: wanted.name.cn, children: [{ orgCode: 'A01A01' }] })
  })

  test('accepts each party number and name only once', {
    meta: { spec: ['validation.party-registration', 'calls.flPartyInfo/checkOnlyParty'] },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const user = await buildUser(w)
    const clash = async (fields: object) => [
      (await call(w, CheckParty, newParty(fields), { user })).error,
      (await call(w, CreateParty, newParty(fields), { user })).error,
    ]
    expect(await clash({ id: party.partyId })).toEqual(['party.id-taken', 'party.id-taken'])
    expect(await clash({ cn: party.name })).toEqual(['party.name-taken', 'party.name-taken'])
    expect(await clash({ en: party.nameEn })).toEqual(['party.name-en-taken', 'party.name-en-taken'])
    expect(await clash({ cn: ' ' })).toEqual(['party.name-required', 'party.name-required'])
    expect(await clash({ id: '0' })).toEqual(['party.name-required', 'party.name-required'])
    for (const en of ['Müller Klinik', '医院', '-ward']) {
      expect(await clash({ en })).toEqual(['party.name-en-unusable', 'party.name-en-unusable'])
    }
  })

  test('lets only an administrator invite users and edit the party, and only for their own party', {
    meta: { spec: ['roles.party-super-administrator', 'calls.flPartyInfo/edit'] },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    expect((await call(w, CreatePartyInvite, {}, { user: party.member, party })).error).toBe('party.admin-only')
    expect((await call(w, CreatePartyInvite, {}, { user: other.admin, party })).error).toBe('party.not-member')
    expect((await call(w, CreatePartyInvite, {}, { user: party.admin })).error).toBe('party.required')
    const edit = (id: string, who: typeof party.admin, of: typeof party) =>
      call(w, UpdateParty, { id, name: { cn: uniqueName('new') } }, { user: who, party: of })
    expect((await edit(party.partyId, party.member, party)).error).toBe('party.admin-only')
    expect((await edit(other.partyId, party.admin, party)).error).toBe('party.admin-only')
    expect((await edit(party.partyId, party.admin, party)).error).toBeUndefined()
    const taken = { id: party.partyId, name: { cn: other.name } }
    expect((await call(w, UpdateParty, taken, { user: party.admin, party })).error).toBe('party.name-taken')
  })

  test('saves both changes if two administrators change different names at the same time', async () => {
    const w = world()
    const party = await buildParty(w)
    const other = await buildUser(w)
    await addMember(w, party.partyId, other, 'admin')
    for (let round = 0; round < 5; round++) {
      const { cn, en } = newParty().name
      const change = (user: typeof other, name: { cn?: string; en?: string }) =>
        call(w, UpdateParty, { id: party.partyId, name }, { user, party })
      const answers = await Promise.all([change(party.admin, { cn }), change(other, { en })])
      expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
      const [row] = await w.db.select().from(parties).where(eq(parties.id, party.partyId))
      expect(row).toMatchObject({ name: cn, nameEn: en })
    }
  })

  test('shows the edge’s address to the party’s members only', {
    meta: { spec: ['entities.party', 'calls.flPartyInfo/queryById'] },
  }, async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    await w.db.update(parties).set({ edgeUrl: 'http://127.0.0.1:9' }).where(eq(parties.id, party.partyId))
    const seen = async (user: typeof party.admin, by: typeof party) =>
      (await call(w, GetParty, { partyId: party.partyId }, { user, party: by })).result.edgeUrl
    expect(await seen(party.member, party)).toBe('http://127.0.0.1:9')
    expect(await seen(other.admin, other)).toBeNull()
    const nobody = await call(w, GetParty, { partyId: '999999998' }, { user: other.admin })
    expect(nobody.error).toBe('party.not-found')
  })

  test('lets logged-in users find parties by name in either language, without suspended parties', {
    meta: { spec: 'calls.flPartyInfo/parties' },
  }, async () => {
    const mark = uniqueName('listed')
    await buildParty(world(), { name: `乙${mark}`, nameEn: `B ${mark}` })
    const a = await buildParty(world(), { name: `甲${mark}`, nameEn: `A ${mark}` })
    await buildParty(world(), { name: `丙${mark}`, nameEn: `C ${mark}`, suspendedTime: world().clock.now() })
    const tourist = { user: await buildUser(world()), party: null }
    const find = async (name: string) => (await call(world(), ListParties, { name }, tourist)).result
    expect(await find(mark.toUpperCase())).toMatchObject({
      records: [{ id: a.partyId, name: `A ${mark}`, avatar: null }, { name: `B ${mark}` }],
      total: 2,
    })
    expect((await find(`甲${mark}`)).records).toMatchObject([{ id: a.partyId }])
    expect(await call(world(), ListParties)).toMatchObject({ status: 401, error: 'session.missing' })
  })
})

describeOn('server', 'concurrent requests', (world) => {
  test('creates one party from five concurrent requests with the same number', {
    meta: { spec: 'calls.flPartyInfo/register' },
  }, async () => {
    const w = world()
    const founders = await Promise.all(Array.from({ length: 5 }, () => buildUser(w)))
    const { id } = newParty()
    const answers = await Promise.all(founders.map((user) => call(w, CreateParty, newParty({ id }), { user })))
    expect(answers.map(({ error }) => error).sort()).toEqual([...Array(4).fill('party.id-taken'), undefined])
  })
})
