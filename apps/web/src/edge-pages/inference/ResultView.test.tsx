import type { Explanation, Inference, InferenceResult, InferenceSummary, Prediction } from '@tessera/contract'
import { ExplainRow, ListPredictedRows, VIEW_PICTURE_PATH } from '@tessera/contract/wire'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ResultView } from '../../features/inference/results/ResultView.tsx'
import { enterAs } from '../../lib/own-edge.ts'
import * as files from '../../lib/save-file.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { atEdge } from './at-edge.ts'

const result = {
  type: 'tabularCollection' as const,
  header: [],
  predictions: [],
  resultPath: 'results/r1.csv',
  rowCount: 40,
  accuracy: null,
} satisfies InferenceResult
const inference = {
  id: 'i1',
  modelId: 'm1',
  name: 'Screening',
  input: null,
  output: null,
  abilities: { run: false, delete: false },
} as unknown as Inference

test('shows beside the button why a result file cannot be fetched from the edge', async () => {
  enterAs('edge-token')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  renderPage(<ResultView answerer={atEdge} result={result} inference={inference} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Download result (CSV)' }))
  expect((await screen.findByRole('alert')).textContent).toContain(location.origin)
})

test('fetches the result file from the edge, and saves it under the name of the task', async () => {
  enterAs('edge-token')
  const saved = vi.spyOn(files, 'saveAs').mockImplementation(() => undefined)
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return new Response('id,prediction', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  })
  renderPage(<ResultView answerer={atEdge} result={result} inference={inference} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Download result (CSV)' }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'Screening.csv'))
  expect(fetched).toEqual([`${location.origin}/results/r1.csv`])
  saved.mockRestore()
})

test.each([
  ['en', /have an apostrophe in front of them, 3 in total/],
  ['cn', /前加了一个撇号，共 3 处/],
] as const)('shows a note only if cells of the result file were escaped (%s)', async (language, note) => {
  enterAs('edge-token')
  const shown = (harmlessCells?: number) =>
    renderPage(<ResultView answerer={atEdge} result={{ ...result, harmlessCells }} inference={inference} />, {
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
  ['en', 'Cluster number', '0.125 standard deviations from the cluster centre'],
  ['cn', '所属簇的编号', '距离簇中心 0.125 个标准差'],
] as const)(
  'shows the cluster of a single row and the row’s distance from its centre (%s)',
  async (language, term, away) => {
    enterAs('edge-token')
    const shown = { ...byForm, predictions: clusters.slice(0, 1) }
    renderPage(<ResultView answerer={atEdge} result={shown} inference={inference} />, { language })
    expect(await screen.findByText(term)).toBeTruthy()
    expect(screen.getByText('1')).toBeTruthy()
    expect(screen.getByText(away)).toBeTruthy()
  },
)

test('shows in a column how far each row is from the centre of its cluster', async () => {
  enterAs('edge-token')
  const shown = { ...byForm, predictions: clusters }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={inference} />, { language: 'en' })
  expect(await screen.findAllByText('Distance from the cluster centre, in standard deviations')).not.toEqual([])
  expect(screen.getByText('0.125')).toBeTruthy()
})

/** The card of a model that predicts several labels for a text. */
const findings: Inference = {
  ...inference,
  input: { kind: 'texts', name: 'c0', column: 'text', longest: 2000 },
  output: { kind: 'labels', label: 'found', classes: ['cough', 'fever'] },
}
const spoken = (cough: number, fever: number, found: string | null = null): Prediction => ({
  kind: 'labels',
  data: { text: 'a report', ...(found !== null && { found }) },
  result: [cough > 0.5 && 'cough', fever > 0.5 && 'fever'].filter(Boolean).join(', '),
  probabilities: { cough, fever },
})

test.each([
  ['en', 'no label applies', /Each label is predicted separately: labels above 50%/, 'speaks against cough'],
  ['cn', '没有适用的标签', /各标签分别判断：高于 50%/, '不支持“cough”'],
] as const)(
  'shows a bar for each label, and "no label" as a possible result (%s)',
  { meta: { spec: 'screens.multilabel-data' } },
  async (language, none, note, against) => {
    enterAs('edge-token')
    fakeServer(
      on(ExplainRow, () => ({
        ...({ method: 'left-out', unit: 'log-odds', class: 'cough', against: null } as const),
        columns: [],
        untold: [],
        pieces: [
          { text: 'a ', effect: 1 },
          { text: 'report', effect: -1 },
        ],
      })),
    )
    const show = (prediction: Prediction) => {
      const shown = { ...byForm, type: 'nlp' as const, header: ['text'], predictions: [prediction] }
      const used = { ...findings, abilities: { run: true, delete: true } }
      renderPage(<ResultView answerer={atEdge} result={shown} inference={used} />, { language })
    }
    show(spoken(0.9, 0.75))
    expect(await screen.findByText('cough, fever')).toBeTruthy()
    expect(screen.getByText(note)).toBeTruthy()
    expect(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['cough90.00%', 'fever75.00%'])
    expect((await screen.findAllByText(against)).length).toBeGreaterThan(0)
    cleanup()
    show(spoken(0.2, 0.1))
    expect(await screen.findByText(none)).toBeTruthy()
  },
)

test.each([
  ['en', 'Found and missed', 'Label', 'Most wrong labels first.', 'not fever'],
  ['cn', '找出与遗漏', '标签', '标签预测错误最多的在前。', '不是“fever”'],
] as const)(
  'counts each label of a dataset, and marks wrong labels of each row (%s)',
  async (language, part, head, order, wrong) => {
    enterAs('edge-token')
    fakeServer(
      on(ListPredictedRows, () => ({
        total: 2,
        size: 10,
        current: 1,
        pages: 1,
        records: [spoken(0.2, 0.9, '["cough"]'), spoken(0.1, 0.1, '[]')],
      })),
    )
    const summary: InferenceSummary = {
      results: [{ name: 'fever', rows: 1 }],
      scores: { class: null, edges: [], counts: [2] },
      labels: [
        { type: 'cough', found: 0, there: 1, predicted: 0 },
        { type: 'fever', found: 0, there: 0, predicted: 1 },
      ],
    }
    const shown = { ...result, type: 'nlpCollection' as const, header: ['text', 'found'], rowCount: 2, summary }
    renderPage(<ResultView answerer={atEdge} result={{ ...shown, accuracy: 0.5 }} inference={findings} />, { language })
    const counts = await screen.findByRole('region', { name: part })
    expect(within(counts).getByRole('columnheader', { name: head })).toBeTruthy()
    expect(within(counts).getByRole('rowheader', { name: 'cough' })).toBeTruthy()
    expect(await screen.findByText(order)).toBeTruthy()
    expect(await screen.findByText(wrong)).toBeTruthy()
  },
)

/** The card of a tumour model with the distribution of its training rows. */
const tumours: Inference = {
  ...inference,
  abilities: { run: true, delete: true },
  input: {
    kind: 'table',
    columns: [
      {
        name: 'c0',
        column: 'radius',
        kind: 'number',
        example: 14,
        seen: { points: [7, 14, 24.3], counts: [6, 250, 300, 13] },
      },
      {
        name: 'c1',
        column: 'side',
        kind: 'category',
        categories: ['left', 'right'],
        seen: { points: [], counts: [300, 269, 0] },
      },
    ],
  },
  output: { kind: 'classes', label: 'diagnosis', classes: ['benign', 'malignant'] },
}
const predictionOf = (data: Prediction['data'], malignant: number): Prediction => ({
  kind: 'classes',
  data,
  result: malignant > 0.5 ? 'malignant' : 'benign',
  probabilities: { benign: 1 - malignant, malignant },
})
const because = (change: Partial<Explanation> = {}): Explanation => ({
  method: 'linear',
  unit: 'log-odds',
  class: 'malignant',
  against: 'benign',
  untold: [],
  columns: [
    { column: 'radius', effect: 2.5, typical: 14 },
    { column: 'side', effect: -0.25, typical: 'left' },
  ],
  ...change,
})

function showAnswer(prediction: Prediction, explanation = because(), language: 'en' | 'cn' = 'en') {
  enterAs('edge-token')
  const { calls } = fakeServer(on(ExplainRow, () => explanation))
  const shown = { ...byForm, header: ['radius', 'side'], predictions: [prediction] }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language })
  return calls
}

