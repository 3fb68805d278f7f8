import { AppError, type EdgeSession } from '@tessera/contract'
import { BeginProviderSession, GetEdgeSession, GetSessionProvider, OpenProviderSession } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { goToProvider, openProviderSession } from '../features/signing/api.ts'
import { enterAs, keepAskedOf } from '../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../lib/testing.tsx'
import { arrive } from './arrival.ts'
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

test('where the edge goes by the house’s provider one continues with it; a refusal says why', async () => {
  fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => name),
    on(BeginProviderSession, () => {
      throw new AppError('provider.unreachable', { provider: name.name })
    }),
  )
  renderPage(<SessionPage username={null} cameBack={null} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: CONTINUE }))
  expect((await screen.findByRole('alert')).textContent).toContain('First Hospital cannot be reached')
})

test('without a provider nothing is said of one', async () => {
  const { calls } = fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => null),
  )
  renderPage(<SessionPage username={null} cameBack={null} />, { language: 'en' })
  await screen.findByRole('button', { name: 'Go in with PIN' })
  await waitFor(() => expect(calls.some(({ path }) => path === GetSessionProvider.path)).toBe(true))
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
})

test('led back, the answer leaves the address at once, goes to the edge once, and somebody is in', async () => {
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
  expect(await screen.findByText(/Nora is logged in at this edge until/)).toBeTruthy()
  const sent = calls.filter(({ path }) => path === OpenProviderSession.path)
  expect(sent.map(({ input }) => input)).toEqual([{ answer: ANSWER }])
})

test('led back and refused, it says why, and one may begin again', async () => {
  fakeServer(
    on(GetEdgeSession, () => null),
    on(GetSessionProvider, () => name),
    on(OpenProviderSession, () => {
      throw new AppError('provider.no-group', { provider: name.name, username: 'nora' })
    }),
  )
  renderPage(<SessionPage username={null} cameBack={openProviderSession(ANSWER)} />, { language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('in none of the groups that this edge lets in')
  expect(await screen.findByRole('button', { name: CONTINUE })).toBeTruthy()
})

test('led back one is where one was, with what was looked at, and nowhere else', async () => {
  fakeServer(
    on(BeginProviderSession, () => ({ url: '#away' })),
    on(OpenProviderSession, () => session),
  )
  const backFrom = async (address: string) => {
    history.replaceState(null, '', address)
    keepAskedOf(arrive().askedOf)
    await goToProvider()
    return openProviderSession(ANSWER)
  }
  expect(await backFrom('/dataset?id=7')).toBe('/dataset?id=7')
  expect(await backFrom('/ticket#task=t1&token=a.b.c&lang=en')).toBe('/ticket#task=t1')
  expect(await backFrom('/session')).toBe('/session')
  for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, '//elsewhere.example/dataset')
  expect(await openProviderSession(ANSWER)).toBe('/session')
  keepAskedOf('')
})

test('an address of another page keeps what it says', () => {
  history.replaceState(null, '', '/dataset?id=7&state=x')
  expect(arrive().answer).toBeNull()
  expect(location.search).toBe('?id=7&state=x')
})

test('led back by the provider it is still for the frame that opened it; a page that was opened by itself is not', () => {
  const isForFrame = (address: string) => {
    history.replaceState(null, '', address)
    return arrive().isForFrame
  }
  expect([isForFrame('/session#for=frame'), isForFrame(`/session${ANSWER}`)]).toEqual([true, true])
  expect([isForFrame('/session'), isForFrame(`/session${ANSWER}`)]).toEqual([false, false])
})
