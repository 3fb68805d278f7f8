import type { Explanation, Inference, InferenceResult, InferenceSummary, Prediction } from '@tessera/contract'
import { ExplainRow, ListPredictedRows, VIEW_PICTURE_PATH } from '@tessera/contract/wire'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ResultView } from '../../features/inference/ResultView.tsx'
import { enterAs } from '../../lib/own-edge.ts'
import * as files from '../../lib/save-file.ts'
import { fakeServer, on, renderPage } from '../../lib/testing.tsx'
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
  ...{ id: 'i1', modelId: 'm1', name: 'Screening', input: null, output: null },
  abilities: { run: false, delete: false },
} as unknown as Inference

test('a result that cannot be fetched from the edge says why, beside its button', async () => {
  enterAs('edge-token')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  renderPage(<ResultView answerer={atEdge} result={result} inference={inference} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Download the result (CSV)' }))
  expect((await screen.findByRole('alert')).textContent).toContain(location.origin)
})

test('the file of a result is fetched from the edge that serves the page, and saved under the name of its task', async () => {
  enterAs('edge-token')
  const saved = vi.spyOn(files, 'saveAs').mockImplementation(() => undefined)
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return new Response('id,prediction', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  })
  renderPage(<ResultView answerer={atEdge} result={result} inference={inference} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Download the result (CSV)' }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'Screening.csv'))
  expect(fetched).toEqual([`${location.origin}/results/r1.csv`])
  saved.mockRestore()
})

test.each([
  ['en', /with an apostrophe before them, 3 in all/],
  ['cn', /前加了一个撇号，共 3 处/],
] as const)('a file in which cells were made harmless says so (%s), others do not', async (language, note) => {
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
  ['en', 'Number of its cluster', '0.125 deviations from the middle of its cluster'],
  ['cn', '所属簇的编号', '距离簇中心 0.125 个标准差'],
] as const)('one row is told its cluster and how far its middle is (%s)', async (language, term, away) => {
  enterAs('edge-token')
  const shown = { ...byForm, predictions: clusters.slice(0, 1) }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={inference} />, { language })
  expect(await screen.findByText(term)).toBeTruthy()
  expect(screen.getByText('1')).toBeTruthy()
  expect(screen.getByText(away)).toBeTruthy()
})

test('several rows have their distances in a column', async () => {
  enterAs('edge-token')
  const shown = { ...byForm, predictions: clusters }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={inference} />, { language: 'en' })
  expect(await screen.findAllByText('Distance from the middle of its cluster, in deviations')).not.toEqual([])
  expect(screen.getByText('0.125')).toBeTruthy()
})