test.each([
  ['en', 'Outside the training data', /Only 13 of 569 training rows are above 24.3/, 'Show the prediction anyway'],
  ['cn', '超出训练数据的范围', /569 条训练样本中只有 13 条大于 24.3/, '仍然查看预测结果'],
] as const)(
  'warns about a radius of 99999 before it shows the prediction (%s)',
  { meta: { spec: 'screens.prediction-explanation' } },
  async (language, title, reason, anyway) => {
    showAnswer(predictionOf({ radius: 99_999, side: 'left' }, 1), because(), language)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(title)).toBeTruthy()
    expect(within(alert).getByText(reason)).toBeTruthy()
    // The prediction is hidden until the user opens it.
    const certain = screen.getByText('100.00%')
    const folded = certain.closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getByText(anyway)).toBeTruthy()
  },
)

test('warns about a row with an unknown category, but not about one that is like the training rows', async () => {
  showAnswer(predictionOf({ radius: 15, side: 'middle' }, 0.9))
  expect(await screen.findByText(/Not one of the model’s categories/, { selector: 'li' })).toBeTruthy()
  cleanup()
  showAnswer(predictionOf({ radius: 15, side: 'right' }, 0.9))
  expect(await screen.findByText('90.00%')).toBeTruthy()
  expect(screen.queryByText('Outside the training data')).toBeNull()
})

