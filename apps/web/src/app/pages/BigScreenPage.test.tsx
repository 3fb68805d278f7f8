import { AppError } from '@tessera/contract'
import { GetScreen, GetStatistics } from '@tessera/contract/wire'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { sessionActions } from '../../lib/session.ts'
import { openLive, socketToken } from '../../testing/live.ts'
import { open } from '../../testing/router.tsx'
import { testScreen } from '../../testing/screen.ts'
import { fakeServer, logIn, on } from '../../testing/world.tsx'

const statistics = on(GetStatistics, () => ({ parties: 5, tasks: 41, datasets: 7, algorithms: 19, models: 30 }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

beforeEach(() => {
  setLanguage('cn')
  sessionActions.end('logout')
  logIn()
})

test('shows the state of every party and run in both languages', {
  meta: { spec: 'screens.big-screen' },
}, async () => {
  fakeServer(
    statistics,
    on(GetScreen, () => testScreen()),
  )
  open('/screen')
  const picture = await screen.findByRole('table', { name: /^联邦全景/ })
  expect(rowsOf(picture)).toEqual([
    ['机构', '数据条目数', '当前'],
    ['仁和医院', '1,200', '训练 40% · 约剩 00:01:15'],
    ['市肿瘤医院', '1,200', '已完成，等待其他方'],
    ['安贞医院', '1,200', ''],
  ])
  expect(screen.getByText('另有 2 个机构')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '心脏的进度' }).getAttribute('aria-valuenow')).toBe('47')
  expect(screen.getByText('第 4 / 10 轮')).toBeTruthy()
  expect(screen.getByText(/另有 1 个/)).toBeTruthy()
  const days = screen.getByRole('table', { name: '按创建日期和当前状态统计' })
  expect(rowsOf(days).at(-1)).toEqual(['3/2', '4', '0', '0', '0', '0', '0', '4'])
  expect(await screen.findByText('30')).toBeTruthy()

  act(() => setLanguage('en'))
  expect(await screen.findByText('Back to the console')).toBeTruthy()
  expect(await screen.findByRole('row', { name: '仁和医院 1,200 training, 40% · about 00:01:15 left' })).toBeTruthy()
  expect(screen.getByText('used 7 times')).toBeTruthy()
  // The big screen has no header or menu, and always uses the dark theme.
  expect(document.querySelector('.t-bar')).toBeNull()
  expect(document.querySelector('.screen')?.getAttribute('data-theme')).toBe('dark')
})

test('shows in both languages for how long a party has not responded', async () => {
  const { runs } = testScreen()
  const silent = [{ partyId: '1001', since: new Date(Date.now() - 600_000) }]
  fakeServer(
    statistics,
    on(GetScreen, () =>
      testScreen({ runs: runs.map((run) => ({ ...run, watch: run.watch && { ...run.watch, silent } })) }),
    ),
  )
  open('/screen')
  expect(await screen.findByRole('row', { name: /^仁和医院 1,200 已 00:10:\d\d 没有响应$/ })).toBeTruthy()
  act(() => setLanguage('en'))
  expect(await screen.findByRole('row', { name: /^仁和医院 1,200 no response for 00:10:\d\d$/ })).toBeTruthy()
})

test('updates the big screen at once when the live channel reports a run', {
  meta: { spec: 'screens.big-screen' },
}, async () => {
  let runCount = 2
  fakeServer(
    socketToken,
    statistics,
    on(GetScreen, () => testScreen({ runCount })),
  )
  open('/screen')
  await screen.findByText('2 个训练进行中')
  const notify = await openLive()
  runCount = 3
  notify({ cmd: 'run', taskId: 't1', seq: 5 })
  expect(await screen.findByText('3 个训练进行中')).toBeTruthy()
})

test('keeps the last data while the platform is unreachable, and shows since when', {
  meta: { spec: 'screens.big-screen' },
}, async () => {
  let isLost = false
  fakeServer(
    socketToken,
    statistics,
    on(GetScreen, () => {
      if (isLost) throw new AppError('internal')
      return testScreen()
    }),
  )
  open('/screen')
  await screen.findByText(/^更新于/)
  const notify = await openLive()
  isLost = true
  notify({ cmd: 'run', taskId: 't1', seq: 5 })
  expect(await screen.findByText(/起连接中断$/, {})).toBeTruthy()
  expect(screen.getByText('2 个训练进行中')).toBeTruthy()
})

test('explains what will appear if there are no runs and parties yet', async () => {
  const nothing = { parties: [], partyCount: 0, runs: [], runCount: 0, algorithms: [] }
  fakeServer(
    statistics,
    on(GetScreen, () => testScreen(nothing)),
  )
  open('/screen')
  expect(await screen.findByText('训练开始后会立即显示在这里。')).toBeTruthy()
  expect(screen.getByText('还没有机构')).toBeTruthy()
  expect(screen.getByText('还没有使用过的算法')).toBeTruthy()
})
