import { ListMyActivity } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { registration } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { RecentUpdates } from '../lists/RecentUpdates.tsx'
import { statusWord } from '../status-tones.ts'
import { PartiesPanel } from './PartiesPanel.tsx'
import { UpdatesPanel } from './UpdatesPanel.tsx'

const failure = { code: 'run.server-died', params: {}, partyId: null, step: null, round: null }
const entry = (opType: string, createdBy: string, content: Record<string, string>, minute: number) => ({
  opType,
  createdBy,
  content,
  createTime: new Date(Date.UTC(2026, 0, 5, 8, minute)),
})
const happened = [
  entry('fail', '', { reason: JSON.stringify(failure) }, 9),
  entry('sign', 'Bob', { partyName: 'Hospital B' }, 8),
  entry('agree', 'Alice', { partyName: 'Hospital A', hostPartyName: 'Hospital B' }, 7),
]

/** Views of the task are removed from the updates. */
const looks = Array.from({ length: 9 }, (_, at) => entry('view', 'Bob', { partyName: 'Hospital B' }, 6 - at))

test.each([
  [
    'en',
    [/^Training failed: /, 'Hospital B (Bob) signed', 'Hospital A (Alice) approved Hospital B'],
    'Show earlier updates',
  ],
  ['cn', [/^训练失败：/, 'Hospital B（Bob） 签署了授权书', 'Hospital A（Alice） 同意Hospital B加入'], '查看更早的动态'],
] as const)(
  'names party and person of each update and loads earlier updates on request (%s)',
  { meta: { spec: 'screens.task-recent-updates' } },
  async (language, texts, more) => {
    logIn()
    const { calls } = fakeServer(
      on(ListMyActivity, ({ pageSize = 8 }) => ({
        records: [...happened, ...looks].slice(0, pageSize),
        total: 12,
        size: pageSize,
        current: 1,
        pages: Math.ceil(12 / pageSize),
      })),
    )
    renderPage(<UpdatesPanel taskId="t1" />, { language })
    const shown = (await screen.findAllByRole('listitem')).map((item) =>
      item.querySelector('span')?.textContent?.trim(),
    )
    expect(shown).toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
    await userEvent.click(screen.getByRole('button', { name: more }))
    expect(calls.at(-1)?.input).toEqual({ id: 't1', pageNo: 1, pageSize: 28 })
    // By now, all 12 entries have been requested.
    expect(screen.queryByRole('button', { name: more })).toBeNull()
  },
)

test('can load the first of 1,008 updates, although a page holds at most 200', async () => {
  logIn()
  const all = Array.from({ length: 1_008 }, (_, at) =>
    entry('sign', `Person ${1_008 - at}`, { partyName: 'Hospital B' }, 0),
  )
  const { calls } = fakeServer(
    on(ListMyActivity, ({ pageNo = 1, pageSize = 10 }) => ({
      records: all.slice((pageNo - 1) * pageSize, pageNo * pageSize),
      total: all.length,
      size: pageSize,
      current: pageNo,
      pages: Math.ceil(all.length / pageSize),
    })),
  )
  renderPage(<UpdatesPanel taskId="t1" />, { language: 'en' })
  await screen.findByText(/Person 1008/)
  const counts = [8, 28, 56, 112, 224, 448, 896, 1_008]
  for (const count of counts) {
    await waitFor(() => expect(document.querySelectorAll('.task-updates li')).toHaveLength(count))
    const earlier = screen.queryByRole('button', { name: /Show earlier updates/ })
    if (count === all.length) expect(earlier).toBeNull()
    else if (earlier) fireEvent.click(earlier)
  }
  expect(screen.getByText(/Person 1\b/)).toBeTruthy()
  expect(calls.map(({ input }) => (input as { pageSize: number }).pageSize)).toEqual(
    calls.map(({ input }) => Math.min(200, (input as { pageSize: number }).pageSize)),
  )
})

test('lists the updates of all tasks with links to the tasks, without views', {
  meta: { spec: 'screens.home-pending-items' },
}, async () => {
  logIn()
  const records = [...happened, entry('view', 'Bob', { partyName: 'Hospital B' }, 6)].map((one) => ({
    ...one,
    content: { ...one.content, missionId: 't1', missionName: 'Heart' },
  }))
  fakeServer(on(ListMyActivity, () => ({ records, total: 4, size: 20, current: 1, pages: 1 })))
  renderPage(<RecentUpdates />, { language: 'en' })
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  const links = screen.getAllByRole('link', { name: 'Heart' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(3).fill('/mytask/mytaskDetail?id=t1'))
  expect(screen.getByText('Hospital B (Bob)').parentElement?.textContent).toBe('Heart Hospital B (Bob) signed')
})

test('lists the first four parties of a task and collapses the others', {
  meta: { spec: 'screens.task-participants' },
}, async () => {
  logIn()
  const parties = ['1001', '1002', '1003', '1004', '1005', '1006'].map((partyId, index) =>
    registration({ id: `r${partyId}`, partyId, partyName: `Hospital ${index + 1}` }),
  )
  const rest = { ownPartyId: '1001', inRun: [], isRecruiting: true, canRemind: false, contentType: null }
  renderPage(<PartiesPanel registrations={parties} {...rest} />, { language: 'en' })
  await screen.findByText('Hospital 4')
  expect(screen.queryByText('Hospital 5')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '… 2 more' }))
  expect(screen.getByText('Hospital 6')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(screen.queryByText('Hospital 5')).toBeNull()
})

test.each([
  ['queued', 'phase.queued'],
  ['submitted', 'phase.submitted'],
  ['waiting', 'phase.waiting'],
  ['running', 'status.training'],
  [undefined, 'status.training'],
] as const)('shows the state of a task whose run is %s', { meta: { spec: 'states.task-training' } }, (phase, key) => {
  expect(statusWord({ status: 'training', phase })).toBe(key)
  expect(statusWord({ status: 'completed', phase })).toBe('status.completed')
})
