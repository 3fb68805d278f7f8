import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../lib/testing.tsx'
import { boxesOption, calibrationOption, precisionOption, rocOption } from './curve-options.ts'
import { ScorePanels } from './ScorePanels.tsx'
import { farmScores, tumourScores } from './test-scores.ts'

const rowsOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('row')
    .map((row) => row.textContent)

test.each([
  ['en', 'Scores', ['Accuracy95.61%90.20% to 98.10%114', 'Recall (macro)94.33%89.00% to 98.00%114'], /Macro: the mean/],
  ['cn', '得分', ['准确率95.61%90.20% 至 98.10%114', '召回率（宏平均）94.33%89.00% 至 98.00%114'], /宏平均：各类别/],
] as const)(
  'each score has its interval and rows, and an average of classes is called one (%s)',
  async (language, title, rows, macro) => {
    renderPage(<ScorePanels scores={tumourScores} />, { language })
    const panel = await screen.findByRole('region', { name: title })
    expect(rowsOf(panel).slice(1, 3)).toEqual(rows)
    expect(within(panel).getByText(macro)).toBeTruthy()
  },
)

test.each([
  ['en', 'Accuracy', 'Accuracy: share predicted right'],
  ['cn', '准确率', '准确率：预测正确的比例'],
] as const)('each score says what it means (%s)', async (language, name, help) => {
  renderPage(<ScorePanels scores={tumourScores} />, { language })
  const [metric] = await screen.findAllByRole('button', { name })
  expect(document.getElementById(metric?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(help)
})

test.each([
  [
    'en',
    /^These very rows also decided which round is kept and how readily each label is predicted,/,
    /^A threshold that is/,
  ],
  ['cn', /^评分所用的这些数据行同时决定了保留哪一轮以及每个标签的判定倾向，/, /^如果按此处的数字选取阈值/],
] as const)(
  'what the scored rows decided stands beside the scores, and what a threshold chosen by them does (%s)',
  async (language, note, threshold) => {
    renderPage(<ScorePanels scores={{ ...tumourScores, chosen: ['round', 'shifts'] }} />, { language })
    expect(await screen.findByText(note)).toBeTruthy()
    expect(screen.getByText(threshold)).toBeTruthy()
  },
)

test.each([
  [
    'en',
    /on rows of all parties that the scored model had not seen/,
    /on all rows of all parties, each predicted by a fit/,
  ],
  ['cn', /基于各机构未参与训练的数据行。/, /基于全部机构的所有数据行，各由未使用它的拟合预测。/],
] as const)(
  'says on which rows classes were scored: those set aside, or all by folds (%s)',
  async (language, aside, folds) => {
    const { unmount } = renderPage(<ScorePanels scores={tumourScores} />, { language })
    expect(await screen.findByText(aside)).toBeTruthy()
    unmount()
    renderPage(<ScorePanels scores={tumourScores} byFolds />, { language })
    expect(await screen.findByText(folds)).toBeTruthy()
    expect(screen.queryByText(aside)).toBeNull()
  },
)

test('nothing is said of scores whose rows decided nothing', async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  await screen.findByRole('region', { name: 'Scores' })
  expect(screen.queryByText(/^These very rows/)).toBeNull()
})

test.each([
  ['en', 'By label', 'Accuracy (several labels)', 'At any threshold', 'Label', /says “malignant” above 50%/],
  ['cn', '分标签表现', '准确率（多标签）', '不同阈值下的表现', '标签', /得分高于 50% 时判为有“malignant”/],
] as const)(
  'several labels are scored one by one, each at its own threshold (%s)',
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
  ['en', 'Class', 'At any threshold', /^Positive class: benign\./],
  ['cn', '类别', '不同阈值下的表现', /^正类：benign。/],
] as const)(
  'of two classes the positive one is named, and its thresholds are shown (%s)',
  async (language, of, title, positive) => {
    const { classes = [], curves = [] } = tumourScores
    const scores = { ...tumourScores, classes: classes.toReversed(), curves: curves.toReversed() }
    renderPage(<ScorePanels scores={scores} />, { language })
    expect(await screen.findByText(positive)).toBeTruthy()
    const panel = screen.getByRole('region', { name: title })
    // The rarer class is malignant.
    expect(within(panel).getByRole('slider').getAttribute('aria-label')).toContain('benign')
    expect(within(panel).getByRole('combobox', { name: of })).toBeTruthy()
  },
)

