import {
  CheckParty,
  CreateParty,
  CreatePartyInvite,
  GetParty,
  GetRole,
  JoinParty,
  ListDepartments,
  ListMyParties,
  SetDepartment,
  UpdateParty,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../lib/clock.ts'
import {
  asUser,
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnBoth,
  type TestUser,
  uniqueName,
} from '../../testing/index.ts'
import { pictureTypeOf } from './pictures.ts'
import { partyAbilities } from './policy.ts'
import { departments, parties } from './table.ts'

const newParty = (fields: { id?: string; name?: string; nameEn?: string } = {}) => {
  const name = uniqueName('P')
  return { id: String(Math.floor(1 + Math.random() * 9e8)), name, nameEn: name, ...fields }
}

test.each([
  ['administrator', { partyId: '1', role: 'admin' }, true],
  ['member', { partyId: '1', role: 'member' }, false],
  ['administrator of another', { partyId: '2', role: 'admin' }, false],
  ['tourist', { partyId: null, role: 'tourist' }, false],
] as const)('%s of a party', (_who, actor, can) => {
  expect(partyAbilities(actor, '1')).toEqual({ edit: can, invite: can, enrolEdge: can })
})

describeOnBoth('parties', (world) => {
  test('a tourist creates one and is its administrator', async () => {
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
    expect(departments[0]).toMatchObject({ name: wanted.name, children: [{ orgCode: 'A01A01' }] })
  })

  test('number and names are taken once', async () => {
    const w = world()
    const party = await buildParty(w)
    const user = await buildUser(w)
    const clash = async (fields: object) => [
      (await call(w, CheckParty, newParty(fields), { user })).error,
      (await call(w, CreateParty, newParty(fields), { user })).error,
    ]
    expect(await clash({ id: party.partyId })).toEqual(['party.id-taken', 'party.id-taken'])
    expect(await clash({ name: party.name })).toEqual(['party.name-taken', 'party.name-taken'])
    expect(await clash({ nameEn: party.nameEn })).toEqual(['party.name-en-taken', 'party.name-en-taken'])
    expect(await clash({ name: ' ' })).toEqual(['party.name-required', 'party.name-required'])
    expect(await clash({ id: '0' })).toEqual(['party.name-required', 'party.name-required'])
  })

  test('an invite code lets one person in, once, for ten days', async () => {
    const w = world()
    const party = await buildParty(w)
    const invite = async () => (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
    const code = await invite()
    expect(code).toMatch(/^\d{8}$/)
    const [first, second, late] = [await buildUser(w), await buildUser(w), await buildUser(w)]
    expect((await call(w, JoinParty, { inviteCode: code }, { user: party.member })).error).toBe('party.already-member')
    const joined = (await call(w, JoinParty, { inviteCode: ` ${code} ` }, { user: first })).result
    expect(joined).toEqual({ partyId: party.partyId, partyName: party.name })
    expect((await call(w, GetRole, {}, { user: first, party })).result.role).toBe('member')
    expect((await call(w, JoinParty, { inviteCode: code }, { user: second })).error).toBe('invite.invalid')
    const old = await invite()
    w.clock.advance(10 * DAY_MS)
    const again = { ...late, token: (await buildUser(w)).token }
    expect((await call(w, JoinParty, { inviteCode: old }, { user: again })).error).toBe('invite.invalid')
  })

  test('codes cannot be guessed by trying', async () => {
    const w = world()
    const user = await buildUser(w)
    const tries = []
    for (let i = 0; i < 11; i++) tries.push((await call(w, JoinParty, { inviteCode: `${i}` }, { user })).error)
    expect(tries.slice(0, 10)).toEqual(Array(10).fill('invite.invalid'))
    expect(tries[10]).toBe('request.too-many')
  })

  test('only an administrator invites and edits, and only their own party', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    expect((await call(w, CreatePartyInvite, {}, { user: party.member, party })).error).toBe('party.admin-only')
    expect((await call(w, CreatePartyInvite, {}, { user: other.admin, party })).error).toBe('party.not-member')
    expect((await call(w, CreatePartyInvite, {}, { user: party.admin })).error).toBe('party.required')
    const edit = (id: string, who: typeof party.admin, of: typeof party) =>
      call(w, UpdateParty, { id, name: uniqueName('new') }, { user: who, party: of })
    expect((await edit(party.partyId, party.member, party)).error).toBe('party.admin-only')
    expect((await edit(other.partyId, party.admin, party)).error).toBe('party.admin-only')
    expect((await edit(party.partyId, party.admin, party)).error).toBeUndefined()
    const taken = { id: party.partyId, name: other.name }
    expect((await call(w, UpdateParty, taken, { user: party.admin, party })).error).toBe('party.name-taken')
  })

  test("the edge's address is for members", async () => {
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

  test('a department of the party, for its members', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const as = { user: party.member, party }
    expect((await call(w, SetDepartment, { orgCode: 'Z' }, as)).error).toBe('account.department-unknown')
    expect((await call(w, SetDepartment, { orgCode: 'A01' }, as)).error).toBeUndefined()
    expect((await call(w, ListDepartments, { partyId: other.partyId }, as)).error).toBe('party.not-member')
  })

  test('a member chooses a department once; after that an administrator does', async () => {
    const w = world()
    const party = await buildParty(w)
    for (const orgCode of ['A01A01', 'A01A02']) {
      await w.db.insert(departments).values({ partyId: party.partyId, orgCode, name: orgCode, parentCode: 'A01' })
    }
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

  test('pictures are known by what they hold', async () => {
    const w = world()
    const user = await buildUser(w)
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(16)])
    const send = (content: Buffer, name = 'a.png') => {
      const body = Buffer.concat([
        Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        content,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const headers = { ...asUser(user), 'content-type': 'multipart/form-data; boundary=b' }
      return w.app.inject({ method: 'POST', url: `${w.settings.PREFIX}/sys/common/upload`, headers, payload: body })
    }
    const stored = (await send(png)).json()
    expect(stored).toMatchObject({ success: true, message: expect.stringMatching(/^pictures\/[\w-]+\.png$/) })
    const shown = await w.app.inject(`${w.settings.PREFIX}/sys/common/static/${stored.message}`)
    expect([shown.headers['content-type'], shown.rawPayload.equals(png)]).toEqual(['image/png', true])
    expect((await send(Buffer.from('<script>'))).json()).toMatchObject({ error: 'file.not-picture' })
    expect((await send(Buffer.alloc(3 * 1024 * 1024 + 1))).json()).toMatchObject({ error: 'file.too-large' })
    const outside = await w.app.inject(`${w.settings.PREFIX}/sys/common/static/pictures/..%2F..%2Fkeys%2Fsigning.pem`)
    expect(outside.statusCode).toBe(404)
    expect(pictureTypeOf(Buffer.from('GIF89a'))).toBeUndefined()
  })
})

describeOn('server', 'at the same time', (world) => {
  test('one code, ten people: one gets in', async () => {
    const w = world()
    const party = await buildParty(w)
    const code = (await call(w, CreatePartyInvite, {}, { user: party.admin, party })).result
    const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(w)))
    const answers = await Promise.all(people.map((user) => call(w, JoinParty, { inviteCode: code }, { user })))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  test('one number, five founders: one party', async () => {
    const w = world()
    const founders = await Promise.all(Array.from({ length: 5 }, () => buildUser(w)))
    const { id } = newParty()
    const answers = await Promise.all(founders.map((user) => call(w, CreateParty, newParty({ id }), { user })))
    expect(answers.map(({ error }) => error).sort()).toEqual([...Array(4).fill('party.id-taken'), undefined])
  })
})
