import type { Inference, InferenceResult } from '@tessera/contract'
import { GetEdgeToken, ListFailingSoftware } from '@tessera/contract/wire'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { ResultView } from './ResultView.tsx'

const result = {
  type: 'tabularCollection' as const,
  header: [],
  predictions: [],
  resultPath: 'results/r1.csv',
  rowCount: 40,
  accuracy: null,
} satisfies InferenceResult
const inference = { id: 'i1', modelId: 'm1', name: 'Screening', output: null } as Inference

test('a result that cannot be fetched from the edge says why, beside its button', async () => {
  logIn()
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ListFailingSoftware, (): ['edge'] => ['edge']),
  )
  renderPage(<ResultView result={result} inference={inference} partyName="Renhe" />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Download the result (CSV)' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/127.0.0.1:9101.* is not running/)
})

test.each([
  ['en', /with an apostrophe before them, 3 in all/],
  ['cn', /前加了一个撇号，共 3 处/],
] as const)('a file in which cells were made harmless says so (%s), others do not', async (language, note) => {
  logIn()
  const shown = (harmlessCells?: number) =>
    renderPage(<ResultView result={{ ...result, harmlessCells }} inference={inference} partyName="Renhe" />, {
      language,
    })
  shown(3)
  expect(await screen.findByText(note)).toBeTruthy()
  cleanup()
  for (const harmlessCells of [0, undefined]) {
    shown(harmlessCells)
    await screen.findByRole('button', { name: /CSV/ })
    expect(screen.queryByText(note)).toBeNull()
    cleanup()
  }
})

const clusters: InferenceResult['predictions'] = [
  { kind: 'clusters', data: { age: 61 }, result: '1', distance: 0.125 },
  { kind: 'clusters', data: { age: 40 }, result: '0', distance: 2 },
]
const byForm = { ...result, type: 'tabular' as const, header: ['age'], resultPath: null }

test.each([
  ['en', 'Number of its cluster', '0.125 deviations from the middle of its cluster'],
  ['cn', '所属簇的编号', '距离簇中心 0.125 个标准差'],
] as const)('one row is told its cluster and how far its middle is (%s)', async (language, term, away) => {
  logIn()
  const shown = { ...byForm, predictions: clusters.slice(0, 1) }
  renderPage(<ResultView result={shown} inference={inference} partyName="Renhe" />, { language })
  expect(await screen.findByText(term)).toBeTruthy()
  expect(screen.getByText('1')).toBeTruthy()
  expect(screen.getByText(away)).toBeTruthy()
})

test('several rows have their distances in a column', async () => {
  logIn()
  const shown = { ...byForm, predictions: clusters }
  renderPage(<ResultView result={shown} inference={inference} partyName="Renhe" />, { language: 'en' })
  expect(await screen.findAllByText('Distance from the middle of its cluster, in deviations')).not.toEqual([])
  expect(screen.getByText('0.125')).toBeTruthy()
})