test.each([
  ['en', 'Why this prediction', /^Exact: the model is a sum over its features/, 'Show as table', 'As a factor'],
  ['cn', '预测依据', /^精确值：模型将各特征的贡献相加/, '以表格查看', '换算为倍数'],
] as const)(
  'explains a prediction by the method and by the columns, as a chart and a table (%s)',
  async (language, title, method, asTable, factor) => {
    const calls = showAnswer(predictionOf({ radius: 20, side: 'right', note: 'of nobody' }, 0.9), because(), language)
    const why = await screen.findByRole('region', { name: title })
    expect(await within(why).findByText(method)).toBeTruthy()
    await userEvent.click(within(why).getByRole('button', { name: asTable }))
    const [, radius, side] = within(within(why).getByRole('table')).getAllByRole('row')
    expect(radius?.textContent).toBe('radius2014+2.5012.2')
    expect(side?.textContent).toBe('siderightleft−0.2500.779')
    expect(within(why).getByRole('columnheader', { name: factor })).toBeTruthy()
    // Only columns that the model uses are sent to the edge.
    const request = calls.find(({ path }) => path === ExplainRow.path)?.input
    expect(request).toEqual({ inferenceId: 'i1', row: { radius: 20, side: 'right' } })
  },
)

test.each([
  ['en', /^Exact: each bar is the Shapley value of a feature/],
  ['cn', /^精确值：每个条形是该特征的 Shapley 值/],
] as const)('explains the Shapley values of a tree model (%s)', async (language, method) => {
  const columns = [{ column: 'radius', effect: 0.125, typical: null }]
  const change = { method: 'paths', columns } as const
  showAnswer(predictionOf({ radius: 20, side: 'right' }, 0.9), because(change), language)
  expect(await screen.findByText(method)).toBeTruthy()
})

