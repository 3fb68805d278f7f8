import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionActions } from '../lib/session.ts'
import { testParty, testUser } from '../testing/world.tsx'
import { policyFor, restrictContent } from './content-policy.ts'

const policies = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')].map(
    ({ content }) => content,
  )
const A = testParty({ id: '1', edgeUrl: 'https://a.example:8444/edge/' })
const B = testParty({ id: '2', edgeUrl: 'https://b.example' })

let stop = () => {}
const reload = vi.fn()
const navigated: (() => void)[] = []
const page = {
  onNavigated: (callback: () => void) => {
    navigated.push(callback)
    return () => {}
  },
  reload,
}
beforeEach(() => {
  sessionActions.end('logout')
  reload.mockReset()
  navigated.splice(0)
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  for (const meta of document.querySelectorAll('meta')) meta.remove()
})

test('the content security policy allows only the platform and the edge, and no scheme that permits every host', () => {
  const platform = { origin: 'https://t.example', host: 't.example', protocol: 'https:' }
  expect(policyFor('https://a.example:8444/edge/', platform)).toBe(
    "connect-src 'self' wss://t.example https://a.example:8444; " +
      "img-src 'self' data: blob: https://a.example:8444; frame-src https://a.example:8444",
  )
  for (const missing of [null, '', 'no address']) {
    expect(policyFor(missing, platform)).toBe(
      "connect-src 'self' wss://t.example; img-src 'self' data: blob:; frame-src 'none'",
    )
  }
})

test('adds no content security policy until a party is chosen, and then allows only that party’s edge', () => {
  stop = restrictContent(page)
  sessionActions.start('token', testUser, [A, B])
  expect(policies()).toEqual([])
  sessionActions.chooseParty(A)
  expect(policies()).toEqual([policyFor(A.edgeUrl, location)])
  sessionActions.setUser(testUser)
  expect(policies()).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['another party is chosen', () => sessionActions.chooseParty(B)],
  ['the party’s edge has another address', () => sessionActions.setParties([{ ...A, edgeUrl: 'https://new.example' }])],
])('reloads the page when %s', (_what, change) => {
  sessionActions.start('token', testUser, [A])
  stop = restrictContent(page)
  change()
  // The page reloads only after the navigation to the next page.
  expect(reload).not.toHaveBeenCalled()
  navigated[0]?.()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
})

test('reloads the page after a delay if no navigation follows, and adds no policy for a user without a party', () => {
  sessionActions.start('token', testUser, [])
  stop = restrictContent(page)
  sessionActions.becomeTourist()
  expect(policies()).toEqual([])
  sessionActions.setParties([A, B])
  sessionActions.chooseParty(A)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
  sessionActions.chooseParty(B)
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
})

test('retries the reload if the user cancelled it to keep unsaved input', () => {
  sessionActions.start('token', testUser, [A, B])
  stop = restrictContent(page)
  sessionActions.chooseParty(A)
  sessionActions.chooseParty(B)
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
  // The user has cancelled the reload, and later chooses another party again.
  sessionActions.chooseParty(A)
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
  sessionActions.chooseParty(B)
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('does not reload the page when the user logs out and in again for the same party', () => {
  sessionActions.start('token', testUser, [A])
  stop = restrictContent(page)
  sessionActions.end('logout')
  sessionActions.start('newer', testUser, [A])
  expect(reload).not.toHaveBeenCalled()
  sessionActions.end('logout')
  sessionActions.start('another', { ...testUser, id: 'u2' }, [B])
  navigated[0]?.()
  expect(reload).toHaveBeenCalledOnce()
})
