import type { DescribedColumn, KeptResult as Kept } from '@tessera/contract'
import { DeleteKeptResult, GetEdgeSession, ListKeptResults, ShareKeptResult } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../features/signing/test-world.ts'
import { ApiError } from '../../lib/api-error.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../../lib/testing.tsx'
import { playWindow } from '../confirm/test-window.ts'
import { KeptPage } from './KeptPage.tsx'

/** The page of the edge with what a run by itself left, in a frame of the console. */

const CONSOLE = 'https://console.example'
const meta = document.createElement('meta')
const said = vi.fn()
const around = { postMessage: said } as unknown as Window
const inSession = on(GetEdgeSession, session)
const time = new Date('2026-01-05T08:00:00Z')
const kept: Kept = {
  ...{ runId: 'run1', taskId: 't1', taskName: 'Heart', algorithm: 'mlp', time },
  ...{ hasModel: true, table: null, sharedTime: null, deletedTime: null, abilities: { share: true, delete: true } },
}
const shared: Kept = { ...kept, sharedTime: time, abilities: { share: false, delete: true } }
const deleted: Kept = { ...kept, deletedTime: time, abilities: { share: false, delete: false } }

beforeEach(() => {
  history.replaceState(null, '', '/kept-result')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  said.mockReset()
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

const told = () => said.mock.calls.map(([message]) => message)
const show = (language: 'en' | 'cn') => renderPage(<KeptPage taskId="t1" />, { path: '/kept-result?id=run1', language })

test.each([
  ['en', 'The model is at your own edge', 'Keep it on the platform (my models)', 'You keep it on the platform as well'],
  ['cn', '模型保存在您自己的数据节点上', '保存到平台（我的模型）', '起平台上也保存了一份'],
] as const)(
  'the model is at the edge until a member shares it, who confirms it in a window of the edge’s own (%s)',
  async (language, at, share, after) => {
    let now = kept
    const shown = playWindow()
    const { calls } = fakeServer(
      inSession,
      on(ListKeptResults, () => [now]),
      on(ShareKeptResult, () => {
        now = shared
        return now
      }),
    )
    show(language)
    expect(await screen.findByText(new RegExp(at))).toBeTruthy()
    expect(await shown.read(share)).toEqual({ about: 'share-result', task: 'Heart' })
    expect(calls.some(({ path }) => path === ShareKeptResult.path)).toBe(false)
    await shown.confirm()
    expect(await screen.findByText(new RegExp(after))).toBeTruthy()
    expect(screen.queryByRole('button', { name: share })).toBeNull()
    // The console hears that something is otherwise, and not what.
    expect(told().filter(({ say }) => say !== 'which')).toEqual([{ say: 'changed' }])
  },
)

test.each([
  ['en', 'Delete at the edge', /It was deleted from your edge/],
  ['cn', '从数据节点删除', /从您的数据节点删除/],
] as const)('deleting is confirmed in a window of the edge’s own (%s)', async (language, action, after) => {
  let now = kept
  const shown = playWindow()
  const { calls } = fakeServer(
    inSession,
    on(ListKeptResults, () => [now]),
    on(DeleteKeptResult, () => {
      now = deleted
      return now
    }),
  )
  show(language)
  expect(await shown.read(action)).toEqual({ about: 'delete-result', task: 'Heart', isShared: false })
  expect(calls.some(({ path }) => path === DeleteKeptResult.path)).toBe(false)
  await shown.confirm()
  await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull())
  expect((await screen.findAllByText(after)).length).toBeGreaterThan(0)
})

test('what the platform refuses is said, and nothing counts as shared', async () => {
  const shown = playWindow()
  fakeServer(
    inSession,
    on(ListKeptResults, () => [kept]),
    on(ShareKeptResult, () => {
      throw new ApiError('model.changed')
    }),
  )
  show('en')
  await shown.read('Keep it on the platform (my models)')
  await shown.confirm()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText(/The model is at your own edge/)).toBeTruthy()
})

test('the table of a run without a model is shown, as its edge has it', async () => {
  const column: DescribedColumn = {
    name: 'age',
    kind: 'number',
    count: 12,
    missing: 0,
    mean: 50,
    deviation: 9,
    quantiles: [],
  }
  const described: Kept = { ...kept, hasModel: false, table: { rows: 12, columns: [column] } }
  fakeServer(
    inSession,
    on(ListKeptResults, () => [{ ...described, abilities: { share: false, delete: true } }]),
  )
  show('en')
  expect(await screen.findByText('age')).toBeTruthy()
  expect(screen.getByText(/at your own edge, which shows it below/)).toBeTruthy()
})

test('other members see where it is, and whose it is to decide', async () => {
  fakeServer(
    inSession,
    on(ListKeptResults, () => [{ ...kept, abilities: { share: false, delete: false } }]),
  )
  show('en')
  expect(await screen.findByText(/up to whoever signed its ticket/)).toBeTruthy()
  for (const name of [/Keep it/, /Delete/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the edge hears of the end a moment later: it is asked again', async () => {
  let asked = 0
  fakeServer(
    inSession,
    on(ListKeptResults, () => {
      asked += 1
      return asked > 1 ? [kept] : []
    }),
  )
  show('en')
  expect(await screen.findByText(/The model is at your own edge/, {})).toBeTruthy()
})

test('how sure the scores are is shown until the platform shows it', async () => {
  let now: Kept = {
    ...kept,
    scores: { rows: 16, metrics: { accuracy: { value: 0.9, rows: 16, low: 0.65, high: 0.98 } } },
    residuals: null,
  }
  fakeServer(
    inSession,
    on(ListKeptResults, () => [now]),
  )
  const { unmount } = show('en')
  expect(await screen.findByRole('region', { name: 'Scores' })).toBeTruthy()
  unmount()
  now = { ...now, sharedTime: time }
  show('en')
  expect(await screen.findByText(/You keep it on the platform as well/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Scores' })).toBeNull()
})

test('without a session the edge is asked for no result', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  show('en')
  expect(await screen.findByRole('region', { name: 'Your edge shows this data' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain(ListKeptResults.path)
})
