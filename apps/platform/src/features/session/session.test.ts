import { GetPermissions, GetRole, Logout } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { buildParty, buildUser, call, describeOnOne, type TestUser } from '../../testing/index.ts'

describeOnOne('sessions', (world) => {
  test('returns 401 for no token, a wrong token and an ended session', async () => {
    const w = world()
    const user = await buildUser(w)
    expect(await call(w, GetRole)).toMatchObject({ status: 401, error: 'session.missing' })
    const forged = { user: { ...user, token: 'forged' } }
    expect(await call(w, GetRole, {}, forged)).toMatchObject({ status: 401, error: 'session.expired' })
    expect((await call(w, Logout, {}, { user })).error).toBeUndefined()
    expect(await call(w, GetRole, {}, { user })).toMatchObject({ status: 401, error: 'session.expired' })
  })

  test('ends a session after twelve hours without use; each use extends the session', async () => {
    const w = world()
    const user = await buildUser(w)
    w.clock.advance(11 * HOUR_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(200)
    w.clock.advance(11 * HOUR_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(200)
    w.clock.advance(12 * HOUR_MS + MINUTE_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(401)
  })

  test('returns the role and permissions in the party that the request’s header names', {
    meta: {
      spec: ['roles.permission-contents', 'calls.sys/user/showUserRole', 'calls.sys/permission/getFlUserPermission'],
    },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const other = await buildParty(w)
    const roleOf = (user: TestUser, of?: typeof party) => call(w, GetRole, {}, { user, party: of ?? null })
    expect((await roleOf(party.admin, party)).result).toEqual({ role: 'admin', isSuperAdmin: true, orgCode: 'A01' })
    expect((await roleOf(party.member, party)).result).toEqual({ role: 'member', isSuperAdmin: false, orgCode: 'A01' })
    expect((await roleOf(party.admin)).result).toEqual({ role: 'tourist', isSuperAdmin: false, orgCode: null })
    expect((await roleOf(party.admin, other)).error).toBe('party.not-member')
    const tourist = (await call(w, GetPermissions, {}, { user: party.admin })).result
    expect(tourist).toMatchObject({ buttons: [] })
    expect(tourist.menu).not.toContain('mydata')
    const admin = (await call(w, GetPermissions, {}, { user: party.admin, party })).result
    expect(admin.buttons).toContain('edge.enrol')
  })
})