test('labels an approximate explanation as such, and names columns without an effect', async () => {
  const columns = [{ column: 'radius', effect: 0.125, typical: null }]
  const change = { method: 'replaced', unit: 'probability', against: null, columns, untold: ['side'] } as const
  showAnswer(predictionOf({ radius: 20, side: 'right' }, 0.9), because({ ...change, untold: [...change.untold] }))
  expect(await screen.findByText(/^An approximation/)).toBeTruthy()
  expect(screen.getByText(/Contributions cannot be computed for: side\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByText('+12.5 points')).toBeTruthy()
})

test('describes in words where the row is among the training rows', {
  meta: { spec: 'screens.prediction-explanation' },
}, async () => {
  showAnswer(predictionOf({ radius: 14, side: 'right' }, 0.9))
  expect(await screen.findByText('About 45% of the training rows are below.')).toBeTruthy()
  expect(screen.getByText('269 of 569 training rows have this category.')).toBeTruthy()
})

const summary = (change: Partial<InferenceSummary> = {}): InferenceSummary => ({
  results: [
    { name: 'benign', rows: 30 },
    { name: 'malignant', rows: 10 },
  ],
  scores: { class: 'malignant', edges: [0.5], counts: [30, 10] },
  confusion: [
    [25, 2],
    [4, 8],
    [1, 0],
  ],
  outside: { rows: 3, columns: [{ column: 'radius', rows: 3 }] },
  ...change,
})

test('shows for a dataset the confusion matrix, the distribution, and wrong rows first', {
  meta: { spec: 'screens.inference-result-collection' },
}, async () => {
  enterAs('edge-token')
  const rows = [
    predictionOf({ id: '7', radius: '30', side: 'left', diagnosis: 'benign' }, 0.99),
    predictionOf({ id: '1', radius: '9', side: 'left', diagnosis: 'benign' }, 0.1),
  ]
  const { calls } = fakeServer(
    on(ExplainRow, () => because()),
    on(ListPredictedRows, ({ pageNo = 1 }) => ({ records: rows, total: 40, size: 10, current: pageNo, pages: 4 })),
  )
  const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary(), accuracy: 0.825 }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language: 'en' })

  const matrix = await screen.findByRole('region', { name: 'Confusion matrix' })
  expect(screen.getByText(/^40 rows with the label diagnosis: 82.50% of the predictions agree/)).toBeTruthy()
  expect(within(matrix).getByRole('row', { name: /^none of these/ }).textContent).toContain('1')
  expect(within(matrix).getByRole('row', { name: /^malignant/ }).textContent).toContain('8')
  const spread = screen.getByRole('region', { name: 'Distribution of predictions' })
  expect(within(spread).getByText('benign: 30 rows · malignant: 10 rows')).toBeTruthy()
  await userEvent.click(within(spread).getByRole('button', { name: 'Show as table' }))
  expect(within(spread).getByRole('row', { name: 'above 50% 10' })).toBeTruthy()
  expect(screen.getByText('3 rows are outside the range of the training data (7.50% of 40)')).toBeTruthy()

  const list = screen.getByRole('region', { name: 'Individual rows' })
  expect(within(list).getByText('Wrong predictions first, starting with the most confident.')).toBeTruthy()
  expect(await within(list).findByText('Outside: radius')).toBeTruthy()
  expect(within(list).getByText('a guess')).toBeTruthy()
  expect(within(list).queryByText('99.00%')).toBeNull()
  await userEvent.click(within(list).getByTitle('2'))
  const requests = calls.filter(({ path }) => path === ListPredictedRows.path)
  expect(requests.map(({ input }) => input)).toMatchObject([{ pageNo: 1, pageSize: 10 }, { pageNo: 2 }])
  expect(requests[0]?.url).toContain(`${location.origin}/`)

  await userEvent.click(within(list).getAllByRole('button', { name: 'Why?' })[0] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Why “malignant”' })).toBeTruthy()
})

test.each([
  [
    'en',
    /^4 33.33% ?: observed malignant, predicted benign/,
    'Only 4 rows: observed malignant, predicted benign.',
    'Most confident predictions first.',
    'Show all rows',
    'Wrong predictions first, starting with the most confident.',
  ],
  [
    'cn',
    /^4 33.33% ?：真实值为 malignant，预测为 benign/,
    '仅显示 4 条样本：真实值为 malignant，预测为 benign。',
    '置信度最高的在前。',
    '显示全部样本',
    '预测错误的在前，其中置信度最高的排在最前。',
  ],
] as const)(
  'opens the rows of a cell of the matrix, also by keyboard (%s)',
  { meta: { spec: 'screens.confusion-matrix-rows' } },
  async (language, name, only, sure, all, wrong) => {
    enterAs('edge-token')
    const row = predictionOf({ id: '7', radius: '30', side: 'left', diagnosis: 'malignant' }, 0.1)
    const { calls } = fakeServer(
      on(ListPredictedRows, ({ pageNo = 1, truth }) => {
        const total = truth === undefined ? 40 : 14
        return { records: [row], total, size: 10, current: pageNo, pages: Math.ceil(total / 10) }
      }),
    )
    const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
    renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language })
    const list = await screen.findByRole('region', {
      name: language === 'en' ? 'Individual rows' : '逐条查看样本',
    })
    await userEvent.click(await within(list).findByTitle('3'))

    const cell = screen.getByRole('button', { name })
    expect(cell.getAttribute('aria-pressed')).toBe('false')
    cell.focus()
    await userEvent.keyboard('{Enter}')
    expect((await within(list).findByText(only)).getAttribute('role')).toBe('status')
    expect(within(list).getByText(sure)).toBeTruthy()
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    expect(document.activeElement).toBe(within(list).getByRole('heading', { level: 3 }))
    const requests = () => calls.filter(({ path }) => path === ListPredictedRows.path).map(({ input }) => input)
    await waitFor(() => expect(requests().at(-1)).toMatchObject({ truth: 1, predicted: 0, pageNo: 1 }))
    await waitFor(() => expect(within(list).queryByTitle('3')).toBeNull())
    await userEvent.click(within(list).getByTitle('2'))
    await waitFor(() => expect(requests().at(-1)).toMatchObject({ truth: 1, predicted: 0, pageNo: 2 }))

    await userEvent.click(within(list).getByRole('button', { name: all }))
    expect(await within(list).findByText(wrong)).toBeTruthy()
    expect(within(list).queryByText(only)).toBeNull()
    expect(document.activeElement).toBe(within(list).getByRole('heading', { level: 3 }))
    await waitFor(() => expect(requests().at(-1)).not.toHaveProperty('truth'))
  },
)

