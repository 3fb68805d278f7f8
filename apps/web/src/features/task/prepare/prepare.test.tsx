import type {
  Algorithm,
  ParameterDescription,
  Parameters,
  Registration,
  SelectedFeature,
  TaskDetail,
} from '@tessera/contract'
import {
  CheckHealth,
  GetDataset,
  GetEdgeToken,
  GetInitiatorDataset,
  ListAlgorithms,
  ListFormatDifferences,
  ListMyDatasets,
  ListSelectedFeatures,
  OfferDataset,
  OfferRows,
  UpdateColumnSelection,
  UpdateTask,
} from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ownDataset, registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { AlgorithmStep } from './AlgorithmStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { DatasetStep } from './DatasetStep.tsx'
import { ParameterEditor } from './ParameterEditor.tsx'
import { PreparePanel } from './PreparePanel.tsx'
import { useClasses } from './use-classes.ts'

const dataset = ownDataset()
const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const mine = on(ListMyDatasets, () => ({ records: [dataset], total: 1, size: 10, current: 1, pages: 1 }))
const health = on(CheckHealth, () => ({ status: 'ok' as const }))
const offers = [
  on(OfferRows, ({ rows: chosen }) => ({ datasetId: 'child', rowCount: chosen.length || 30 })),
  on(OfferDataset, () => registration({ datasetId: 'child' })),
]
const inputOf = (calls: { path: string; input: unknown }[], path: string) =>
  calls.find((call) => call.path === path)?.input

beforeEach(() => logIn())

