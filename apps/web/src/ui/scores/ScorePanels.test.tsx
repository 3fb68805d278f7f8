import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { farmScores, tumourScores } from '../../testing/scores.ts'
import { renderPage } from '../../testing/world.tsx'
import { boxesOption, calibrationOption, precisionOption, rocOption } from './curve-options.ts'
import { ScorePanels } from './ScorePanels.tsx'

const rowsOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('row')
    .map((row) => row.textContent)

test.each([
  [
    'en',
    'Scores',
    ['Accuracy95.61%90.20% to 98.10%114', 'Recall (macro)94.33%89.00% to 98.00%114'],
    /Macro average: the mean/,
  ],
  ['cn', '得分', ['准确率95.61%90.20% 至 98.10%114', '召回率（宏平均）94.33%89.00% 至 98.00%114'], /宏平均：各类别/],
] as const)(
  'shows each score with interval and rows, and explains the macro average (%s)',
  async (language, title, rows, macro) => {
    renderPage(<ScorePanels scores={tumourScores} />, { language })
    const panel = await screen.findByRole('region', { name: title })
    expect(rowsOf(panel).slice(1, 3)).toEqual(rows)
    expect(within(panel).getByText(macro)).toBeTruthy()
  },
)

test.each([
  ['en', 'Accuracy', 'Accuracy: share predicted correctly'],
  ['cn', '准确率', '准确率：预测正确的比例'],
] as const)(
  'explains each score (%s)',
  { meta: { spec: 'screens.glossary-tooltips' } },
  async (language, name, help) => {
    renderPage(<ScorePanels scores={tumourScores} />, { language })
    const [metric] = await screen.findAllByRole('button', { name })
    expect(document.getElementById(metric?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(help)
  },
)

test.each([
  [
    'en',
    /^These same rows also determined which round is selected and the decision threshold of each label,/,
    /^If you choose a threshold/,
  ],
  ['cn', /^评分所用的这些样本同时决定了选用哪一轮以及每个标签的判定阈值，/, /^如果按此处的数字选取阈值/],
] as const)(
  'notes beside the scores what the scored rows determined, and the effect of choosing a threshold by them (%s)',
  async (language, note, threshold) => {
    renderPage(<ScorePanels scores={{ ...tumourScores, chosen: ['round', 'shifts'] }} />, { language })
    expect(await screen.findByText(note)).toBeTruthy()
    expect(screen.getByText(threshold)).toBeTruthy()
  },
)

test.each([
  ['en', /on validation rows of all parties/, /on all rows of all parties, each predicted by a fit without it/],
  ['cn', /基于各机构验证集的样本。/, /全部机构的所有样本；预测每一条时，所用模型的拟合均不含该条/],
] as const)(
  'states whether classes were scored on validation rows or on all rows (%s)',
  async (language, aside, all) => {
    const { unmount } = renderPage(<ScorePanels scores={tumourScores} />, { language })
    expect(await screen.findByText(aside)).toBeTruthy()
    unmount()
    renderPage(<ScorePanels scores={tumourScores} isOfAllRows />, { language })
    expect(await screen.findByText(all)).toBeTruthy()
    expect(screen.queryByText(aside)).toBeNull()
  },
)

test('shows no note about model selection if the scored rows did not select the model', async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  await screen.findByRole('region', { name: 'Scores' })
  expect(screen.queryByText(/^These same rows/)).toBeNull()
})

test.each([
  [
    'en',
    'Performance by label',
    'Accuracy (several labels)',
    'Performance by threshold',
    'Label',
    /predicts “malignant” at scores above 50%/,
  ],
  ['cn', '分标签性能', '准确率（多标签）', '不同阈值下的性能', '标签', /得分高于 50% 时判为有“malignant”/],
] as const)(
  'scores several labels separately, each at its own threshold (%s)',
  { meta: { spec: 'screens.multilabel-data' } },
  async (language, title, metric, thresholds, label, note) => {
    const answers = { value: 0.97, rows: 114, low: 0.95, high: 0.98 }
    const scores = { ...tumourScores, metrics: { ...tumourScores.metrics, multilabel_accuracy: answers } }
    renderPage(<ScorePanels scores={scores} />, { language })
    const panel = await screen.findByRole('region', { name: title })
    expect(within(panel).getByRole('columnheader', { name: label })).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: metric })).toBeTruthy()
    const curves = screen.getByRole('region', { name: thresholds })
    expect(within(curves).getByRole('combobox', { name: label })).toBeTruthy()
    expect(within(curves).getByText(note)).toBeTruthy()
  },
)

