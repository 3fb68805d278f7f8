import type { DescribedColumn, LocalResult as Kept } from '@tessera/contract'
import { DeleteLocalResult, GetEdgeSession, ListLocalResults, ShareLocalResult } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { playWindow } from '../../testing/confirm-window.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { LocalResultsPage } from './LocalResultsPage.tsx'

/** Tests of the edge page with the result of a local run, in a frame of the console. */

const CONSOLE = 'https://console.example'
const meta = document.createElement('meta')
const postMessage = vi.fn()
const around = { postMessage } as unknown as Window
const inSession = on(GetEdgeSession, session)
const time = new Date('2026-01-05T08:00:00Z')
const stored: Kept = {
  runId: 'run1',
  taskId: 't1',
  taskName: 'Heart',
  algorithm: 'mlp',
  time,
  hasModel: true,
  table: null,
  scores: null,
  residuals: null,
  sharedTime: null,
  deletedTime: null,
  abilities: { share: true, delete: true },
}
const shared: Kept = { ...stored, sharedTime: time, abilities: { share: false, delete: true } }
const deleted: Kept = { ...stored, deletedTime: time, abilities: { share: false, delete: false } }

beforeEach(() => {
  history.replaceState(null, '', '/kept-result')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  postMessage.mockReset()
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

const sentMessages = () => postMessage.mock.calls.map(([message]) => message)
const show = (language: 'en' | 'cn') =>
  renderPage(<LocalResultsPage taskId="t1" />, { path: '/kept-result?id=run1', language })

test.each([
  ['en', 'The model is stored at your own edge', 'Save to the platform (My models)', 'Also saved on the platform'],
  ['cn', '模型保存在您自己的数据节点上', '保存到平台（我的模型）', '起平台上也保存了一份'],
] as const)(
  'keeps the model at the edge until a member confirms sharing in a window of the edge (%s)',
  { meta: { spec: 'states.single-party-research' } },
  async (language, at, share, after) => {
    let now = stored
    const edgeWindow = playWindow()
    const { calls } = fakeServer(
      inSession,
      on(ListLocalResults, () => [now]),
      on(ShareLocalResult, () => {
        now = shared
        return now
      }),
    )
    show(language)
    expect(await screen.findByText(new RegExp(at))).toBeTruthy()
    expect(await edgeWindow.read(share)).toEqual({ about: 'share-result', task: 'Heart' })
    expect(calls.some(({ path }) => path === ShareLocalResult.path)).toBe(false)
    await edgeWindow.confirm()
    expect(await screen.findByText(new RegExp(after))).toBeTruthy()
    expect(screen.queryByRole('button', { name: share })).toBeNull()
    // The console receives only the information that the result has changed.
    expect(sentMessages().filter(({ say }) => say !== 'which')).toEqual([{ say: 'changed' }])
  },
)

test.each([
  ['en', 'Delete from the edge', /Deleted from your edge on/],
  ['cn', '从数据节点删除', /从您的数据节点删除/],
] as const)(
  'asks for confirmation in a window of the edge before a local result is deleted (%s)',
  async (language, action, after) => {
    let now = stored
    const edgeWindow = playWindow()
    const { calls } = fakeServer(
      inSession,
      on(ListLocalResults, () => [now]),
      on(DeleteLocalResult, () => {
        now = deleted
        return now
      }),
    )
    show(language)
    expect(await edgeWindow.read(action)).toEqual({ about: 'delete-result', task: 'Heart', isShared: false })
    expect(calls.some(({ path }) => path === DeleteLocalResult.path)).toBe(false)
    await edgeWindow.confirm()
    await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull())
    expect((await screen.findAllByText(after)).length).toBeGreaterThan(0)
  },
)

test('does not mark a local result as shared if the platform refuses it', async () => {
  const edgeWindow = playWindow()
  fakeServer(
    inSession,
    on(ListLocalResults, () => [stored]),
    on(ShareLocalResult, () => {
      throw new ApiError('model.changed')
    }),
  )
  show('en')
  await edgeWindow.read('Save to the platform (My models)')
  await edgeWindow.confirm()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText(/The model is stored at your own edge/)).toBeTruthy()
})

test('shows the result of a local run without a model as a table', async () => {
  const column: DescribedColumn = {
    name: 'age',
    kind: 'number',
    count: 12,
    missing: 0,
    mean: 50,
    deviation: 9,
    quantiles: [],
  }
  const described: Kept = { ...stored, hasModel: false, table: { rows: 12, columns: [column] } }
  fakeServer(
    inSession,
    on(ListLocalResults, () => [{ ...described, abilities: { share: false, delete: true } }]),
  )
  show('en')
  expect(await screen.findByText('age')).toBeTruthy()
  expect(screen.getByText(/at your own edge, which shows it below/)).toBeTruthy()
})

test('tells other members where the local result is stored and who can decide about it', async () => {
  fakeServer(
    inSession,
    on(ListLocalResults, () => [{ ...stored, abilities: { share: false, delete: false } }]),
  )
  show('en')
  expect(await screen.findByText(/Only administrators and the member who signed the ticket/)).toBeTruthy()
  for (const name of [/Save to the platform/, /Delete/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('polls until the edge has the result, which the edge learns after the platform', async () => {
  let requestCount = 0
  fakeServer(
    inSession,
    on(ListLocalResults, () => {
      requestCount += 1
      return requestCount > 1 ? [stored] : []
    }),
  )
  show('en')
  expect(await screen.findByText(/The model is stored at your own edge/, {})).toBeTruthy()
})

test('shows scores with intervals until the local result is shared', async () => {
  let now: Kept = {
    ...stored,
    scores: { rows: 16, metrics: { accuracy: { value: 0.9, rows: 16, low: 0.65, high: 0.98 } } },
    residuals: null,
  }
  fakeServer(
    inSession,
    on(ListLocalResults, () => [now]),
  )
  const { unmount } = show('en')
  expect(await screen.findByRole('region', { name: 'Scores' })).toBeTruthy()
  unmount()
  now = { ...now, sharedTime: time }
  show('en')
  expect(await screen.findByText(/Also saved on the platform/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Scores' })).toBeNull()
})

test('requests no local result without a session', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  show('en')
  expect(await screen.findByRole('region', { name: 'Your edge shows this data' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain(ListLocalResults.path)
})
