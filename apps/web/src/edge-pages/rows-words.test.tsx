import type { Inference, InferenceResult, ModelInput } from '@tessera/contract'
import { GetEdgeSession, GetGraphSample, GetHeldDataset, ListClasses, ListPredictedRows } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatasetInput } from '../features/inference/inputs/DatasetInput.tsx'
import { ResultView } from '../features/inference/results/ResultView.tsx'
import { enterAs } from '../lib/own-edge.ts'
import { heart } from '../testing/dataset.ts'
import { KINDS_IN_WORDS, OF_TABLES } from '../testing/kinds.ts'
import { session } from '../testing/signing.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { ClassesPage } from './classes/ClassesPage.tsx'
import { atEdge } from './inference/at-edge.ts'

/**
 * Tests that edge pages use the right words for data other than tables. `app/rows-words.test.tsx` tests the console.
 */

const CONSOLE = 'https://console.example'
const meta = document.createElement('meta')
const around = { postMessage: () => {} } as unknown as Window
const clusters = [
  { name: 'calm', count: 24 },
  { name: 'dividing', count: 12 },
  { name: 'torn', count: 2 },
]

beforeEach(() => {
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

const consoleSays = (data: unknown) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: CONSOLE, source: around })))

test.each(KINDS_IN_WORDS)(
  'uses the word for the kind of data in predictions for a dataset (%s, %s)',
  async (...given) => {
    const [language, contentType, many, count] = given
    fakeServer(
      on(ListPredictedRows, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })),
      on(GetGraphSample, () => ({ nodes: [], edges: [], nodeCount: 0, edgeCount: 0, graphCount: 0 })),
    )
    const result: InferenceResult = {
      type: `${contentType}Collection`,
      header: ['label'],
      predictions: [],
      resultPath: 'results/r1.csv',
      rowCount: 36,
      accuracy: 0.75,
      summary: {
        results: [{ name: 'calm', rows: 24 }],
        scores: { class: 'calm', edges: [0.5], counts: [12, 24] },
        confusion: [
          [20, 4],
          [5, 7],
        ],
        labels: [{ type: 'calm', found: 20, there: 24, predicted: 25 }],
      },
    }
    const inference = {
      id: 'i1',
      modelId: 'm1',
      name: 'Cells',
      input: null as ModelInput | null,
      output: { kind: 'classes', label: 'label', classes: ['calm', 'dividing'] },
      abilities: { run: false, delete: false },
    } as unknown as Inference
    const datasets = { data: [heart({ contentType, rowCount: 30 })] } as unknown as Parameters<
      typeof DatasetInput
    >[0]['datasets']
    const { container } = renderPage(
      <>
        <DatasetInput columns={[]} datasets={datasets} isPending={false} error={null} onSubmit={() => {}} />
        <ResultView answerer={atEdge} result={result} inference={inference} />
      </>,
      { language, path: '/?truth=0&predicted=1' },
    )
    await waitFor(() => expect(container.textContent).toContain(count(36)))
    expect(container.textContent).toContain(count(24))
    await waitFor(() => expect(container.textContent).toContain(count(4)))
    expect(container.textContent).toContain(many)
    fireEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Show as table' : '以表格查看' }))
    const counted = language === 'en' ? `Number of ${many}` : `${many}数`
    expect(screen.getByRole('columnheader', { name: counted })).toBeTruthy()
    expect(container.textContent).not.toMatch(OF_TABLES[language])
  },
)

test.each(KINDS_IN_WORDS)('uses the word for the kind of data in the choice of classes (%s, %s)', async (...given) => {
  const [language, contentType, many, count] = given
  const dataset = heart({ contentType, columns: ['label'], columnTypes: { label: 'text' }, rowCount: 38 })
  fakeServer(
    on(GetEdgeSession, session),
    on(GetHeldDataset, () => dataset),
    on(ListClasses, () => clusters),
  )
  const { container } = renderPage(<ClassesPage taskId="t1" />, { path: '/choose-classes?id=d1', language })
  await waitFor(() => expect(container.textContent).not.toBe(''))
  await consoleSays({
    say: 'classes',
    label: 'label',
    isInitiator: true,
    canName: true,
    isSigned: true,
    named: { own: [], initiator: [] },
    rows: [{ name: 'calm', rows: 55, thin: null }],
  })
  await waitFor(() => expect(container.textContent).toContain(count(24)))
  expect(container.textContent).toContain(count(55))
  expect(container.textContent).not.toMatch(OF_TABLES[language])
  // The classes of a graph cannot be selected, because a graph is offered as a whole.
  if (contentType === 'graph') return
  fireEvent.click(screen.getByRole('checkbox', { name: /torn/ }))
  expect(screen.getByRole('status').textContent).toContain(count(38))
  expect(container.textContent).toContain(many)
  expect(container.textContent).not.toMatch(OF_TABLES[language])
})