test('lets users click only cells of the matrix that have rows', {
  meta: { spec: 'screens.confusion-matrix-rows' },
}, async () => {
  enterAs('edge-token')
  const { calls } = fakeServer(on(ListPredictedRows, () => ({ records: [], total: 1, size: 10, current: 1, pages: 1 })))
  const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language: 'en' })
  const others = await screen.findByRole('row', { name: /^none of these/ })
  expect(within(others).getAllByRole('button')).toHaveLength(1)
  await userEvent.click(within(others).getByRole('button'))
  expect(await screen.findByText('Only 1 row: observed none of these, predicted benign.')).toBeTruthy()
  const requests = calls.filter(({ path }) => path === ListPredictedRows.path)
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
})

test('shows all rows if the address refers to a cell of the confusion matrix that does not exist', {
  meta: { spec: 'screens.confusion-matrix-rows' },
}, async () => {
  enterAs('edge-token')
  const { calls } = fakeServer(on(ListPredictedRows, () => ({ records: [], total: 1, size: 10, current: 1, pages: 1 })))
  const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, {
    language: 'en',
    path: '/?truth=9&predicted=0',
  })
  expect(await screen.findByText('Wrong predictions first, starting with the most confident.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all rows' })).toBeNull()
  await waitFor(() => expect(calls.some(({ path }) => path === ListPredictedRows.path)).toBe(true))
  expect(calls.find(({ path }) => path === ListPredictedRows.path)?.input).not.toHaveProperty('truth')
})

test('shows residuals for a regression, and only the result file if there is no summary', async () => {
  enterAs('edge-token')
  fakeServer(on(ListPredictedRows, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })))
  const { confusion: _of_classes, outside: _outside, results: _results, ...rest } = summary()
  const off = { edges: [0], counts: [2, 3], rows: 5, mean: -1, mae: 3, rmse: 3.5 }
  const numbers = { ...rest, scores: { class: null, edges: [], counts: [5] }, residuals: off }
  const days = { ...tumours, output: { kind: 'number', label: 'days' } } as Inference
  const shown = { ...result, header: ['radius', 'side', 'days'], summary: numbers }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={days} />, { language: 'en' })
  expect(
    await screen.findByText(
      'Observed minus predicted value for 5 rows of this dataset that have days, in its own unit.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('3.50')).toBeTruthy()
  expect(screen.getByText('Largest errors first.')).toBeTruthy()
  cleanup()
  renderPage(<ResultView answerer={atEdge} result={result} inference={days} />, { language: 'en' })
  await screen.findByRole('button', { name: /CSV/ })
  expect(screen.queryByRole('region', { name: 'Individual rows' })).toBeNull()
})