test('a class that was missed three times says so in rows', async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'By class' })
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
  ['en', 'Scores', 'By class of box', 'At any threshold', 'too few rows to tell', 'too few boxes to tell'],
  ['cn', '得分', '各类标注框', '不同阈值下的表现', '数据行太少，无法判断', '标注框太少，无法判断'],
] as const)(
  'a score without an interval, or with one that cannot be, has too few rows to tell (%s)',
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
      within(screen.getByRole('region', { name: thresholds })).getByText(new RegExp(`AUC 98.50%.*${few}`)),
    ).toBeTruthy()
    expect(within(screen.getByRole('region', { name: boxes })).getByText(fewBoxes)).toBeTruthy()
  },
)

test('the threshold is moved by keyboard, and the counts follow', async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'At any threshold' })
  const slider = within(panel).getByRole('slider', { name: 'Predict “malignant” above a score of' })
  expect(slider.getAttribute('aria-valuetext')).toBe('above 50.00%')
  const at = () => [...panel.querySelectorAll('dd strong')].map((first) => first.nextSibling?.nextSibling?.textContent)
  expect(at()).toEqual(['31 of 34', '78 of 80', '31 of 33', '78 of 81'])

  fireEvent.keyDown(slider, { key: 'ArrowLeft', keyCode: 37 })
  expect(slider.getAttribute('aria-valuetext')).toBe('above 20.00%')
  expect(at()).toEqual(['33 of 34', '60 of 80', '33 of 53', '60 of 61'])
  fireEvent.keyDown(slider, { key: 'End', keyCode: 35 })
  expect(within(panel).getByText('none')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Back to 50%' }))
  expect(at()[0]).toBe('31 of 34')
})

test('another class is chosen; each curve has its figures as a table', async () => {
  renderPage(<ScorePanels scores={tumourScores} />, { language: 'en' })
  const panel = await screen.findByRole('region', { name: 'At any threshold' })
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

test('where a number is estimated there are scores, and no classes or thresholds', async () => {
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

test('curves name their axes, draw what chance gives and mark the chosen threshold', () => {
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

test('of a group of scores the interval is drawn, joined to no other', () => {
  const calibration = tumourScores.curves?.[1]?.calibration ?? []
  const [, intervals, points] = calibrationOption({ calibration, words, accent: '#000' }).series
  expect(intervals?.data).toHaveLength(9)
  expect(intervals?.data[2]).toEqual([0.03, '-'])
  expect(points?.data.map(([x]) => x)).toEqual([0.03, 0.36, 0.97])
})

test.each([
  ['en', 'By class of box', 'Precision and recall of “cat”', 'none', 'not shown: few'],
  ['cn', '各类标注框', '“cat”的精确率与召回率', '无', '数量少，不显示'],
] as const)(
  'boxes have a line for each class and their curve, with its figures as a table (%s)',
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

test('the curve of boxes marks where they are shown', () => {
  const curve = farmScores.boxes?.[0]?.curve ?? []
  const words = { x: 'recall', y: 'precision', chosen: 'shown', line: '' }
  const { series } = boxesOption({ curve, chosen: curve[1], words, accent: '#000' })
  expect(series.map(({ data }) => data)).toEqual([
    curve.map(({ recall, precision }) => [recall, precision]),
    [[0.775, 31 / 48]],
  ])
})
