import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getSession, sessionActions, useSession } from './session.ts'
import { logIn, testParty, testUser } from './testing.tsx'

beforeEach(() => sessionActions.end('logout'))

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

test('a broken store is no session rather than a blank page', async () => {
  sessionActions.start('token', testUser)
  localStorage.setItem('partyList', '{broken')
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.getSession()).toMatchObject({ token: 'token', parties: [] })
})