/** A model of what a report speaks of. */
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
  ['en', 'no label applies', /Each label by itself: those above 50%/, 'speaks against cough'],
  ['cn', '没有适用的标签', /各标签分别判断：高于 50%/, '反对“cough”'],
] as const)(
  'each of several labels has its bar, and none is an answer too (%s)',
  async (language, none, note, against) => {
    enterAs('edge-token')
    fakeServer(
      on(ExplainRow, () => ({
        ...({ method: 'left-out', unit: 'log-odds', class: 'cough', against: null } as const),
        ...{
          columns: [],
          untold: [],
          pieces: [
            { text: 'a ', effect: 1 },
            { text: 'report', effect: -1 },
          ],
        },
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
  ['en', 'Found and missed', 'Label', 'Those with most wrong labels first.', 'not fever'],
  ['cn', '找出与遗漏', '标签', '标签预测错误最多的在前。', '不是“fever”'],
] as const)(
  'of a dataset each label is counted, and each row’s labels are told right or wrong (%s)',
  async (language, part, head, order, wrong) => {
    enterAs('edge-token')
    fakeServer(
      on(ListPredictedRows, () => ({
        ...{ total: 2, size: 10, current: 1, pages: 1 },
        records: [spoken(0.2, 0.9, '["cough"]'), spoken(0.1, 0.1, '[]')],
      })),
    )
    const summary: InferenceSummary = {
      results: [{ name: 'fever', rows: 1 }],
      scores: { class: null, edges: [], counts: [2] },
      labels: [
        { type: 'cough', found: 0, there: 1, said: 0 },
        { type: 'fever', found: 0, there: 0, said: 1 },
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

/** A model of tumours that says where its rows lie. */
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
const said = (data: Prediction['data'], malignant: number): Prediction => ({
  ...{ kind: 'classes', data, result: malignant > 0.5 ? 'malignant' : 'benign' },
  probabilities: { benign: 1 - malignant, malignant },
})
const because = (change: Partial<Explanation> = {}): Explanation => ({
  ...{ method: 'linear', unit: 'log-odds', class: 'malignant', against: 'benign', untold: [] },
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
  [
    'en',
    'Beyond what the model has seen',
    /Only 13 of 569 rows trained on lie above 24.3/,
    'What the model computes all the same',
  ],
  ['cn', '超出模型见过的范围', /训练所用的 569 行中只有 13 行大于 24.3/, '查看模型仍然算出的结果'],
] as const)(
  'a radius of 99999 is said to be beyond before anything else (%s)',
  async (language, title, reason, anyway) => {
    showAnswer(said({ radius: 99_999, side: 'left' }, 1), because(), language)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(title)).toBeTruthy()
    expect(within(alert).getByText(reason)).toBeTruthy()
    // Only for who asks for it all the same.
    const certain = screen.getByText('100.00%')
    const folded = certain.closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getByText(anyway)).toBeTruthy()
  },
)

test('a text that no row had is beyond, too; a row like those trained on is not', async () => {
  showAnswer(said({ radius: 15, side: 'middle' }, 0.9))
  expect(await screen.findByText(/None of the model’s categories/, { selector: 'li' })).toBeTruthy()
  cleanup()
  showAnswer(said({ radius: 15, side: 'right' }, 0.9))
  expect(await screen.findByText('90.00%')).toBeTruthy()
  expect(screen.queryByText('Beyond what the model has seen')).toBeNull()
})

test.each([
  ['en', 'Why this answer', /^Exact: the model adds up its columns/, 'Show as table', 'As a factor'],
  ['cn', '为何得出此结果', /^精确值：模型将各列的作用相加/, '以表格查看', '换算为倍数'],
] as const)(
  'why an answer: the method, and each column as a chart and a table (%s)',
  async (language, title, method, asTable, factor) => {
    const calls = showAnswer(said({ radius: 20, side: 'right', note: 'of nobody' }, 0.9), because(), language)
    const why = await screen.findByRole('region', { name: title })
    expect(await within(why).findByText(method)).toBeTruthy()
    await userEvent.click(within(why).getByRole('button', { name: asTable }))
    const [, radius, side] = within(within(why).getByRole('table')).getAllByRole('row')
    expect(radius?.textContent).toBe('radius2014+2.5012.2')
    expect(side?.textContent).toBe('siderightleft−0.2500.779')
    expect(within(why).getByRole('columnheader', { name: factor })).toBeTruthy()
    // The row as the model takes it, and nothing else of it.
    const asked = calls.find(({ path }) => path === ExplainRow.path)?.input
    expect(asked).toEqual({ inferenceId: 'i1', row: { radius: 20, side: 'right' } })
  },
)

test.each([
  ['en', /^Exact: each bar is the column’s share, by Shapley/],
  ['cn', /^精确值：结果与训练所用各行平均结果之差，按 Shapley 值分给各列/],
] as const)(
  'of trees it is said what the columns share, and by what a branch counts (%s)',
  async (language, method) => {
    const columns = [{ column: 'radius', effect: 0.125, typical: null }]
    const change = { method: 'paths', columns } as const
    showAnswer(said({ radius: 20, side: 'right' }, 0.9), because(change), language)
    expect(await screen.findByText(method)).toBeTruthy()
  },
)

test('an approximation is called one, in percentage points; what is not told is named', async () => {
  const columns = [{ column: 'radius', effect: 0.125, typical: null }]
  const change = { method: 'replaced', unit: 'probability', against: null, columns, untold: ['side'] } as const
  showAnswer(said({ radius: 20, side: 'right' }, 0.9), because({ ...change, untold: [...change.untold] }))
  expect(await screen.findByText(/^An approximation/)).toBeTruthy()
  expect(screen.getByText(/Not told of: side\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByText('+12.5 points')).toBeTruthy()
})

test('where the case lies among the rows trained on stands in words beside each picture', async () => {
  showAnswer(said({ radius: 14, side: 'right' }, 0.9))
  expect(await screen.findByText('About 45% of the rows trained on lie below.')).toBeTruthy()
  expect(screen.getByText('269 of 569 rows trained on have this category.')).toBeTruthy()
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

test('a dataset’s result shows the matrix, how scores are spread, rows outside, and the wrong rows first', async () => {
  enterAs('edge-token')
  const rows = [
    said({ id: '7', radius: '30', side: 'left', diagnosis: 'benign' }, 0.99),
    said({ id: '1', radius: '9', side: 'left', diagnosis: 'benign' }, 0.1),
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
  const spread = screen.getByRole('region', { name: 'How the answers are spread' })
  expect(within(spread).getByText('benign: 30 rows · malignant: 10 rows')).toBeTruthy()
  await userEvent.click(within(spread).getByRole('button', { name: 'Show as table' }))
  expect(within(spread).getByRole('row', { name: 'above 50% 10' })).toBeTruthy()
  expect(screen.getByText('3 rows lie outside what the model was trained on (7.50% of 40)')).toBeTruthy()

  const list = screen.getByRole('region', { name: 'The rows one by one' })
  expect(within(list).getByText('Wrong ones first, the surest of them at the top.')).toBeTruthy()
  expect(await within(list).findByText('Beyond: radius')).toBeTruthy()
  expect(within(list).getByText('a guess')).toBeTruthy()
  expect(within(list).queryByText('99.00%')).toBeNull()
  await userEvent.click(within(list).getByTitle('2'))
  const asked = calls.filter(({ path }) => path === ListPredictedRows.path)
  expect(asked.map(({ input }) => input)).toMatchObject([{ pageNo: 1, pageSize: 10 }, { pageNo: 2 }])
  expect(asked[0]?.url).toContain(`${location.origin}/`)

  await userEvent.click(within(list).getAllByRole('button', { name: 'Why?' })[0] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Why “malignant”' })).toBeTruthy()
})

test.each([
  [
    'en',
    /^4 33.33% ?: truth malignant, model said benign/,
    'Only 4 rows: truth malignant, model said benign.',
    'Those the model was surest of at the top.',
    'Show all rows',
    'Wrong ones first, the surest of them at the top.',
  ],
  [
    'cn',
    /^4 33.33% ?：真实值为 malignant，预测为 benign/,
    '仅显示 4 行：真实值为 malignant，预测为 benign。',
    '模型最确信的排在最上。',
    '显示全部数据行',
    '预测错误的在前，其中最确信的排在最上。',
  ],
] as const)(
  'a cell of the matrix opens the rows behind it, by keyboard too (%s)',
  async (language, name, only, sure, all, wrong) => {
    enterAs('edge-token')
    const row = said({ id: '7', radius: '30', side: 'left', diagnosis: 'malignant' }, 0.1)
    const { calls } = fakeServer(
      on(ListPredictedRows, ({ pageNo = 1, truth }) => {
        const total = truth === undefined ? 40 : 14
        return { records: [row], total, size: 10, current: pageNo, pages: Math.ceil(total / 10) }
      }),
    )
    const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
    renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language })
    const list = await screen.findByRole('region', {
      name: language === 'en' ? 'The rows one by one' : '逐条查看数据行',
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
    const asked = () => calls.filter(({ path }) => path === ListPredictedRows.path).map(({ input }) => input)
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ truth: 1, said: 0, pageNo: 1 }))
    await waitFor(() => expect(within(list).queryByTitle('3')).toBeNull())
    await userEvent.click(within(list).getByTitle('2'))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ truth: 1, said: 0, pageNo: 2 }))

    await userEvent.click(within(list).getByRole('button', { name: all }))
    expect(await within(list).findByText(wrong)).toBeTruthy()
    expect(within(list).queryByText(only)).toBeNull()
    expect(document.activeElement).toBe(within(list).getByRole('heading', { level: 3 }))
    await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('truth'))
  },
)

test('a cell without rows opens nothing; what is no class opens those that have none', async () => {
  enterAs('edge-token')
  const { calls } = fakeServer(on(ListPredictedRows, () => ({ records: [], total: 1, size: 10, current: 1, pages: 1 })))
  const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, { language: 'en' })
  const others = await screen.findByRole('row', { name: /^none of these/ })
  expect(within(others).getAllByRole('button')).toHaveLength(1)
  await userEvent.click(within(others).getByRole('button'))
  expect(await screen.findByText('Only 1 row: truth none of these, model said benign.')).toBeTruthy()
  const asked = calls.filter(({ path }) => path === ListPredictedRows.path)
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
})

test('an address that names a cell there is not shows all rows', async () => {
  enterAs('edge-token')
  const { calls } = fakeServer(on(ListPredictedRows, () => ({ records: [], total: 1, size: 10, current: 1, pages: 1 })))
  const shown = { ...result, header: ['radius', 'side', 'diagnosis'], summary: summary() }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={tumours} />, {
    language: 'en',
    path: '/?truth=9&said=0',
  })
  expect(await screen.findByText('Wrong ones first, the surest of them at the top.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all rows' })).toBeNull()
  await waitFor(() => expect(calls.some(({ path }) => path === ListPredictedRows.path)).toBe(true))
  expect(calls.find(({ path }) => path === ListPredictedRows.path)?.input).not.toHaveProperty('truth')
})

test('numbers have how far off they are; a result of before, or of rows one may not read, has its file alone', async () => {
  enterAs('edge-token')
  fakeServer(on(ListPredictedRows, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })))
  const { confusion: _of_classes, outside: _told, results: _named, ...rest } = summary()
  const off = { edges: [0], counts: [2, 3], rows: 5, mean: -1, mae: 3, rmse: 3.5 }
  const numbers = { ...rest, scores: { class: null, edges: [], counts: [5] }, residuals: off }
  const days = { ...tumours, output: { kind: 'number', label: 'days' } } as Inference
  const shown = { ...result, header: ['radius', 'side', 'days'], summary: numbers }
  renderPage(<ResultView answerer={atEdge} result={shown} inference={days} />, { language: 'en' })
  expect(
    await screen.findByText('Truth minus prediction on 5 rows of this dataset that have days, in its own unit.'),
  ).toBeTruthy()
  expect(screen.getByText('3.50')).toBeTruthy()
  expect(screen.getByText('Those the prediction is farthest off first.')).toBeTruthy()
  cleanup()
  renderPage(<ResultView answerer={atEdge} result={result} inference={days} />, { language: 'en' })
  await screen.findByRole('button', { name: /CSV/ })
  expect(screen.queryByRole('region', { name: 'The rows one by one' })).toBeNull()
})

