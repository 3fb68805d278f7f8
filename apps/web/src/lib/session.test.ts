import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession, hasExpired, sessionActions, subscribeUser, useSession } from './session.ts'
import { logIn, testParty, testUser } from './testing.tsx'

beforeEach(() => sessionActions.end('logout'))
// Files share their modules: what a test reloads is for it alone.
afterEach(() => {
  vi.resetModules()
  localStorage.clear()
})

test('a reload finds the session as it was', async () => {
  logIn()
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.getSession()).toEqual({ ...getSession(), endReason: null })
  expect(reloaded.getSession().party?.createTime).toBeInstanceOf(Date)
})

test('the storage keys that callers of this interface agree on', () => {
  logIn({ party: testParty({ name: '甲', nameEn: 'A', edgeUrl: 'http://edge' }) })
  const kept = ['token', 'tenantId', 'isTourist', 'showname', 'nameEn', 'uploadUrl', 'role'].map((key) =>
    localStorage.getItem(key),
  )
  expect(kept).toEqual(['session-token', '1001', 'false', '甲', 'A', 'http://edge', 'admin'])

  sessionActions.setParties([])
  sessionActions.becomeTourist()
  expect(localStorage.getItem('tenantId')).toBe('0')
  expect(localStorage.getItem('isTourist')).toBe('true')

  sessionActions.end('logout')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('partyList')).toBeNull()
})

test('joining a party ends being a tourist; leaving it lets it go', () => {
  logIn({ party: null, role: 'tourist' })
  sessionActions.setParties([testParty()])
  expect(getSession()).toMatchObject({ isTourist: false, party: null })
  sessionActions.chooseParty(testParty())
  sessionActions.setParties([testParty({ id: '7' })])
  expect(getSession().party).toBeNull()
})

test('another tab switches the party here too', () => {
  logIn()
  const { result } = renderHook(() => useSession())
  sessionActions.setParties([testParty(), testParty({ id: '1002' })])
  localStorage.setItem('tenantId', '1002')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tenantId' })))
  expect(result.current.party?.id).toBe('1002')
})

test('a session that ran out keeps its user and party on the page, and nothing in the store', () => {
  logIn()
  const left = vi.fn()
  const stop = subscribeUser(left)
  sessionActions.end('expired')
  expect(getSession()).toMatchObject({ token: null, user: testUser, party: { id: '1001' }, endReason: 'expired' })
  expect(hasExpired(getSession())).toBe(true)
  expect(Object.keys(localStorage).filter((key) => key !== 'language')).toEqual(['sessionEnd'])
  expect(left).not.toHaveBeenCalled()

  sessionActions.start('newer', testUser, [testParty(), testParty({ id: '1002' })])
  expect(getSession()).toMatchObject({ token: 'newer', party: { id: '1001' }, role: 'admin', orgCode: 'A01' })
  expect(left).not.toHaveBeenCalled()

  sessionActions.end('expired')
  const bob = { ...testUser, id: 'u2' }
  sessionActions.start('another', bob, [testParty(), testParty({ id: '1002' })])
  expect(getSession()).toMatchObject({ user: bob, party: null, role: null })
  expect(left).toHaveBeenCalledOnce()
  stop()
})

const heard = (key: string) => void window.dispatchEvent(new StorageEvent('storage', { key }))

test('a session that ran out in another tab has run out here; one that was left there is left here', () => {
  logIn()
  localStorage.setItem('sessionEnd', 'expired')
  localStorage.removeItem('token')
  heard('token')
  expect(getSession()).toMatchObject({ token: null, user: testUser, party: { id: '1001' } })

  localStorage.setItem('sessionEnd', 'logout')
  heard('sessionEnd')
  expect(getSession()).toMatchObject({ token: null, user: null, party: null })
})

test('other tabs never see a token without its party, nor a party’s rights without a token', () => {
  const seen: string[] = []
  const watch = (name: 'setItem' | 'removeItem') =>
    vi.spyOn(Storage.prototype, name).mockImplementation(function (this: Storage, key: string) {
      seen.push(key)
    })
  watch('setItem')
  watch('removeItem')
  sessionActions.start('token', testUser, [testParty()])
  expect(seen.at(-1)).toBe('token')
  seen.length = 0
  sessionActions.end('logout')
  expect(seen.slice(0, 2)).toEqual(['sessionEnd', 'token'])
  vi.restoreAllMocks()
})

test('a broken store is no session rather than a blank page', async () => {
  sessionActions.start('token', testUser)
  localStorage.setItem('partyList', '{broken')
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.getSession()).toMatchObject({ token: 'token', parties: [] })
})