test.each([
  ['en', 'Most missed entities and false alarms first.', 'Most frequent errors', ['Kind', 'Missed', 'False alarms']],
  ['cn', '遗漏和误报实体最多的在前。', '最常出错的实体', ['类型', '遗漏', '误报']],
] as const)(
  'lists the entities of a dataset that are most often wrong, and the order of its texts (%s)',
  { meta: { spec: 'screens.inference-result-entities' } },
  async (...given) => {
    const [language, order, title, heads] = given
    enterAs('edge-token')
    fakeServer(on(ListPredictedRows, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })))
    const entities = [{ type: 'WHO', found: 1, there: 2, predicted: 1 }]
    const mistakes = [
      { text: 'Dr Ash', type: 'WHO', missed: 1_200, falseAlarms: 0 },
      { text: 'May', type: 'WHEN', missed: 0, falseAlarms: 3 },
    ]
    const found = { scores: { class: null, edges: [1], counts: [0, 1] }, entities, mistakes }
    const shown = { ...result, type: 'nlpCollection' as const, header: ['tokens', 'tags'], summary: found }
    const notes = { ...tumours, output: { kind: 'entities', label: 'tags', classes: ['WHO'] } } as Inference
    renderPage(<ResultView answerer={atEdge} result={shown} inference={notes} />, { language })
    expect(await screen.findByText(order)).toBeTruthy()
    const rows = within(screen.getByRole('region', { name: title })).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      [...heads],
      ['Dr Ash · WHO', '1,200', '0'],
      ['May · WHEN', '0', '3'],
    ])
    expect(screen.queryByText(/does not contain the label|数据中没有标签/)).toBeNull()
  },
)

test('fetches the party’s own picture from its edge to explain a prediction', async () => {
  enterAs('edge-token')
  const input = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
  const seen: Prediction = {
    kind: 'classes',
    result: 'malignant',
    probabilities: { benign: 0.1, malignant: 0.9 },
    data: { id: '7', name: 'seven.png', path: 'pictures/d1/7.png', path_small: 'pictures/d1/s/7.webp', token: 'opens' },
  }
  const { calls } = fakeServer(
    on(ListPredictedRows, () => ({ records: [seen], total: 1, size: 10, current: 1, pages: 1 })),
    on(ExplainRow, () => ({
      ...({ method: 'covered', unit: 'log-odds', class: 'malignant', against: 'benign' } as const),
      columns: [],
      untold: [],
      parts: { across: 3, effects: [0, 0, 2, 0, -1, 0, 0, 0, 0] },
    })),
  )
  const server = fetch
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!String(address).includes(VIEW_PICTURE_PATH)) return server(address, init)
    fetched.push(new URL(address).search)
    return new Response(Uint8Array.of(1, 2, 3), { headers: { 'content-type': 'image/png' } })
  })
  const shown = { ...result, header: ['name'], summary: summary() }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={{ ...tumours, input }} />, { language: 'en' })

  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  const why = await screen.findByRole('dialog', { name: 'Why “malignant”' })
  expect(await within(why).findByText('The strongest support for malignant: top right.')).toBeTruthy()
  expect(fetched).toEqual(['?path=pictures%2Fd1%2F7.png&token=opens'])
  const row = { name: 'seven.png', file: btoa('\u0001\u0002\u0003') }
  expect(calls.filter(({ path }) => path === ExplainRow.path).map((call) => call.input)).toMatchObject([{ row }])
})

test.each([
  ['en', /No score: the labels in “ill” do not match/, 'Only in the data: sick, well', 'The model’s classes: no, yes'],
  ['cn', /没有得分：“ill”中标签的名称/, '仅见于数据：sick、well', '模型的类别：no、yes'],
] as const)(
  'shows no score for labels that do not match the classes, and lists both (%s)',
  async (language, title, data, classes) => {
    enterAs('edge-token')
    const output = { kind: 'classes' as const, label: 'ill', classes: ['no', 'yes'] }
    const row: Prediction = {
      kind: 'classes',
      result: 'yes',
      data: { ill: 'sick' },
      probabilities: { no: 0.1, yes: 0.9 },
    }
    fakeServer(on(ListPredictedRows, () => ({ total: 1, size: 10, current: 1, pages: 1, records: [row] })))
    const summary: InferenceSummary = {
      results: [{ name: 'yes', rows: 3 }],
      scores: { class: 'yes', edges: [], counts: [3] },
      otherLabels: {
        isScored: false,
        names: [
          { name: 'sick', rows: 2 },
          { name: 'well', rows: 1 },
        ],
      },
    }
    const shown = { ...result, header: ['ill'], rowCount: 3, summary }
    renderPage(<ResultView answerer={atEdge} result={shown} inference={{ ...inference, output }} />, { language })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(title)
    expect(within(alert).getByText(data)).toBeTruthy()
    expect(within(alert).getByText(classes)).toBeTruthy()
    // This row is marked as neither correct nor wrong.
    const cell = await screen.findByRole('cell', { name: 'sick' })
    expect(cell.querySelector('svg')).toBeNull()
  },
)
