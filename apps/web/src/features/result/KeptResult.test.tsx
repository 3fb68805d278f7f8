import { areCurves, type DescribedColumn, type KeptResult as Kept } from '@tessera/contract'
import { DeleteKeptResult, GetEdgeToken, ListKeptResults, ShareKeptResult } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { KeptResult } from './KeptResult.tsx'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const time = new Date('2026-01-05T08:00:00Z')
const kept: Kept = {
  ...{ runId: 'run1', taskId: 't1', taskName: 'Heart', algorithm: 'mlp', time },
  ...{ hasModel: true, table: null, sharedTime: null, deletedTime: null, abilities: { share: true, delete: true } },
}
const shared: Kept = { ...kept, sharedTime: time, abilities: { share: false, delete: true } }
const deleted: Kept = { ...kept, deletedTime: time, abilities: { share: false, delete: false } }

beforeEach(() => logIn())

const show = (language: 'en' | 'cn', hasModel = false) =>
  renderPage(
    <KeptResult
      taskId="t1"
      runId="run1"
      hasModel={hasModel}
      table={(found) => <p>{areCurves(found) ? 'curves' : `${found.rows} described`}</p>}
    />,
    { language },
  )

test.each([
  ['en', 'The model is at your own edge', 'Keep it on the platform (my models)', 'You keep it on the platform as well'],
  ['cn', '模型保存在您自己的数据节点上', '保存到平台（我的模型）', '起平台上也保存了一份'],
] as const)(
  'the model is at the edge until a member shares it, who is asked first (%s)',
  async (language, at, share, after) => {
    let now = kept
    const { calls } = fakeServer(
      token,
      on(ListKeptResults, () => [now]),
      on(ShareKeptResult, () => {
        now = shared
        return now
      }),
    )
    show(language)
    expect(await screen.findByText(new RegExp(at))).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: share }))
    const dialog = await screen.findByRole('dialog')
    expect(calls.some(({ path }) => path === ShareKeptResult.path)).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: share }))
    expect(await screen.findByText(new RegExp(after))).toBeTruthy()
    expect(screen.queryByRole('button', { name: share })).toBeNull()
  },
)

test.each([
  ['en', 'Delete at the edge', /it is lost/, /It was deleted from your edge/],
  ['cn', '从数据节点删除', /无法恢复/, /从您的数据节点删除/],
] as const)('deleting says first that it is nowhere else (%s)', async (language, action, consequence, after) => {
  let now = kept
  fakeServer(
    token,
    on(ListKeptResults, () => [now]),
    on(DeleteKeptResult, () => {
      now = deleted
      return now
    }),
  )
  show(language)
  await userEvent.click(await screen.findByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(consequence)
  await userEvent.click(within(dialog).getByRole('button', { name: action }))
  await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull())
  expect((await screen.findAllByText(after)).length).toBeGreaterThan(0)
})

test('what the platform refuses is said, and nothing counts as shared', async () => {
  fakeServer(
    token,
    on(ListKeptResults, () => [kept]),
    on(ShareKeptResult, () => {
      throw new ApiError('model.changed')
    }),
  )
  show('en')
  await userEvent.click(await screen.findByRole('button', { name: /Keep it on the platform/ }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: /Keep it on the platform/ }))
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
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
    token,
    on(ListKeptResults, () => [{ ...described, abilities: { share: false, delete: true } }]),
  )
  show('en')
  expect(await screen.findByText('12 described')).toBeTruthy()
  expect(screen.getByText(/at your own edge, which shows it below/)).toBeTruthy()
})

test('other members see where it is, and whose it is to decide', async () => {
  fakeServer(
    token,
    on(ListKeptResults, () => [{ ...kept, abilities: { share: false, delete: false } }]),
  )
  show('en')
  expect(await screen.findByText(/up to whoever signed its ticket/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the edge hears of the end a moment later: it is asked again', async () => {
  let asked = 0
  fakeServer(
    token,
    on(ListKeptResults, () => {
      asked += 1
      return asked > 1 ? [kept] : []
    }),
  )
  show('en')
  expect(await screen.findByText(/The model is at your own edge/, {}, { timeout: 4_000 })).toBeTruthy()
})

test('a model of before runs by themselves kept theirs is on the platform, and no more is said', async () => {
  const { calls } = fakeServer(
    token,
    on(ListKeptResults, () => []),
  )
  show('en', true)
  await waitFor(() => expect(calls.some(({ path }) => path === ListKeptResults.path)).toBe(true))
  expect(screen.queryByText(/edge/)).toBeNull()
})