const EDGE = 'http://127.0.0.1:9101'
const edgeFrame = () => screen.getByTitle<HTMLIFrameElement>('Rows to choose from, shown by your party’s edge')
/** Sends the console a message from the edge's page in the frame. */
const frameSays = (data: unknown, { origin = EDGE, source = edgeFrame().contentWindow as Window | null } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
const ASIDE = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'

test('lets the user select rows in a frame of the edge, which reports only the id of the new dataset', {
  meta: { spec: 'screens.task-panel-data', claim: 'row-access.foreign-page-row-exclusion' },
}, async () => {
  const { calls } = fakeServer(token, mine, health, ...offers)
  const onDone = vi.fn()
  renderPage(<DatasetStep task={taskDetail()} mine={registration()} onDone={onDone} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Only rows that I choose' }))
  const address = new URL(edgeFrame().src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/choose-rows?id=d1`)
  expect(new URLSearchParams(address.hash.slice(1)).get('task')).toBe('t1')
  const replies = vi.spyOn(edgeFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})
  for (const from of [{ origin: 'https://elsewhere.example' }, { source: window }]) {
    await frameSays({ say: 'set-aside', datasetId: ASIDE }, from)
  }
  await frameSays({ say: 'chosen' })
  await waitFor(() => expect(replies.mock.calls).toContainEqual([{ say: 'offer', mapping: [] }, EDGE]))
  expect(inputOf(calls, OfferDataset.path)).toBeUndefined()
  await frameSays({ say: 'set-aside', datasetId: ASIDE })

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(inputOf(calls, OfferDataset.path)).toEqual({ registrationId: 'r1', datasetId: ASIDE })
  expect(calls.map(({ path }) => path)).not.toContain(OfferRows.path)
})

test('asks for confirmation before the whole dataset is offered', {
  meta: { spec: ['screens.data-algorithm-chooser', 'validation.row-selection-confirmation'] },
}, async () => {
  const { calls } = fakeServer(token, mine, ...offers)
  const onDone = vi.fn()
  renderPage(<DatasetStep task={taskDetail()} mine={registration()} onDone={onDone} />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  await userEvent.click(screen.getByRole('button', { name: '提供所选数据' }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch('提供“Biopsies”的全部数据（30 条样本）？')
  expect(inputOf(calls, OfferRows.path)).toBeUndefined()
  await userEvent.click(within(dialog).getByRole('button', { name: '提供全部数据' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(inputOf(calls, OfferRows.path)).toMatchObject({ rows: [] })
})

test('requires a label, which cannot also be a feature', {
  meta: { spec: ['screens.column-feature-selection', 'validation.column-selection'] },
}, async () => {
  const { calls } = fakeServer(
    token,
    on(GetInitiatorDataset, () => dataset),
    on(UpdateColumnSelection, () => taskDetail()),
  )
  const onDone = vi.fn()
  renderPage(<ColumnsStep task={taskDetail()} onDone={onDone} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Save columns and label' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a label.')

  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Label (column to predict)' }))
  await userEvent.click(await screen.findByText('diagnosis', { selector: '.ant-select-item-option-content' }))
  expect(screen.getByRole('checkbox', { name: /diagnosis/ })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Save columns and label' }))

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(inputOf(calls, UpdateColumnSelection.path)).toEqual({
    taskId: 't1',
    columnSelection: { columns: ['radius', 'texture'], label: 'diagnosis' },
  })
})

test.each([
  ['en', /^patient_id.*probably identifies a person/, 'diagnosis'],
  ['cn', /^patient_id.*可能标识个人/, 'diagnosis'],
] as const)('does not preselect columns that identify persons (%s)', async (language, name, label) => {
  const columns = ['patient_id', 'case', 'radius', 'visit', '住院号', 'diagnosis']
  const columnTypes = {
    ...({ patient_id: 'text', case: 'text', radius: 'number', visit: 'integer' } as const),
    ...({ 住院号: 'integer', diagnosis: 'text' } as const),
  }
  const { calls } = fakeServer(
    token,
    on(GetInitiatorDataset, () => ownDataset({ columns, columnTypes, repeatedId: 'case' })),
    on(UpdateColumnSelection, () => taskDetail()),
  )
  renderPage(<ColumnsStep task={taskDetail()} onDone={() => {}} />, { language })
  expect(await screen.findByRole<HTMLInputElement>('checkbox', { name })).toHaveProperty('checked', false)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  await userEvent.click(await screen.findByText(label, { selector: '.ant-select-item-option-content' }))
  await userEvent.click(screen.getByRole('button', { name: language === 'en' ? /Save columns/ : /保存/ }))
  await waitFor(() =>
    expect(inputOf(calls, UpdateColumnSelection.path)).toMatchObject({
      columnSelection: { columns: ['radius', 'visit'] },
    }),
  )
})

test('for texts, offers only columns that can be a label', async () => {
  const columns = ['text', 'tone', 'topic']
  const { calls } = fakeServer(
    token,
    on(GetInitiatorDataset, () => ownDataset({ contentType: 'nlp', columns, labelColumns: ['tone', 'topic'] })),
    on(UpdateColumnSelection, () => taskDetail()),
  )
  renderPage(<ColumnsStep task={taskDetail()} onDone={() => {}} />, { language: 'en' })
  expect(await screen.findByText('The texts themselves (“text”) are the input.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Label (column to predict)' }))
  await userEvent.click(await screen.findByText('topic', { selector: '.ant-select-item-option-content' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save columns and label' }))
  await waitFor(() =>
    expect(inputOf(calls, UpdateColumnSelection.path)).toEqual({
      taskId: 't1',
      columnSelection: { columns: ['text'], label: 'topic' },
    }),
  )
})

test('for pictures, offers only columns that can be a label', {
  meta: { spec: 'screens.column-feature-selection' },
}, async () => {
  const scans = ownDataset({ name: 'Scans', contentType: 'vision', columns: ['finding'], labelColumns: ['finding'] })
  const { calls } = fakeServer(
    token,
    on(GetInitiatorDataset, () => scans),
    on(UpdateColumnSelection, () => taskDetail()),
  )
  renderPage(<ColumnsStep task={taskDetail()} onDone={() => {}} />, { language: 'en' })
  expect(await screen.findByText('The pictures themselves are the input.')).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Label (column to predict)' }))
  await userEvent.click(await screen.findByText('finding', { selector: '.ant-select-item-option-content' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save columns and label' }))
  await waitFor(() =>
    expect(inputOf(calls, UpdateColumnSelection.path)).toEqual({
      taskId: 't1',
      columnSelection: { columns: [], label: 'finding' },
    }),
  )
})

test.each([
  ['en', /Describe predicts no label/, 'Save columns', 'Choose at least one column.'],
  ['cn', /数据概览不作预测，因此不选标签/, '保存列', '请至少选择一列。'],
] as const)(
  'explains why there is no label to choose and saves only the columns (%s)',
  { meta: { spec: 'screens.task-without-label' } },
  async (language, why, submit, problem) => {
    const { calls } = fakeServer(
      token,
      on(GetInitiatorDataset, () => dataset),
      on(ListAlgorithms, () => pageOf(describing)),
      on(UpdateColumnSelection, () => taskDetail()),
    )
    const onDone = vi.fn()
    renderPage(<ColumnsStep task={taskDetail({ algorithms: [describing] })} onDone={onDone} />, { language })
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
    const [all] = screen.getAllByRole('checkbox')
    await userEvent.click(all as HTMLElement)
    await userEvent.click(screen.getByRole('button', { name: submit }))
    expect((await screen.findByRole('alert')).textContent).toBe(problem)

    await userEvent.click(all as HTMLElement)
    await userEvent.click(screen.getByRole('button', { name: submit }))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(inputOf(calls, UpdateColumnSelection.path)).toEqual({
      taskId: 't1',
      columnSelection: { columns: ['radius', 'texture', 'diagnosis'], label: null },
    })
  },
)

test.each([
  ['en', /visit: dates cannot be used. Convert them to days or a year/],
  ['cn', /visit：日期不能直接使用/],
] as const)(
  'does not preselect a column of dates and refuses it at once when it is selected (%s)',
  async (language, text) => {
    const columns = ['radius', 'visit', 'diagnosis']
    const columnTypes = { radius: 'number', visit: 'date', diagnosis: 'text' } as const
    const { calls } = fakeServer(on(GetInitiatorDataset, () => ownDataset({ columns, columnTypes })))
    renderPage(<ColumnsStep task={taskDetail()} onDone={vi.fn()} />, { language })
    const visit = await screen.findByRole<HTMLInputElement>('checkbox', { name: /visit/ })
    expect([visit.checked, screen.queryByRole('alert')]).toEqual([false, null])
    await userEvent.click(visit)
    expect(screen.getByRole('alert').textContent).toMatch(text)
    await userEvent.click(screen.getByRole('button', { name: language === 'en' ? /Save columns/ : /保存/ }))
    expect(inputOf(calls, UpdateColumnSelection.path)).toBeUndefined()
  },
)

test.each([
  ['en', /^The columns of the original task/],
  ['cn', /^已预选原任务的列/],
] as const)('preselects those columns of the original task that the data have (%s)', async (language, note) => {
  fakeServer(
    token,
    on(GetInitiatorDataset, () => dataset),
  )
  const task = taskDetail({ proposedColumns: ['radius', 'gone'] })
  renderPage(<ColumnsStep task={task} onDone={() => {}} />, { language })
  expect(await screen.findByText(note)).toBeTruthy()
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox').slice(1)
  expect(boxes.filter(({ checked }) => checked)).toHaveLength(1)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /radius/ }).checked).toBe(true)
})

test.each([
  ['en', /^Event \(column/, /^Time \(follow-up/, 'Value that means the event happened', 'Choose the time column'],
  ['cn', /^事件（/, /^时间（/, '表示事件已发生的取值', '请选择时间列'],
] as const)(
  'asks for the event, its value and the time if the algorithm needs them (%s)',
  async (language, event, time, value, problem) => {
    const { calls } = fakeServer(
      token,
      on(GetInitiatorDataset, () => dataset),
      on(ListAlgorithms, () => pageOf(timed)),
      on(UpdateColumnSelection, () => taskDetail()),
    )
    const onDone = vi.fn()
    renderPage(<ColumnsStep task={taskDetail({ algorithms: [timed] })} onDone={onDone} />, { language })
    const pick = async (name: RegExp, column: string) => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name }))
      const [first] = (await screen.findAllByText(column, { selector: '.ant-select-item-option-content' })).slice(-1)
      await userEvent.click(first as HTMLElement)
    }
    const submit = await screen.findByRole('button', { name: language === 'en' ? /Save columns/ : /保存/ })
    await pick(event, 'diagnosis')
    await userEvent.click(submit)
    expect((await screen.findByRole('alert')).textContent).toMatch(problem)

    await pick(time, 'texture')
    await userEvent.type(screen.getByRole('textbox', { name: value }), ' malignant ')
    expect(screen.getByRole('checkbox', { name: /texture/ })).toHaveProperty('disabled', true)
    await userEvent.click(submit)
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(inputOf(calls, UpdateColumnSelection.path)).toEqual({
      taskId: 't1',
      columnSelection: { columns: ['radius'], label: 'diagnosis', time: 'texture', event: 'malignant' },
    })
  },
)

test('states beside the label that some algorithms need none, until an algorithm is chosen', async () => {
  fakeServer(
    token,
    on(GetInitiatorDataset, () => dataset),
  )
  renderPage(<ColumnsStep task={taskDetail()} onDone={() => {}} />, { language: 'en' })
  const label = await screen.findByRole('combobox', { name: 'Label (column to predict)' })
  expect(document.getElementById(label.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/need no label/)
})

test('does not state that a label is optional if every algorithm for the data needs one', async () => {
  fakeServer(
    token,
    on(GetInitiatorDataset, () => ({ ...dataset, contentType: 'graph' as const })),
  )
  renderPage(<ColumnsStep task={taskDetail({ contentType: 'graph' })} onDone={() => {}} />, { language: 'en' })
  const label = await screen.findByRole('combobox', { name: 'Label (column to predict)' })
  expect(label.getAttribute('aria-describedby')).toBeNull()
})

test('finds algorithms by their names in both languages, and always lists the chosen one', {
  meta: { spec: 'screens.data-algorithm-chooser' },
}, async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...algorithm,
    id: `a${index}`,
    name: { cn: `Forest ${index}`, en: `Forest ${index}` },
  }))
  const other = { ...algorithm, id: 'km', name: { cn: '聚类', en: 'Clusters' } }
  fakeServer(
    token,
    on(GetInitiatorDataset, () => null),
    on(ListAlgorithms, () => pageOf(...many, other)),
  )
  renderPage(<AlgorithmStep task={taskDetail()} onDone={() => {}} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Forest 3/ }))
  const names = () => screen.getAllByRole('radio', { name: /Forest|Clusters/ }).length
  expect(names()).toBe(10)
  const search = screen.getByRole('textbox', { name: 'Search algorithms' })
  await userEvent.type(search, '聚类{Enter}')
  await waitFor(() => expect(names()).toBe(2))
  expect(screen.getByRole('radio', { name: /Clusters/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /Forest 3/ }).closest('label')?.className).toContain('-checked')
  await userEvent.clear(search)
  await userEvent.type(search, 'xyz{Enter}')
  expect(await screen.findByText('No algorithms match “xyz”.')).toBeTruthy()
})

test.each([
  ['en', 'fits a label of this type', 'for counts (whole numbers from 0)', 'for Text'],
  ['cn', '适用于此类型的标签', '适用于计数（从 0 起的整数）', '适用于文本'],
] as const)(
  'states for each algorithm whether it fits the data and the label (%s)',
  { meta: { spec: 'screens.task-data-requirements' } },
  async (language, fits, counts, kind) => {
    const texts = { ...algorithm, id: 'texts', contentTypes: ['nlp' as const] }
    fakeServer(
      token,
      on(GetInitiatorDataset, () => dataset),
      on(ListAlgorithms, () => pageOf(texts, counting, algorithm)),
    )
    const columnSelection = { columns: ['radius'], label: 'diagnosis' }
    renderPage(<AlgorithmStep task={taskDetail({ columnSelection })} onDone={() => {}} />, { language })
    await screen.findByText(fits)
    expect(
      screen.getAllByRole('radio').map((one) => one.closest('label')?.querySelector('.t-status')?.textContent),
    ).toEqual([fits, counts, kind])
  },
)

const ofNumber = (name: string, minimum: number, maximum: number, value: number) => ({
  name,
  type: 'integer' as const,
  minimum,
  maximum,
  default: value,
  label: { cn: name, en: name },
  help: { cn: '', en: '' },
})

test.each([
  [
    'en',
    /most boxes of these classes are smaller than 12 pixels.*platelet \(6 pixels\)/,
    /Use side 192, 8 rounds of 5 passes/,
  ],
  ['cn', /大多数框小于 12 像素.*platelet（6 像素）/, /采用边长 192，8 轮，每轮 5 遍/],
] as const)(
  'proposes a side and passes if boxes are too small, and applies them on request (%s)',
  async (language, warning, propose) => {
    const boxes = {
      ...algorithm,
      id: 'picture-boxes',
      labelKinds: ['boxes' as const],
      contentTypes: ['yolo' as const],
      parameterDescriptions: [
        ofNumber('side', 64, 256, 96),
        ofNumber('max_iter', 1, 100, 8),
        ofNumber('local_epochs', 1, 50, 5),
        ofNumber('batch_size', 1, 4096, 8),
      ],
    }
    const classes = [{ name: 'platelet', rows: 50, parties: 2, boxSide: 65 }]
    const task = taskDetail({ classRows: { classes, parties: 2, missing: 0 } })
    const { calls } = fakeServer(
      token,
      on(GetInitiatorDataset, () => null),
      on(ListAlgorithms, () => pageOf(boxes)),
      on(UpdateTask, () => task),
    )
    renderPage(<AlgorithmStep task={task} onDone={() => {}} />, { language })
    await userEvent.click(await screen.findByRole('radio', { name: /Logistic|逻辑/ }))
    expect(await screen.findByText(warning)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: propose }))
    expect(screen.queryByText(warning)).toBeNull()
    expect(screen.queryByRole('button', { name: propose })).toBeNull()
    const save = language === 'en' ? 'Save algorithm and parameters' : '保存算法与参数'
    await userEvent.click(screen.getByRole('button', { name: save }))
    await waitFor(() => expect(inputOf(calls, UpdateTask.path)).toBeDefined())
    expect(inputOf(calls, UpdateTask.path)).toMatchObject({
      parameters: { side: 192, max_iter: 8, local_epochs: 5 },
      algorithmId: 'picture-boxes',
    })
  },
)

test('states what happens to the chosen label when the user selects an algorithm', {
  meta: { spec: 'screens.task-without-label' },
}, async () => {
  const chosen = { columns: ['radius'], label: 'diagnosis' }
  fakeServer(
    token,
    on(GetInitiatorDataset, () => dataset),
    on(ListAlgorithms, () => pageOf(algorithm, describing)),
  )
  const page = renderPage(<AlgorithmStep task={taskDetail({ columnSelection: chosen })} onDone={() => {}} />, {
    language: 'en',
  })
  const choice = await screen.findByRole('radio', { name: /Describe.*needs no label/ })
  await userEvent.click(choice)
  expect(screen.getByText(/“diagnosis” will no longer be the label/)).toBeTruthy()
  page.unmount()

  const columnSelection = { columns: ['radius'], label: null }
  renderPage(<AlgorithmStep task={taskDetail({ columnSelection })} onDone={() => {}} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Logistic regression/ }))
  expect(screen.getByText(/needs a label: choose the columns again/)).toBeTruthy()
})

const bilingual = (text: string) => ({ cn: text, en: text })
const algorithm: Algorithm = {
  id: 'lr',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: bilingual(''),
  description: bilingual(''),
  remark: bilingual(''),
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: { max_iter: 20 },
  parameterDescriptions: [
    {
      name: 'max_iter',
      type: 'integer',
      minimum: 1,
      maximum: 100,
      marks: [5, 50],
      default: 20,
      label: bilingual('Rounds'),
      help: bilingual(''),
    },
  ],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date(),
}

const describing: Algorithm = {
  ...algorithm,
  id: 'describe',
  name: { cn: '数据概览', en: 'Describe' },
  labelKinds: [],
  parameters: {},
  parameterDescriptions: [],
}
const timed: Algorithm = {
  ...describing,
  id: 'cox',
  name: { cn: 'Cox 回归', en: 'Cox regression' },
  labelKinds: ['event'],
}
const pageOf = (...records: Algorithm[]) => ({ records, total: records.length, current: 1, size: 10, pages: 1 })

const counting: Algorithm = {
  ...algorithm,
  id: 'poisson',
  name: { cn: '泊松回归', en: 'Poisson regression' },
  labelKinds: ['count'],
}

test.each([
  ['en', 'Label (column to predict)', /^Poisson regression predicts a count: choose a column of whole numbers/],
  ['cn', '标签（要预测的列）', /^泊松回归预测的是计数/],
] as const)(
  'asks for a count as the label of a count model and disables text columns (%s)',
  async (language, name, help) => {
    fakeServer(
      token,
      on(GetInitiatorDataset, () => ({ ...dataset, columnTypes: { radius: 'integer', diagnosis: 'text' } as const })),
      on(ListAlgorithms, () => pageOf(counting)),
    )
    renderPage(<ColumnsStep task={taskDetail({ algorithms: [counting] })} onDone={() => {}} />, { language })
    const label = await screen.findByRole('combobox', { name })
    expect(document.getElementById(label.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(help)
    fireEvent.mouseDown(label)
    const shown = async (column: string) =>
      (await screen.findByText(column, { selector: '.ant-select-item-option-content' })).parentElement?.className
    expect(await shown('radius')).not.toContain('disabled')
    expect(await shown('diagnosis')).toContain('disabled')
  },
)

function ClassStatusOf({ task }: { task: TaskDetail }) {
  return <p>{useClasses(task, registration({ datasetId: 'd1' })).status}</p>
}

test.each([
  ['optional', algorithm],
  ['none', counting],
] as const)('makes naming classes %s, depending on the algorithm', async (status, chosen) => {
  fakeServer(
    token,
    on(GetDataset, () => dataset),
    on(ListSelectedFeatures, () => []),
    on(ListAlgorithms, () => pageOf(algorithm, counting)),
  )
  const columnSelection = { columns: ['radius'], label: 'diagnosis' }
  renderPage(<ClassStatusOf task={taskDetail({ algorithms: [chosen], columnSelection })} />, { language: 'en' })
  expect(await screen.findByText(status)).toBeTruthy()
})

test('lets the user set parameters by slider marks or as JSON, and refuses invalid JSON', {
  meta: { spec: 'screens.dialog-algorithm-parameters' },
}, async () => {
  const { calls } = fakeServer(
    token,
    on(ListAlgorithms, () => ({ records: [algorithm], total: 1, size: 100, current: 1, pages: 1 })),
    on(GetInitiatorDataset, () => null),
    on(UpdateTask, () => taskDetail()),
  )
  renderPage(<AlgorithmStep task={taskDetail()} onDone={() => {}} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Logistic regression/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Rounds: 50' }))
  await userEvent.click(screen.getByText('JSON'))
  const editor = await screen.findByRole('textbox', { name: 'Parameters as JSON' })
  expect(JSON.parse((editor as HTMLTextAreaElement).value)).toEqual({ max_iter: 50 })

  const save = screen.getByRole('button', { name: 'Save algorithm and parameters' })
  fireEvent.change(editor, { target: { value: '{' } })
  expect(save).toHaveProperty('disabled', true)
  fireEvent.change(editor, { target: { value: '{"max_iter": 7}' } })
  await userEvent.click(save)
  await waitFor(() =>
    expect(inputOf(calls, UpdateTask.path)).toEqual({ taskId: 't1', algorithmId: 'lr', parameters: { max_iter: 7 } }),
  )
})

test.each([
  ['en', 'The pictures predict label'],
  ['cn', '用图片预测 label'],
] as const)(
  'names the pictures, not their columns, as the input (%s)',
  { meta: { spec: 'screens.task-panel-data' } },
  async (language, text) => {
    fakeServer(token, mine)
    const task = taskDetail({ columnSelection: { columns: [], label: 'label' } })
    renderPage(<PreparePanel task={task} mine={registration()} ticket={() => null} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test.each([
  ['en', 'The pictures predict boxes'],
  ['cn', '用图片预测标注框'],
] as const)('uses the word for boxes instead of a column’s name (%s)', async (language, text) => {
  fakeServer(token, mine)
  const task = taskDetail({ contentType: 'yolo', columnSelection: { columns: [], label: 'boxes' } })
  renderPage(<PreparePanel task={task} mine={registration()} ticket={() => null} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('shows the chosen data to members who may not change them', async () => {
  const { calls } = fakeServer(token, mine)
  const chosen = registration({ datasetId: 'd1', datasetName: 'Biopsies', rowCount: 30 })
  const show = (offerData: boolean) =>
    renderPage(<PreparePanel task={taskDetail({ abilities: { offerData } })} mine={chosen} ticket={() => null} />, {
      language: 'en',
    })
  const { unmount } = show(true)
  expect(await screen.findByRole('button', { name: 'Change: Choose data' })).toBeTruthy()
  unmount()
  show(false)
  expect(await screen.findByText('Biopsies, 30 rows')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Only an administrator or the member who created the task can change/)).toBeTruthy()
  expect(calls).toEqual([])
})

test.each([
  ['en', /used for the previous run/],
  ['cn', /已用于上一次训练/],
] as const)('states why a party has to sign again after a run (%s)', async (language, reason) => {
  fakeServer(token, mine)
  const used = registration({
    role: 'participant',
    datasetId: 'd1',
    datasetName: 'Biopsies',
    rowCount: 30,
    grant: 'stale',
    staleBecause: ['stages'],
  } as const)
  renderPage(
    <PreparePanel task={taskDetail({ planHash: 'abc', isComplete: true })} mine={used} ticket={() => null} />,
    {
      language,
    },
  )
  expect(await screen.findByText(reason)).toBeTruthy()
})

/** The panel of a participant. A button simulates a live message that arrives earlier than the response to a call. */
function Participant() {
  const [mine, setMine] = useState(registration({ role: 'participant' }))
  const receive = () => setMine({ ...mine, datasetId: 'child', datasetName: 'Biopsies', rowCount: 30 })
  return (
    <>
      <button type="button" onClick={receive}>
        Live message
      </button>
      <PreparePanel
        task={taskDetail({ planHash: 'abc', abilities: { offerData: true } })}
        mine={mine}
        ticket={() => <p>The ticket</p>}
      />
    </>
  )
}

test('disables other steps while a step is being saved, because the page then moves', async () => {
  const offered = Promise.withResolvers<Registration>()
  fakeServer(
    token,
    mine,
    on(GetInitiatorDataset, () => dataset),
    on(ListFormatDifferences, () => ({
      initiatorName: 'A',
      participantName: 'B',
      differences: [],
      proposals: [],
      participantColumns: [],
    })),
    on(OfferRows, () => ({ datasetId: 'child', rowCount: 30 })),
    on(OfferDataset, () => offered.promise),
  )
  renderPage(<Participant />, { language: 'en' })
  await userEvent.click(await screen.findByRole('radio', { name: /Biopsies/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Offer these rows' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Offer all rows' }))

  // The live message arrives earlier than the response.
  fireEvent.click(screen.getByText('Live message'))
  const read = screen.getByRole('button', { name: 'Review ticket' })
  expect(read).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Change: Choose data' })).toHaveProperty('disabled', true)
  offered.resolve(registration({ datasetId: 'child' }))
  expect(await screen.findByText('Offered to this task: 30 rows of Biopsies.')).toBeTruthy()
  await waitFor(() => expect(read).toHaveProperty('disabled', false))
  await userEvent.click(read)
  expect(screen.getByText('The ticket')).toBeTruthy()
})

test('opens the algorithm step once it is known whether the classes step precedes it', async () => {
  const [named, saved] = [Promise.withResolvers<SelectedFeature[]>(), Promise.withResolvers<TaskDetail>()]
  fakeServer(
    token,
    on(GetDataset, () => dataset),
    on(ListSelectedFeatures, () => named.promise),
    health,
    on(ListAlgorithms, () => ({ records: [algorithm], total: 1, size: 100, current: 1, pages: 1 })),
    on(GetInitiatorDataset, () => dataset),
    on(UpdateTask, () => saved.promise),
  )
  const task = taskDetail({
    columnSelection: { columns: ['radius'], label: 'diagnosis' },
    abilities: { offerData: true, edit: true },
  })
  renderPage(<PreparePanel task={task} mine={registration({ datasetId: 'd1' })} ticket={() => null} />, {
    language: 'en',
  })
  expect(await screen.findByRole('heading', { name: 'Classes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save algorithm and parameters' })).toBeNull()
  named.resolve([])
  await userEvent.click(await screen.findByRole('radio', { name: /Logistic regression/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save algorithm and parameters' }))

  const choose = screen.getByRole('button', { name: 'Choose: Classes' })
  await waitFor(() => expect(choose).toHaveProperty('disabled', true))
  expect(screen.getByRole('button', { name: 'Change: Columns and label' })).toHaveProperty('disabled', true)
  saved.resolve(task)
  await waitFor(() => expect(choose).toHaveProperty('disabled', false))
  await userEvent.click(choose)
  expect(await screen.findByTitle('Classes of the offered data, shown by your party’s edge')).toBeTruthy()
})

test.each([
  ['en', 'Picture augmentation', ['None', 'Shifted']],
  ['cn', '图片增强', ['不增强', '随机平移']],
] as const)('shows the choices of a parameter by their labels (%s)', async (language, name, words) => {
  const augmentation: ParameterDescription = {
    name: 'augmentation',
    type: 'choice',
    choices: ['none', 'moved'],
    default: 'none',
    label: { cn: '图片增强', en: 'Picture augmentation' },
    help: { cn: '', en: '' },
    choiceLabels: { none: { cn: '不增强', en: 'None' }, moved: { cn: '随机平移', en: 'Shifted' } },
  }
  const typed: Parameters[] = []
  const edited = {
    descriptions: [augmentation],
    values: {},
    onChange: (values: Parameters | null) => typed.push(values ?? {}),
  }
  renderPage(<ParameterEditor {...edited} />, { language })
  fireEvent.mouseDown(await screen.findByRole('combobox', { name }))
  // The same text appears twice: as the chosen value and in the list.
  expect(screen.getAllByTitle(words[0])).toHaveLength(2)
  await userEvent.click(await screen.findByTitle(words[1]))
  expect(typed).toEqual([{ augmentation: 'moved' }])
})
