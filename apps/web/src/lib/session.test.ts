import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logIn, testParty, testUser } from '../testing/world.tsx'
import { getSession, hasExpired, sessionActions, subscribeUser, useSession } from './session.ts'

beforeEach(() => sessionActions.end('logout'))
// Tests of a file share their modules, so modules that a test has reloaded are discarded afterwards.
afterEach(() => {
  vi.resetModules()
  localStorage.clear()
})

test('restores the session after a reload of the page', async () => {
  logIn()
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.getSession()).toEqual({ ...getSession(), endReason: null })
  expect(reloaded.getSession().party?.createTime).toBeInstanceOf(Date)
})

test('stores the session under the keys that other programs on this origin read', {
  meta: { spec: 'entities.session' },
}, () => {
  logIn({ party: testParty({ name: { cn: '甲', en: 'A' }, edgeUrl: 'http://edge' }) })
  const stored = ['token', 'tenantId', 'isTourist', 'showname', 'nameEn', 'uploadUrl', 'role'].map((key) =>
    localStorage.getItem(key),
  )
  expect(stored).toEqual(['session-token', '1001', 'false', '甲', 'A', 'http://edge', 'admin'])

  sessionActions.setParties([])
  sessionActions.becomeTourist()
  expect(localStorage.getItem('tenantId')).toBe('0')
  expect(localStorage.getItem('isTourist')).toBe('true')

  sessionActions.end('logout')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('partyList')).toBeNull()
})

test('ends the guest state once the user has a party, and removes a party that the user has left', {
  meta: { spec: 'states.tourist-mode' },
}, () => {
  logIn({ party: null, role: 'tourist' })
  sessionActions.setParties([testParty()])
  expect(getSession()).toMatchObject({ isTourist: false, party: null })
  sessionActions.chooseParty(testParty())
  sessionActions.setParties([testParty({ id: '7' })])
  expect(getSession().party).toBeNull()
})

test('follows a switch of the party in another tab', () => {
  logIn()
  const { result } = renderHook(() => useSession())
  sessionActions.setParties([testParty(), testParty({ id: '1002' })])
  localStorage.setItem('tenantId', '1002')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tenantId' })))
  expect(result.current.party?.id).toBe('1002')
})

test('keeps user and party on the page, but not in storage, when the session expires', () => {
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

const dispatchStorage = (key: string) => void window.dispatchEvent(new StorageEvent('storage', { key }))

test('follows an expired session or a log-out in another tab', () => {
  logIn()
  localStorage.setItem('sessionEnd', 'expired')
  localStorage.removeItem('token')
  dispatchStorage('token')
  expect(getSession()).toMatchObject({ token: null, user: testUser, party: { id: '1001' } })

  localStorage.setItem('sessionEnd', 'logout')
  dispatchStorage('sessionEnd')
  expect(getSession()).toMatchObject({ token: null, user: null, party: null })
})

test('writes the token last and removes it first, because other tabs read the storage in between', () => {
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

test('ignores a list of parties in storage that is corrupt', async () => {
  sessionActions.start('token', testUser)
  localStorage.setItem('partyList', '{broken')
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.getSession()).toMatchObject({ token: 'token', parties: [] })
})