test.each([
  ['en', 'Class', 'Performance by threshold', /^Positive class: benign\./],
  ['cn', '类别', '不同阈值下的性能', /^正类：benign。/],
] as const)(
  'names the positive class of two, and shows the thresholds for it (%s)',
  async (language, of, title, positive) => {
    const { classes = [], curves = [] } = tumourScores
    const scores = { ...tumourScores, classes: classes.toReversed(), curves: curves.toReversed() }
    renderPage(<ScorePanels scores={scores} />, { language })
    expect(await screen.findByText(positive)).toBeTruthy()
    const panel = screen.getByRole('region', { name: title })
    // The slider sets the threshold of the positive class, although the class malignant is rarer.
    expect(within(panel).getByRole('slider').getAttribute('aria-label')).toContain('benign')
    expect(within(panel).getByRole('combobox', { name: of })).toBeTruthy()
  },
)

test('shows the missed rows of a class as counts', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Performance by class' })
  const [, , malignant] = within(panel).getAllByRole('row')
  const cells = within(malignant as HTMLElement).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '91.18% 31 of 3476.32% to 98.14%',
    '97.50% 78 of 8091.26% to 99.70%',
    '93.94% 31 of 3379.77% to 99.26%',
    '96.30% 78 of 8189.56% to 99.23%',
  ])
})

test.each([
  [
    'en',
    'Scores',
    'By class of box',
    'Performance by threshold',
    'no interval: too few rows, or too unevenly distributed',
    'too few boxes for an interval',
  ],
  ['cn', '得分', '各类标注框', '不同阈值下的性能', '无区间：样本太少，或取值分布过于不均', '标注框太少，无法给出区间'],
] as const)(
  'shows "too few rows" for a score with a missing or impossible interval (%s)',
  async (language, title, boxes, thresholds, few, fewBoxes) => {
    const unknown = { low: null, high: null }
    const curves = tumourScores.curves?.map((curve) => ({ ...curve, auc: curve.auc && { ...curve.auc, ...unknown } }))
    const metrics = {
      accuracy: { value: 1, rows: 7, low: 0.5904, high: 1, count: 7 },
      brier: { value: 0.0142, rows: 90, low: -0.0077, high: 0.0361 },
      loss: { value: 0.08, rows: 90, ...unknown },
    }
    const found = farmScores.boxes?.map((one) => ({ ...one, ap50: one.ap50 && { ...one.ap50, rows: 12 } }))
    const scores = { ...tumourScores, metrics, ...(curves && { curves }), ...(found && { boxes: found }) }
    renderPage(<ScorePanels scores={scores} />, { language })
    const panel = await screen.findByRole('region', { name: title })
    const lines = within(panel).getAllByRole('row').slice(1)
    expect(lines.map((line) => within(line).getAllByRole('cell')[1]?.textContent)).toEqual([
      expect.stringMatching(/^59.04% .* 100.00%$/),
      few,
      few,
    ])
    expect(
      within(screen.getByRole('region', { name: thresholds })).getByText(/AUC 98.50%.*(too few rows|样本太少)/),
    ).toBeTruthy()
    expect(within(screen.getByRole('region', { name: boxes })).getByText(fewBoxes)).toBeTruthy()
  },
)

test('moves the threshold by keyboard and updates the counts', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Performance by threshold' })
  const slider = within(panel).getByRole('slider', { name: 'Predict “malignant” at scores above' })
  expect(slider.getAttribute('aria-valuetext')).toBe('above 50.00%')
  const at = () => [...panel.querySelectorAll('dd strong')].map((first) => first.nextSibling?.nextSibling?.textContent)
  expect(at()).toEqual(['31 of 34', '78 of 80', '31 of 33', '78 of 81'])

  fireEvent.keyDown(slider, { key: 'ArrowLeft', keyCode: 37 })
  expect(slider.getAttribute('aria-valuetext')).toBe('above 20.00%')
  expect(at()).toEqual(['33 of 34', '60 of 80', '33 of 53', '60 of 61'])
  fireEvent.keyDown(slider, { key: 'End', keyCode: 35 })
  expect(within(panel).getByText('none')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Reset to 50%' }))
  expect(at()[0]).toBe('31 of 34')
})