test.each([
  [
    'en',
    'Those with most missed entities and false alarms first.',
    'Most often wrong',
    ['Kind', 'Missed', 'False alarms'],
  ],
  ['cn', '遗漏和误报实体最多的在前。', '最常出错的实体', ['类型', '遗漏', '误报']],
] as const)(
  'a dataset with entities says which are most often wrong and which of its texts come first (%s)',
  async (...given) => {
    const [language, order, title, heads] = given
    enterAs('edge-token')
    fakeServer(on(ListPredictedRows, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })))
    const entities = [{ type: 'WHO', found: 1, there: 2, said: 1 }]
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
    expect(screen.queryByText(/does not have the label|数据中没有标签/)).toBeNull()
  },
)

test('a picture of the party’s own data is fetched from its edge to be told why', async () => {
  enterAs('edge-token')
  const input = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
  const seen: Prediction = {
    ...{ kind: 'classes', result: 'malignant', probabilities: { benign: 0.1, malignant: 0.9 } },
    data: { id: '7', name: 'seven.png', path: 'pictures/d1/7.png', path_small: 'pictures/d1/s/7.webp', token: 'opens' },
  }
  const { calls } = fakeServer(
    on(ListPredictedRows, () => ({ records: [seen], total: 1, size: 10, current: 1, pages: 1 })),
    on(ExplainRow, () => ({
      ...({ method: 'covered', unit: 'log-odds', class: 'malignant', against: 'benign' } as const),
      ...{ columns: [], untold: [], parts: { across: 3, effects: [0, 0, 2, 0, -1, 0, 0, 0, 0] } },
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
  expect(await within(why).findByText('What speaks most for malignant: top right.')).toBeTruthy()
  expect(fetched).toEqual(['?path=pictures%2Fd1%2F7.png&token=opens'])
  const row = { name: 'seven.png', file: btoa('\u0001\u0002\u0003') }
  expect(calls.filter(({ path }) => path === ExplainRow.path).map(({ input: asked }) => asked)).toMatchObject([{ row }])
})

test.each([
  [
    'en',
    /No score: the labels in “ill” have other names/,
    'Only in the data: sick, well',
    'The model’s classes: no, yes',
  ],
  ['cn', /没有得分：“ill”中标签的名称/, '仅见于数据：sick、well', '模型的类别：no、yes'],
] as const)(
  'labels with other names than the classes get no score, and both sets are shown (%s)',
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
    // Neither right nor wrong.
    const cell = await screen.findByRole('cell', { name: 'sick' })
    expect(cell.querySelector('svg')).toBeNull()
  },
)
