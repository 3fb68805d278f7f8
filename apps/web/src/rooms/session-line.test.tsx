import { AppError } from '@tessera/contract'
import {
  GetAnalysis,
  GetColumnProfiles,
  GetEdgeSession,
  GetHeldDataset,
  GetSessionProvider,
  HEADERS,
  ListRows,
  OpenEdgeSession,
  ShareEdgeSession,
} from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { heart } from '../features/dataset/test-world.ts'
import { SESSION_KEY } from '../features/signing/api.ts'
import { session } from '../features/signing/test-world.ts'
import * as browserKey from '../lib/browser-key.ts'
import { authorizeBy, enterAs } from '../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../lib/testing.tsx'
import { consoleTokens } from './authorization.ts'
import { DatasetPage } from './dataset/DatasetPage.tsx'
import { SessionPage } from './SessionPage.tsx'

/** A frame of the console, and the page on which its session is opened. */

const CONSOLE = 'https://console.example'
const page = { postMessage: vi.fn() }
const open = vi.fn()

beforeEach(() => {
  history.replaceState(null, '', '/dataset?id=d1')
  page.postMessage.mockReset()
  open.mockReset().mockReturnValue(page)
  vi.stubGlobal('open', open)
  vi.spyOn(browserKey, 'canKeepKeys').mockReturnValue(true)
  vi.spyOn(browserKey, 'proofHere').mockImplementation(async (method, path) => `proof of ${method} ${path}`)
  enterAs('edge-token')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const says = (data: unknown, { origin = location.origin, source = page as unknown } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window })))
const question = { say: 'prove', id: 'q1' }

/** In a frame, of whom `state.isIn` says whether a session is open. */
async function framed(language: 'cn' | 'en' = 'en', { isIn = false, tell = vi.fn() } = {}) {
  vi.stubGlobal('parent', { postMessage: tell })
  const state = { isIn }
  const guarded = <T,>(answer: T) => {
    if (!state.isIn) throw new AppError('edge.session-required')
    return answer
  }
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (state.isIn ? session() : null)),
    on(GetHeldDataset, () => guarded(heart())),
    on(ListRows, ({ pageNo = 1 }) => guarded({ total: 40, rows: [{ id: pageNo, age: 54 + pageNo }] })),
    on(GetColumnProfiles, () => []),
    on(GetAnalysis, () => ({ classes: [], distributions: [], fileName: null })),
  )
  const { router, queryClient } = renderPage(<DatasetPage />, { path: '/dataset?id=d1&rowPage=2', language })
  return { state, calls, router, queryClient }
}

test.each([
  ['en', 'Your edge shows this data', 'Show my PIN or passkey'],
  ['cn', '数据由您的数据节点显示', '出示 PIN 或通行密钥'],
] as const)(
  'in %s a frame asks for no PIN: a window of the edge’s own does, and the frame goes on where it was',
  async (language, title, button) => {
    const { state, calls, router } = await framed(language)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(document.querySelector('input')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual([GetEdgeSession.path])
    await userEvent.click(screen.getByRole('button', { name: button }))
    const [address, name] = open.mock.calls[0] as [string, string]
    expect(name).toBe('_blank')
    const { origin, pathname, hash } = new URL(address)
    expect([origin, pathname]).toEqual([location.origin, '/session'])
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
      ...{ for: 'frame', lang: language, token: 'edge-token' },
    })
    state.isIn = true
    await says({ say: 'opened' })
    expect(await screen.findByText('56')).toBeTruthy()
    expect(router.state.location.search).toMatchObject({ rowPage: '2' })
  },
)

test('the frame’s key proves for the page that it opened that it is let in with it, and nothing else for anybody', async () => {
  await framed()
  await userEvent.click(await screen.findByRole('button', { name: 'Show my PIN or passkey' }))
  const before = vi.mocked(browserKey.proofHere).mock.calls.length
  await says(question, { origin: CONSOLE })
  await says(question, { source: window })
  await says(question, { source: window.parent })
  await says({ ...question, more: true })
  for (const { method, path } of [ListRows, OpenEdgeSession]) await says({ ...question, method, path })
  expect(vi.mocked(browserKey.proofHere).mock.calls).toHaveLength(before)
  expect(page.postMessage).not.toHaveBeenCalled()
  await says(question)
  expect(vi.mocked(browserKey.proofHere).mock.calls.slice(before)).toEqual([['POST', ShareEdgeSession.path]])
  expect(page.postMessage.mock.calls).toEqual([
    [{ say: 'proof', id: 'q1', proof: `proof of POST ${ShareEdgeSession.path}` }, location.origin],
  ])
})

