import { AppError, type EdgeSession } from '@tessera/contract'
import { BeginProviderSession, GetEdgeSession, GetSessionProvider, OpenProviderSession } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { goToProvider, openProviderSession } from '../features/signing/api.ts'
import { enterAs, setRequestedOf } from '../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { arrive } from './page-fragment.ts'
import { SessionPage } from './SessionPage.tsx'

const CONTINUE = 'Continue with First Hospital'
const ANSWER = '?code=the-code&state=the-state&iss=https%3A%2F%2Fid.hospital.example'
const [openTime, endTime] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T20:00:00Z')]
const session: EdgeSession = { username: 'nora', displayName: 'Nora', role: 'reader', openTime, endTime }
const name = { name: 'First Hospital' }

beforeEach(() => {
  history.replaceState(null, '', '/session')
  sessionStorage.clear()
  enterAs(null)
})

test('offers the edge’s identity provider for the log-in, and shows the reason if it is unreachable', async () => {
  fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => name),
    on(BeginProviderSession, () => {
      throw new AppError('provider.unreachable', { provider: name.name })
    }),
  )
  renderPage(<SessionPage username={null} cameBack={null} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: CONTINUE }))
  expect((await screen.findByRole('alert')).textContent).toContain('This edge cannot reach First Hospital')
})

test('offers no identity provider for the log-in if the edge has none', async () => {
  const { calls } = fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => null),
  )
  renderPage(<SessionPage username={null} cameBack={null} />, { language: 'en' })
  await screen.findByRole('button', { name: 'Continue with PIN' })
  await waitFor(() => expect(calls.some(({ path }) => path === GetSessionProvider.path)).toBe(true))
  expect(screen.queryByRole('button', { name: /Continue with (?!PIN|passkey)/ })).toBeNull()
})

test('after the provider’s redirect, sends its answer to the edge once, removes it from the address and opens the session', {
  meta: { spec: 'roles.edge-openid-connect' },
}, async () => {
  let isIn = false
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (isIn ? session : null)),
    on(GetSessionProvider, () => name),
    on(OpenProviderSession, () => {
      isIn = true
      return session
    }),
  )
  history.replaceState(null, '', `/session${ANSWER}`)
  const { answer } = arrive()
  expect(answer).toBe(ANSWER)
  expect(location.search).toBe('')
  renderPage(<SessionPage username={null} cameBack={openProviderSession(String(answer))} />, { language: 'en' })
  expect(await screen.findByText(/Logged in as Nora until/)).toBeTruthy()
  const sent = calls.filter(({ path }) => path === OpenProviderSession.path)
  expect(sent.map(({ input }) => input)).toEqual([{ answer: ANSWER }])
})

test('shows why the log-in was refused after the redirect, and offers another log-in', async () => {
  fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => name),
    on(OpenProviderSession, () => {
      throw new AppError('provider.no-group', { provider: name.name, username: 'nora' })
    }),
  )
  renderPage(<SessionPage username={null} cameBack={openProviderSession(ANSWER)} />, { language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('not in a group that this edge accepts')
  expect(await screen.findByRole('button', { name: CONTINUE })).toBeTruthy()
})

test('returns to the previous page after the redirect, but never to another origin', async () => {
  fakeServer(
    on(BeginProviderSession, () => ({ url: '#away' })),
    on(OpenProviderSession, () => session),
  )
  const backFrom = async (address: string) => {
    history.replaceState(null, '', address)
    setRequestedOf(arrive().requestedOf)
    await goToProvider()
    return openProviderSession(ANSWER)
  }
  expect(await backFrom('/dataset?id=7')).toBe('/dataset?id=7')
  expect(await backFrom('/ticket#task=t1&token=a.b.c&lang=en')).toBe('/ticket#task=t1')
  expect(await backFrom('/session')).toBe('/session')
  for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, '//elsewhere.example/dataset')
  expect(await openProviderSession(ANSWER)).toBe('/session')
  setRequestedOf('')
})

test('leaves the address of other edge pages unchanged', () => {
  history.replaceState(null, '', '/dataset?id=7&state=x')
  expect(arrive().answer).toBeNull()
  expect(location.search).toBe('?id=7&state=x')
})

test('shares the session after the redirect with the frame that opened the page, if there is one', () => {
  const isForFrame = (address: string) => {
    history.replaceState(null, '', address)
    return arrive().isForFrame
  }
  expect([isForFrame('/session#for=frame'), isForFrame(`/session${ANSWER}`)]).toEqual([true, true])
  expect([isForFrame('/session'), isForFrame(`/session${ANSWER}`)]).toEqual([false, false])
})
