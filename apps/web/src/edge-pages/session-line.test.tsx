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
import { SESSION_KEY } from '../features/signing/api.ts'
import * as browserKey from '../lib/browser-key.ts'
import { authorizeBy, enterAs } from '../lib/own-edge.ts'
import { heart } from '../testing/dataset.ts'
import { session } from '../testing/signing.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { consoleTokens } from './authorization.ts'
import { DatasetPage } from './dataset/DatasetPage.tsx'
import { SessionPage } from './SessionPage.tsx'

/** Tests of a frame of the console and of the window that opens a session for the frame. */

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

/** Renders an edge page in a frame. `isIn` sets whether a session is open. */
async function framed(language: 'cn' | 'en' = 'en', { isIn = false, postMessage = vi.fn() } = {}) {
  vi.stubGlobal('parent', { postMessage })
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
  ['en', 'Your edge shows this data', 'Enter PIN or passkey'],
  ['cn', '数据由您的数据节点显示', '输入 PIN 或使用通行密钥'],
] as const)(
  'in %s, opens the session in a window of the edge, not in the frame, which keeps its position',
  { meta: { spec: 'roles.edge-member-list' } },
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
      for: 'frame',
      lang: language,
      token: 'edge-token',
    })
    state.isIn = true
    await says({ say: 'opened' })
    expect(await screen.findByText('56')).toBeTruthy()
    expect(router.state.location.search).toMatchObject({ rowPage: '2' })
  },
)

test('signs with the frame’s key only a request to share a session, and only for its own window', {
  meta: { claim: 'row-access.misused-frame-key' },
}, async () => {
  await framed()
  await userEvent.click(await screen.findByRole('button', { name: 'Enter PIN or passkey' }))
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

/** Renders a page in a frame of a console that answers each request for a token. */
async function framedBy(token: string | null, isIn: boolean) {
  const meta = Object.assign(document.createElement('meta'), { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  authorizeBy(consoleTokens())
  const postMessage = vi.fn(({ say }: { say: string }) => {
    if (say !== 'who') return
    const answer = { data: { say: 'token', token }, origin: CONSOLE, source: window.parent }
    setTimeout(() => window.dispatchEvent(new MessageEvent('message', answer)))
  })
  const { calls } = await framed('en', { isIn, postMessage })
  return { calls, tokens: () => calls.map(({ headers }) => headers.get(HEADERS.token)), leave: () => meta.remove() }
}

test('sends the console’s token with the first call of a frame to the edge', {
  meta: { claim: 'sessions.shared-browser' },
}, async () => {
  const { calls, tokens, leave } = await framedBy('of-bob', false)
  expect(await screen.findByRole('button', { name: 'Enter PIN or passkey' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual([GetEdgeSession.path])
  expect(tokens()).toEqual(['of-bob'])
  leave()
})

test('shows a frame’s content without a token if there is a session and the platform is unreachable', async () => {
  const { tokens, leave } = await framedBy(null, true)
  expect(await screen.findByText('56')).toBeTruthy()
  expect(tokens().length).toBeGreaterThan(2)
  expect(new Set(tokens())).toEqual(new Set([null]))
  leave()
})

test('offers to log in on a separate page if the browser blocks the window', async () => {
  open.mockReturnValue(null)
  await framed()
  await userEvent.click(await screen.findByRole('button', { name: 'Enter PIN or passkey' }))
  const link = await screen.findByRole('link', { name: 'open this data on a separate page' })
  expect(link.getAttribute('href')).toBe(location.href)
})

test('offers to log in on a separate page if the browser cannot store keys in a frame', async () => {
  vi.mocked(browserKey.canKeepKeys).mockReturnValue(false)
  await framed()
  expect(await screen.findByRole('link', { name: 'open this data on a separate page' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enter PIN or passkey' })).toBeNull()
})

test('tells the user that the session has ended, and keeps the position in the data', {
  meta: { spec: 'roles.edge-member-list' },
}, async () => {
  const { state, router, queryClient } = await framed()
  const button = await screen.findByRole('button', { name: 'Enter PIN or passkey' })
  state.isIn = true
  await userEvent.click(button)
  await says({ say: 'opened' })
  await screen.findByText('56')
  state.isIn = false
  // The same happens if a call is refused by the edge because the session has ended.
  act(() => queryClient.setQueryData(SESSION_KEY, null))
  expect(await screen.findByText('Your session at this edge has ended')).toBeTruthy()
  state.isIn = true
  await userEvent.click(screen.getByRole('button', { name: 'Enter PIN or passkey' }))
  await says({ say: 'opened' })
  expect(await screen.findByText('56')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ id: 'd1', rowPage: '2' })
})

/** Renders the window that a frame opened. `isIn` sets whether this browser already has a session at the edge. */
function openWindow({ isIn = false, opener = { postMessage: vi.fn() } as { postMessage: Mock } | null } = {}) {
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
const requestTo = (frame: { postMessage: Mock }) => frame.postMessage.mock.calls[0] as [{ id: string }, string]

test('asks for the PIN only in a window of the edge’s own origin, never in the frame', {
  meta: { claim: 'row-access.foreign-session-key' },
}, async () => {
  const { frame, close, shared } = openWindow({ isIn: true })
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalledOnce())
  const [message, origin] = requestTo(frame)
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

test('one PIN opens the session of the edge’s own pages and of the frame', async () => {
  const { frame, close, calls, shared } = openWindow()
  await userEvent.type(await screen.findByLabelText('Your PIN for this edge'), '202620')
  expect(frame.postMessage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with PIN' }))
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalledOnce())
  await says({ say: 'proof', id: requestTo(frame)[0].id, proof: 'of the frame’s key' }, { source: frame })
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(calls.filter(({ path }) => path === OpenEdgeSession.path)).toHaveLength(1)
  expect(shared()).toEqual([{ proof: 'of the frame’s key' }])
})

test.each([
  ['a page that is not a frame of the edge', { postMessage: vi.fn() }],
  ['no window', null],
])(
  'shares no session and shows an error if the window was opened by %s',
  { meta: { claim: 'row-access.foreign-session-key' } },
  async (_by, opener) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { shared, close } = openWindow({ isIn: true, opener })
    if (opener) await waitFor(() => expect(opener.postMessage).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(6_000)
    expect((await screen.findByRole('alert')).textContent).toContain('is no longer open')
    expect(shared()).toEqual([])
    expect(close).not.toHaveBeenCalled()
  },
)
