import type { RunEvent } from '@tessera/contract'
import { GetRun, GetTask, ListRuns } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '../../lib/save-file.ts'
import { roundEvent, run } from '../../testing/run.ts'
import { taskDetail } from '../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { RunLogPage } from './RunLogPage.tsx'

const at = { runId: 'run1', time: '2026-01-05T08:00:00Z' }
const events = [
  { ...at, seq: 1, kind: 'waiting', missing: ['1002'] },
  { ...at, seq: 2, kind: 'started', parties: ['1001', '1002'], rounds: 3 },
  { ...roundEvent(1, 3, 0.7), ...at, seq: 3 },
  { ...at, seq: 4, kind: 'party-failed', code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 1 },
  { ...at, seq: 5, kind: 'failed', code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 1 },
] as RunEvent[]

/** Simulates the width of the window: wide enough for a table, or a phone. */
const setWide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
beforeEach(() => setWide(true))
afterEach(() => void vi.unstubAllGlobals())

function open(language: 'cn' | 'en' = 'en', state: Parameters<typeof run>[0] = { phase: 'failed' }, reported = events) {
  logIn()
  const server = fakeServer(
    on(GetTask, () => taskDetail()),
    on(ListRuns, () => []),
    on(GetRun, () => ({ run: run(state), events: reported })),
  )
  renderPage(<RunLogPage />, { path: '/mytask/runLog?id=t1&run=run1', language })
  return server
}
const lines = async () => {
  await screen.findAllByRole('row')
  const [, ...rows] = screen.getAllByRole('row').filter((row) => within(row).queryAllByRole('cell').length !== 1)
  return rows.filter((row) => row.getAttribute('aria-hidden') !== 'true').map((row) => row.textContent)
}
const choose = async (field: string, option: string) => {
  await userEvent.click(screen.getByLabelText(field))
  await userEvent.click(await screen.findByTitle(option))
}

test('lists all log lines of the run in the address, newest first, with source and level', {
  meta: { spec: 'screens.task-panel-finished' },
}, async () => {
  const { calls } = open()
  await screen.findByText('Error')
  expect(calls.find(({ path }) => path === GetRun.path)?.input).toEqual({ taskId: 't1', runId: 'run1' })
  const shown = (await lines()).filter((line) => line?.match(/Server|Hospital/))
  expect(shown).toHaveLength(5)
  expect(shown[0]).toMatch(/5 Jan 2026, \d\d:00:00.*Hospital B.*Error/)
  expect(shown[4]).toMatch(/Server.*Warning/)
})

const ended = new Date('2026-01-05T07:59:30Z')
const early = { kind: 'finished-early', partyId: '1001', member: 'Alice', time: ended } as const
const lost = { code: 'run.engine-away', params: {}, partyId: null, step: 'train', round: 1 } as const
test.each([
  ['en', { phase: 'completed', ending: early }, 'Finished early by Alice (Hospital A), after round 1 of 3'],
  [
    'en',
    { phase: 'stopped', ending: { ...early, kind: 'stopped' } },
    'Stopped by Alice (Hospital A), after round 1 of 3',
  ],
  ['en', { phase: 'failed', ending: { ...early, kind: 'withdrawn', member: null } }, 'Hospital A withdrew its consent'],
  [
    'cn',
    { phase: 'failed', ending: { ...early, kind: 'withdrawn', member: null } },
    'Hospital A在第 1 轮（共 3 轮）后撤回授权书',
  ],
  ['en', { phase: 'failed', failure: lost, endTime: ended }, 'training, round 1: '],
] as const)(
  'shows in the log how a run ended, although no event reports it (%s, %o)',
  async (language, state, text) => {
    open(language, state, events.slice(0, 4))
    await screen.findAllByText(text, { exact: false })
    const shown = (await lines()).filter((line) => line?.match(/Server|服务器|Hospital/))
    expect(shown).toHaveLength(5)
    // Each line is sorted by its own time. The time of this line is the earliest.
    expect(shown[4]).toContain(text)
  },
)

test('filters log lines by party, level and text, and downloads the lines that are shown', {
  meta: { spec: 'screens.task-panel-finished' },
}, async () => {
  const saved = vi.spyOn(files, 'saveAs').mockImplementation(() => undefined)
  open()
  await screen.findByText('Error')
  await choose('From', 'Hospital B')
  await choose('Level', 'Warning')
  await waitFor(async () => expect((await lines()).filter((line) => line?.includes('Hospital'))).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: /Download/ }))
  const [blob, name] = saved.mock.calls[0] ?? []
  expect(name).toBe('run-run1.csv')
  const text = (await blob?.text())?.trim().split('\r\n') ?? []
  expect(text).toHaveLength(2)
  expect(text[1]).toContain('Hospital B,Warning')

  await userEvent.type(screen.getByLabelText('Search the log'), 'nothing like it{Enter}')
  expect(await screen.findByText('No messages match.')).toBeTruthy()
})

test('shows each log line in a single column on a phone', async () => {
  setWide(false)
  open()
  await screen.findByText('Error')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Message'])
  const shown = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(shown).toHaveLength(5)
  expect(shown[0]).toMatch(/5 Jan 2026, \d\d:00:00.*Hospital B.*Error/)
})

test('shows the log of a run in Chinese', async () => {
  open('cn')
  expect(await screen.findByText('错误')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '训练日志' })).toBeTruthy()
})