test('lets the user choose another class, and lists the figures of each curve in a table', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Performance by threshold' })
  await userEvent.click(within(panel).getByRole('combobox', { name: 'Class' }))
  await userEvent.click(await screen.findByTitle('benign'))
  await waitFor(() => expect(within(panel).getByRole('slider', { name: /“benign”/ })).toBeTruthy())

  const curve = within(panel).getByRole('figure', { name: 'ROC curve' })
  await userEvent.click(within(curve).getByRole('button'))
  expect(rowsOf(curve)).toEqual([
    'ThresholdSensitivitySpecificity',
    ...['0.00%100.00%0.00%', '10.00%100.00%58.82%', '50.00%97.50%91.18%', '80.00%75.00%97.06%', '100.00%0.00%100.00%'],
  ])
  expect(within(panel).getByRole('figure', { name: 'Calibration' })).toBeTruthy()
  expect(within(panel).getByRole('figure', { name: 'Precision and recall' })).toBeTruthy()
})

test('shows only scores for a regression, and neither classes nor thresholds', async () => {
  const { rows, metrics } = tumourScores
  renderPage(<ScorePanels scores={{ rows, metrics }} />, { language: 'en' })
  expect(await screen.findByRole('region', { name: 'Scores' })).toBeTruthy()
  expect(screen.queryAllByRole('region')).toHaveLength(1)
})

const words = { x: 'across', y: 'up', line: 'chance', chosen: 'here' }
const [zero, half] = [
  { threshold: 0, sensitivity: 1, specificity: 0, ppv: 0.3 },
  { threshold: 0.5, sensitivity: 0.9, specificity: 0.75, ppv: 0.8 },
].map(({ threshold, ...values }) => ({
  threshold,
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, rows: 10, count: 1, low: 0, high: 1 }]),
  ),
  npv: null,
})) as unknown as Parameters<typeof rocOption>[0]['thresholds']

test('names the axes of score curves, draws the chance line and marks the chosen threshold', () => {
  if (!zero || !half) throw new Error('two thresholds')
  const request = { thresholds: [zero, half], chosen: half, words, accent: '#000' }
  const roc = rocOption(request)
  expect([roc.xAxis.name, roc.yAxis.name]).toEqual(['across', 'up'])
  expect(roc.series.map(({ data }) => data)).toEqual([
    [
      [0, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [0.25, 0.9],
    ],
    [[0.25, 0.9]],
  ])
  expect(precisionOption(request).series.map(({ data }) => data)).toEqual([
    [
      [0, 0.3],
      [1, 0.3],
    ],
    [
      [1, 0.3],
      [0.9, 0.8],
    ],
    [[0.9, 0.8]],
  ])
  expect(precisionOption({ ...request, chosen: { ...half, ppv: null } }).series.at(-1)?.data).toEqual([])
})

test('draws each calibration interval as a separate line', () => {
  const calibration = tumourScores.curves?.[1]?.calibration ?? []
  const [, intervals, points] = calibrationOption({ calibration, words, accent: '#000' }).series
  expect(intervals?.data).toHaveLength(9)
  expect(intervals?.data[2]).toEqual([0.03, '-'])
  expect(points?.data.map(([x]) => x)).toEqual([0.03, 0.36, 0.97])
})

test.each([
  ['en', 'By class of box', 'Precision and recall of “cat”', 'none', 'not shown: too few'],
  ['cn', '各类标注框', '“cat”的精确率与召回率', '无', '数量过少，不显示'],
] as const)(
  'lists the boxes of each class, and shows their curve with its figures as a table (%s)',
  async (language, title, curve, none, few) => {
    renderPage(<ScorePanels scores={farmScores} />, { language })
    const panel = await screen.findByRole('region', { name: title })
    const [, cat, dog] = within(panel).getAllByRole('row')
    const cells = within(cat as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells[0]).toMatch(/^75\.00%60\.00%/)
    expect(cells.slice(3)).toEqual(['31', '9', '17'])
    const others = within(dog as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(others).toEqual([none, none, none, few, few, '0'])

    const drawn = within(panel).getByRole('figure', { name: curve })
    await userEvent.click(within(drawn).getByRole('button'))
    expect(rowsOf(drawn).slice(1)).toEqual(['0.0590.00%25.00%', '0.3077.50%64.58%', '0.6250.00%90.00%'])
  },
)

test('marks the default score on the precision–recall curve of boxes', () => {
  const curve = farmScores.boxes?.[0]?.curve ?? []
  const words = { x: 'recall', y: 'precision', chosen: 'shown', line: '' }
  const { series } = boxesOption({ curve, chosen: curve[1], words, accent: '#000' })
  expect(series.map(({ data }) => data)).toEqual([
    curve.map(({ recall, precision }) => [recall, precision]),
    [[0.775, 31 / 48]],
  ])
})