/** In a frame of a console that answers whoever asks who is looking. */
async function framedBy(token: string | null, isIn: boolean) {
  const meta = Object.assign(document.createElement('meta'), { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  authorizeBy(consoleTokens())
  const tell = vi.fn(({ say }: { say: string }) => {
    if (say !== 'who') return
    const answer = { data: { say: 'token', token }, origin: CONSOLE, source: window.parent }
    setTimeout(() => window.dispatchEvent(new MessageEvent('message', answer)))
  })
  const { calls } = await framed('en', { isIn, tell })
  return { calls, tokens: () => calls.map(({ headers }) => headers.get(HEADERS.token)), leave: () => meta.remove() }
}

test('in a frame the edge is told with the very first call whom the console names', async () => {
  const { calls, tokens, leave } = await framedBy('of-bob', false)
  expect(await screen.findByRole('button', { name: 'Show my PIN or passkey' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual([GetEdgeSession.path])
  expect(tokens()).toEqual(['of-bob'])
  leave()
})

test('while the platform is away a frame shows what is open in its session, without anybody named', async () => {
  const { tokens, leave } = await framedBy(null, true)
  expect(await screen.findByText('56')).toBeTruthy()
  expect(tokens().length).toBeGreaterThan(2)
  expect(new Set(tokens())).toEqual(new Set([null]))
  leave()
})

test('a window that the browser keeps shut is no dead end', async () => {
  open.mockReturnValue(null)
  await framed()
  await userEvent.click(await screen.findByRole('button', { name: 'Show my PIN or passkey' }))
  const link = await screen.findByRole('link', { name: 'open this data on a page of its own' })
  expect(link.getAttribute('href')).toBe(location.href)
})

test('where no key can be kept in a frame it says so, and how the rows are seen all the same', async () => {
  vi.mocked(browserKey.canKeepKeys).mockReturnValue(false)
  await framed()
  expect(await screen.findByRole('link', { name: 'open this data on a page of its own' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show my PIN or passkey' })).toBeNull()
})

test('a session that ends in mid-use is said to have ended, and nothing of what was looked at is lost', async () => {
  const { state, router, queryClient } = await framed()
  const button = await screen.findByRole('button', { name: 'Show my PIN or passkey' })
  state.isIn = true
  await userEvent.click(button)
  await says({ say: 'opened' })
  await screen.findByText('56')
  state.isIn = false
  // As the room does when a call is refused for it.
  act(() => queryClient.setQueryData(SESSION_KEY, null))
  expect(await screen.findByText('Your session at this edge is over')).toBeTruthy()
  state.isIn = true
  await userEvent.click(screen.getByRole('button', { name: 'Show my PIN or passkey' }))
  await says({ say: 'opened' })
  expect(await screen.findByText('56')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ id: 'd1', rowPage: '2' })
})

/** The page that a frame opened; `state.isIn` says whether somebody is in at this edge already. */
function opened({ isIn = false, opener = { postMessage: vi.fn() } as { postMessage: Mock } | null } = {}) {
  history.replaceState(null, '', '/session')
  const close = vi.fn()
  vi.stubGlobal('opener', opener)
  vi.stubGlobal('close', close)
  const state = { isIn }
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (state.isIn ? session() : null)),
    on(GetSessionProvider, () => null),
    on(OpenEdgeSession, () => {
      state.isIn = true
      return session()
    }),
    on(ShareEdgeSession, () => null),
  )
  renderPage(<SessionPage username="alice" cameBack={null} isForFrame />, { language: 'en', path: '/session' })
  const shared = () => calls.filter(({ path }) => path === ShareEdgeSession.path).map(({ input }) => input)
  return { calls, close, shared, frame: opener as { postMessage: Mock } }
}
const asked = (frame: { postMessage: Mock }) => frame.postMessage.mock.calls[0] as [{ id: string }, string]

test('the page asks the window that opened it, at the edge’s own origin, and hears no other', async () => {
  const { frame, close, shared } = opened({ isIn: true })
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalledOnce())
  const [message, origin] = asked(frame)
  expect(origin).toBe(location.origin)
  expect(message).toEqual({ say: 'prove', id: message.id })
  const answer = (text: string) => ({ say: 'proof', id: message.id, proof: text })
  await says(answer('of the console’s key'), { origin: CONSOLE, source: frame })
  await says(answer('of another window'), { source: window })
  await says({ ...answer('of another question'), id: 'q0' }, { source: frame })
  expect(shared()).toEqual([])
  await says(answer('of the frame’s key'), { source: frame })
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(shared()).toEqual([{ proof: 'of the frame’s key' }])
  expect(frame.postMessage.mock.calls.slice(1)).toEqual([[{ say: 'opened' }, location.origin]])
})

test('one PIN opens the session of the edge’s own pages and of the frame; where somebody is in none is asked', async () => {
  const { frame, close, calls, shared } = opened()
  await userEvent.type(await screen.findByLabelText('Your PIN at this edge'), '202620')
  expect(frame.postMessage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Go in with PIN' }))
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalledOnce())
  await says({ say: 'proof', id: asked(frame)[0].id, proof: 'of the frame’s key' }, { source: frame })
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(calls.filter(({ path }) => path === OpenEdgeSession.path)).toHaveLength(1)
  expect(shared()).toEqual([{ proof: 'of the frame’s key' }])
})

test.each([
  ['a page that is no frame of the edge’s', { postMessage: vi.fn() }],
  ['none', null],
])('opened by %s it lets nobody in, and says so', async (_by, opener) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { shared, close } = opened({ isIn: true, opener })
  if (opener) await waitFor(() => expect(opener.postMessage).toHaveBeenCalledOnce())
  await vi.advanceTimersByTimeAsync(6_000)
  expect((await screen.findByRole('alert')).textContent).toContain('is not open any more')
  expect(shared()).toEqual([])
  expect(close).not.toHaveBeenCalled()
})
