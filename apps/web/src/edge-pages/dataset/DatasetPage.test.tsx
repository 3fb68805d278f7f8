import { AppError } from '@tessera/contract'
import {
  EndEdgeSession,
  GetAnalysis,
  GetColumnProfiles,
  GetEdgeSession,
  GetHeldDataset,
  ListRows,
  OpenEdgeSession,
} from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { enterAs } from '../../lib/own-edge.ts'
import { ageProfile, heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, fill, on, renderPage } from '../../testing/world.tsx'
import { DatasetPage } from './DatasetPage.tsx'

const rows = on(ListRows, ({ pageNo = 1 }) => ({
  total: 120,
  rows: [{ id: pageNo, age: 54 + pageNo, chol: null, diagnosis: 'none' }],
}))
const profiles = on(GetColumnProfiles, () => [ageProfile])
const analysis = on(GetAnalysis, () => ({ classes: [], distributions: [], fileName: 'cases.zip' }))

const ofHeart = [on(GetHeldDataset, () => heart()), rows, profiles, analysis]

const inSession = on(GetEdgeSession, session)

beforeEach(() => {
  history.replaceState(null, '', '/dataset')
  enterAs('edge-token')
})

test.each([
  ['en', '5.00% missing', /^Shown directly by this edge.*Source file: cases\.zip$/],
  ['cn', '缺失 5.00%', /^由本数据节点直接显示.*来源文件：cases\.zip$/],
] as const)(
  'in %s, loads rows, columns and the file name from the edge that serves the page',
  { meta: { spec: ['screens.data-detail', 'limits.page-size-data-rows'] } },
  async (language, missing, note) => {
    const { calls } = fakeServer(inSession, ...ofHeart)
    renderPage(<DatasetPage />, { path: '/dataset?id=d1', language })
    expect(await screen.findByText('55')).toBeTruthy()
    expect(await screen.findByText(missing)).toBeTruthy()
    expect(await screen.findByText(note)).toBeTruthy()
    expect(calls.map(({ path }) => path).toSorted()).toEqual(
      [GetEdgeSession, GetHeldDataset, ListRows, GetColumnProfiles, GetAnalysis].map(({ path }) => path).toSorted(),
    )
    for (const { url, headers } of calls) {
      expect(url).toContain(`${location.origin}/`)
      expect(headers.get('x-access-token')).toBe('edge-token')
    }
  },
)

test('requests no data without a session, and shows the log-in form on a stand-alone page', async () => {
  enterAs(null)
  let isIn = false
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (isIn ? session() : null)),
    on(OpenEdgeSession, () => {
      isIn = true
      return session()
    }),
    ...ofHeart,
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  const fields = { 'Your user name': 'alice', 'Your PIN for this edge': '202620' }
  for (const [label, text] of Object.entries(fields)) await fill(await screen.findByLabelText(label), text)
  expect(calls.map(({ path }) => path)).toEqual([GetEdgeSession.path])
  await userEvent.click(screen.getByRole('button', { name: 'Continue with PIN' }))
  expect(await screen.findByText('55')).toBeTruthy()
  expect(screen.getByText(/^Logged in as Alice until/)).toBeTruthy()
})

test('hides a dataset and requests no data after log-out', async () => {
  enterAs(null)
  let isIn = true
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (isIn ? session() : null)),
    on(EndEdgeSession, () => {
      isIn = false
      return null
    }),
    ...ofHeart,
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  await screen.findByText('5.00% missing')
  const before = calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByLabelText('Your PIN for this edge')).toBeTruthy()
  expect(screen.queryByText('5.00% missing')).toBeNull()
  expect(calls.slice(before).map(({ path }) => path)).toEqual([EndEdgeSession.path, GetEdgeSession.path])
})

test('shows booleans in the user’s language, and missing values as a dash', async () => {
  fakeServer(
    inSession,
    on(GetHeldDataset, () => heart({ columns: ['smokes', 'drinks', 'chol'] })),
    on(ListRows, () => ({ total: 1, rows: [{ id: 1, smokes: true, drinks: false, chol: null }] })),
    profiles,
    analysis,
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1' })
  expect(await screen.findByText('是')).toBeTruthy()
  expect(screen.getByText('否')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
})

test('opens the profile of a numeric column from the column’s head', async () => {
  fakeServer(inSession, ...ofHeart)
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  await screen.findByText('5.00% missing')
  await userEvent.click(screen.getByRole('button', { name: /^Profile of column age:/ }))

  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText('6 rows (5.00%)')).toBeTruthy()
  expect(within(drawer).getByText('54.4')).toBeTruthy()
  for (const quartile of ['47', '55', '61']) expect(within(drawer).getByText(quartile)).toBeTruthy()
  expect(within(drawer).getByText('39–48')).toBeTruthy()
})

test('shows the error of a column profile in place, with a retry', async () => {
  let answers = false
  fakeServer(
    inSession,
    on(GetHeldDataset, () => heart()),
    rows,
    on(GetColumnProfiles, () => {
      if (!answers) throw new AppError('internal')
      return [ageProfile]
    }),
    analysis,
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: /^Profile of column age:/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('alert')).toBeTruthy()
  answers = true
  await userEvent.click(within(drawer).getByRole('button', { name: 'Try again' }))
  expect(await within(drawer).findByText('54.4')).toBeTruthy()
})
