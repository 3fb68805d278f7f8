import type { NodeCondition, SoftwarePart } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { registration } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { POLL_MS } from '../api.ts'
import { ReadinessTable } from './ReadinessTable.tsx'

const failing: { software: Record<string, SoftwarePart[]>; hardware: Record<string, NodeCondition[]> } = {
  software: {},
  hardware: {},
}

let calls: unknown[] = []

beforeEach(() => {
  failing.software = {}
  failing.hardware = {}
  logIn()
  calls = fakeServer(
    on(ListFailingSoftware, ({ partyId = '' }) => failing.software[partyId] ?? []),
    on(ListFailingHardware, ({ partyId = '' }) => failing.hardware[partyId] ?? []),
  ).calls
})

test.each([
  ['en', 'edge-older', 'edge older than the platform: update the edge'],
  ['en', 'platform-older', 'edge newer than the platform: update the platform'],
  ['en', 'other', 'edge and platform have different code'],
  ['en', null, 'not ready'],
  ['cn', 'edge-older', '数据节点比平台旧：请升级数据节点'],
] as const)(
  'tells the initiator whether the edge or the platform has to be updated (%s, %s)',
  async (language, edgeCode, text) => {
    const other = registration({ edgeCode, readiness: { data: false, environment: false } })
    renderPage(<ReadinessTable contentType={null} registrations={[other]} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test.each([
  ['en', 'already used for a run', 'The ticket was used for a run. A ticket is valid for one run only.'],
  ['cn', '已用于一次训练', '一份授权书只用于一次训练，此授权书已使用。'],
] as const)('shows a ticket that a run has consumed as used, not as outdated (%s)', async (language, status, why) => {
  renderPage(
    <ReadinessTable contentType={null} registrations={[registration({ grant: 'stale', staleBecause: ['stages'] })]} />,
    {
      language,
    },
  )
  expect(await screen.findByText(status)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.queryByText(/[Cc]hanged|变更|有变/)).toBeNull()
})

test('names the party whose column has another type, and both types', async () => {
  const typeMismatch = { column: 'age', ownType: 'text', taskType: 'integer' } as const
  const registrations = [registration({ id: 'r1' }), registration({ id: 'r2', partyName: 'Hospital B', typeMismatch })]
  renderPage(<ReadinessTable contentType={null} registrations={registrations} />, { language: 'en' })

  const row = await screen.findByRole('row', { name: /Hospital B/ })
  expect(row.textContent).toContain('Column age is text here, but integer at the other parties.')
  expect(screen.getAllByText(/at the other parties/)).toHaveLength(1)
})

test('shows the data, software and machine of each party', {
  meta: { spec: 'screens.start-panel' },
}, async () => {
  const ready = { data: true, environment: true }
  const silent = { data: false, environment: false }
  failing.software = { '2': ['pages', 'superlink'], '3': ['edge', 'pages', 'storage', 'books', 'runner', 'supernode'] }
  failing.hardware = { '2': ['DiskPressure', 'MemoryPressure'], '3': ['NetworkUnavailable'] }
  const registrations = [
    registration({ id: 'r1', partyId: '1', partyName: 'Hospital A', readiness: ready }),
    registration({ id: 'r2', partyId: '2', partyName: 'Hospital B', readiness: ready }),
    registration({ id: 'r3', partyId: '3', partyName: 'Hospital C', readiness: silent, datasetId: null }),
  ]
  renderPage(<ReadinessTable contentType={null} registrations={registrations} />, { language: 'en' })
  await screen.findByText('healthy')

  const cellsOf = (party: string) =>
    within(screen.getByRole('row', { name: new RegExp(party) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Party', 'Data', 'Ticket', 'Software', 'Machine'])
  await screen.findByText('no signal')
  expect(cellsOf('Hospital A').slice(2)).toEqual(['ready', 'healthy'])
  expect(cellsOf('Hospital B').slice(2)).toEqual([
    'not readySigning pages, Federation server',
    'checks failedDisk, Memory',
  ])
  expect(cellsOf('Hospital C')[0]).toBe('not chosen')
  expect(cellsOf('Hospital C').slice(2)).toEqual(['not ready', 'no signal'])
})

function PageOfOne() {
  const [environment, setEnvironment] = useState(true)
  return (
    <>
      <ReadinessTable contentType={null} registrations={[registration({ readiness: { data: true, environment } })]} />
      <button type="button" onClick={() => setEnvironment(false)}>
        environment fails
      </button>
    </>
  )
}

test.each([
  ['en', 'Check again'],
  ['cn', '重新检测'],
] as const)(
  'checks a machine when the table opens, when its party’s state changes and on request, but never periodically (%s)',
  { meta: { spec: 'screens.start-panel' } },
  async (language, again) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderPage(<PageOfOne />, { language })
    await waitFor(() => expect(calls).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(2 * POLL_MS))
    expect(calls).toHaveLength(2)
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'environment fails' }))
    await waitFor(() => expect(calls).toHaveLength(4))
    await userEvent.click(screen.getByRole('button', { name: again }))
    await waitFor(() => expect(calls).toHaveLength(6))
  },
)
