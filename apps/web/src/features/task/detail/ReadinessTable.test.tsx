import type { NodeCondition, SoftwarePart } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { POLL_MS } from '../api.ts'
import { registration } from '../test-world.ts'
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
  ['en', 'other', 'edge has other code than the platform'],
  ['en', null, 'not ready'],
  ['cn', 'edge-older', '数据节点比平台旧：请升级数据节点'],
] as const)('the initiator sees which side is to be updated (%s, %s)', async (language, edgeCode, text) => {
  const other = registration({ edgeCode, readiness: { data: false, environment: false } })
  renderPage(<ReadinessTable registrations={[other]} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  ['en', 'used by a run', 'It was used for a run, and is good for one only.'],
  ['cn', '已用于一次训练', '一张票据只用于一次训练，此票据已用过。'],
] as const)('a ticket that paid for a run is not said to be of another plan (%s)', async (language, status, why) => {
  renderPage(<ReadinessTable registrations={[registration({ grant: 'stale', staleBecause: ['stages'] })]} />, {
    language,
  })
  expect(await screen.findByText(status)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.queryByText(/[Cc]hanged|变更|有变/)).toBeNull()
})

test('whose column holds something else is told, with both types', async () => {
  const typeMismatch = { column: 'age', ownType: 'text', taskType: 'integer' } as const
  const registrations = [registration({ id: 'r1' }), registration({ id: 'r2', partyName: 'Hospital B', typeMismatch })]
  renderPage(<ReadinessTable registrations={registrations} />, { language: 'en' })

  const row = await screen.findByRole('row', { name: /Hospital B/ })
  expect(row.textContent).toContain('Column age is text here, integer at the others.')
  expect(screen.getAllByText(/at the others/)).toHaveLength(1)
})

test('data, software and machine of each party are told, as they were found at it', async () => {
  const ready = { data: true, environment: true }
  const silent = { data: false, environment: false }
  failing.software = { '2': ['pages', 'superlink'], '3': ['edge', 'pages', 'storage', 'books', 'runner', 'supernode'] }
  failing.hardware = { '2': ['DiskPressure', 'MemoryPressure'], '3': ['NetworkUnavailable'] }
  const registrations = [
    registration({ id: 'r1', partyId: '1', partyName: 'Hospital A', readiness: ready }),
    registration({ id: 'r2', partyId: '2', partyName: 'Hospital B', readiness: ready }),
    registration({ id: 'r3', partyId: '3', partyName: 'Hospital C', readiness: silent, datasetId: null }),
  ]
  renderPage(<ReadinessTable registrations={registrations} />, { language: 'en' })
  await screen.findByText('well')

  const cellsOf = (party: string) =>
    within(screen.getByRole('row', { name: new RegExp(party) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Party', 'Data', 'Ticket', 'Software', 'Machine'])
  await screen.findByText('not heard of')
  expect(cellsOf('Hospital A').slice(2)).toEqual(['ready', 'well'])
  expect(cellsOf('Hospital B').slice(2)).toEqual(['not readySigning pages, Federation server', 'not wellDisk, Memory'])
  expect(cellsOf('Hospital C')[0]).toBe('not chosen')
  expect(cellsOf('Hospital C').slice(2)).toEqual(['not ready', 'not heard of'])
})

function PageOfOne() {
  const [environment, setEnvironment] = useState(true)
  return (
    <>
      <ReadinessTable registrations={[registration({ readiness: { data: true, environment } })]} />
      <button type="button" onClick={() => setEnvironment(false)}>
        falls ill
      </button>
    </>
  )
}

test.each([
  ['en', 'Check again'],
  ['cn', '重新检测'],
] as const)(
  'a machine is asked when opened, when its party is found ready or not, and on wish; by itself never (%s)',
  async (language, again) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderPage(<PageOfOne />, { language })
    await waitFor(() => expect(calls).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(2 * POLL_MS))
    expect(calls).toHaveLength(2)
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'falls ill' }))
    await waitFor(() => expect(calls).toHaveLength(4))
    await userEvent.click(screen.getByRole('button', { name: again }))
    await waitFor(() => expect(calls).toHaveLength(6))
  },
)
