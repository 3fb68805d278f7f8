import type { Inference, InferenceResult } from '@tessera/contract'
import { ListPredictedRows } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ResultView } from '../../features/inference/results/ResultView.tsx'
import { enterAs } from '../../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { atEdge } from './at-edge.ts'

const inference = {
  id: 'i1',
  modelId: 'm1',
  name: 'Yards',
  abilities: { run: true, delete: true },
  input: { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 96 },
  output: { kind: 'boxes', label: 'boxes', classes: ['cat', 'dog'], least: 0.05, overlap: 0.5 },
} as unknown as Inference

const boxed = (name: string, x: number, score: number) => ({ class: name, x, y: 0.1, w: 0.2, h: 0.1, score })
const yard = {
  id: 1,
  name: 'yard.jpg',
  boxes: JSON.stringify([boxed('cat', 0.1, 1), boxed('dog', 0.9, 1)]),
  path: 'pictures/x/000001.jpg',
  path_small: 'pictures/x/small/000001.webp',
  token: 't',
}
const result: InferenceResult = {
  type: 'yoloCollection',
  header: ['name', 'boxes'],
  predictions: [],
  resultPath: 'results/x.csv',
  rowCount: 1,
  accuracy: null,
  summary: {
    scores: { class: null, edges: [1], counts: [0, 1] },
    boxes: [
      { type: 'cat', found: 1, there: 1, predicted: 1 },
      { type: 'dog', found: 0, there: 1, predicted: 1 },
    ],
  },
}

test('counts the boxes that are found in a dataset, and marks found, missed and false boxes in each picture', {
  meta: { spec: 'screens.inference-result-detection' },
}, async () => {
  enterAs('edge-token')
  const predicted = [boxed('cat', 0.11, 0.9), boxed('dog', 0.5, 0.4)]
  const records = [{ kind: 'boxes' as const, data: yard, result: 'cat 1, dog 1', boxes: predicted }]
  fakeServer(on(ListPredictedRows, () => ({ records, total: 1, size: 10, current: 1, pages: 1 })))
  renderPage(<ResultView answerer={atEdge} result={result} inference={inference} />, { language: 'en' })
  const summary = await screen.findByLabelText('Boxes found and missed')
  const counts = [...summary.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(2).map(({ textContent }) => textContent),
  )
  expect(counts).toEqual([
    ['1', '0', '0'],
    ['0', '1', '1'],
  ])
  const rows = within(screen.getByLabelText('Individual pictures'))
  expect(rows.getByText('Most missed boxes and false alarms first.')).toBeTruthy()
  expect(await rows.findByText('1 found, 1 missed, 1 false alarm')).toBeTruthy()
  await userEvent.click(rows.getByText('View boxes'))
  const shown = await screen.findByLabelText('Objects in the picture')
  expect(within(shown).getByAltText('yard.jpg with 3 boxes').getAttribute('src')).toContain('000001.jpg')
  const words = [...within(shown).getByLabelText('List of boxes').children]
  expect(words.map(({ textContent }) => textContent)).toEqual([
    'cat 0.90: top left, 20% × 10% of the picture',
    'false alarm: dog 0.40: top, 20% × 10% of the picture',
    'missed: dog: top right, 20% × 10% of the picture',
  ])
  const lines = [...shown.querySelectorAll('rect')].map((line) => line.getAttribute('stroke-dasharray'))
  expect(new Set(lines).size).toBe(3)
})
