import { AppError } from '@tessera/contract'
import { CheckHealth, ListFailingSoftware } from '@tessera/contract/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../testing/world.tsx'
import { EdgeHealthMark } from '../ui/index.ts'

afterEach(() => vi.useRealTimers())

const party = testParty({ edgeUrl: 'https://edge.example:9101' })
const softwareFine = on(ListFailingSoftware, () => [])
const mark = () => document.querySelector('[data-health]') as HTMLElement
const number = () => mark().dataset.health

test('reports an edge’s health as a code with a text, checked every 30 seconds and on demand', {
  meta: { spec: 'states.edge-health' },
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  logIn({ party })
  const first = Promise.withResolvers<void>()
  let answers: 'ok' | 'failed' = 'ok'
  const { calls } = fakeServer(
    on(CheckHealth, async () => {
      await first.promise
      if (answers === 'failed') throw new AppError('internal')
      return { status: 'ok' as const }
    }),
  )
  renderPage(<EdgeHealthMark party={party} />, { language: 'en' })
  expect(await screen.findByRole('button', { name: 'Edge not checked' })).toBe(mark())
  expect(number()).toBe('0')
  first.resolve()
  expect(await screen.findByRole('button', { name: 'Edge connected' })).toBe(mark())
  expect(number()).toBe('1')
  expect(calls[0]?.url).toBe('https://edge.example:9101/healthz')
  expect(calls[0]?.headers.get('x-access-token')).toBeNull()

  answers = 'failed'
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await waitFor(() => expect(number()).toBe('2'))
  vi.useRealTimers()
  await userEvent.click(mark())
  expect(await screen.findByRole('alert')).toBeTruthy()
  answers = 'ok'
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(number()).toBe('1'))
  expect(await screen.findByText(/This browser can reach the edge/)).toBeTruthy()
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), /does not trust its certificate/],
  ['answers 404', () => Promise.resolve(new Response('nothing here', { status: 404 })), /Edge service error/],
])(
  'explains that the edge %s and links to the certificate help',
  { meta: { spec: 'errors.edge-health-check' } },
  async (_what, answer, words) => {
    logIn({ party })
    fakeServer(softwareFine)
    const platform = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith('https://edge.example') ? answer() : platform(url, init),
    )
    renderPage(<EdgeHealthMark party={party} />, { language: 'en' })
    await userEvent.click(await screen.findByRole('button', { name: 'Edge unreachable' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(screen.getByRole('button', { name: 'Certificate help' })).toBeTruthy()
  },
)

test('sends no health check for a party without an edge', async () => {
  const without = testParty({ edgeUrl: null })
  logIn({ party: without })
  const { calls } = fakeServer()
  renderPage(<EdgeHealthMark party={without} />, { language: 'cn' })
  expect(await screen.findByRole('button', { name: '尚无数据节点' })).toBeTruthy()
  expect(calls).toEqual([])
})
