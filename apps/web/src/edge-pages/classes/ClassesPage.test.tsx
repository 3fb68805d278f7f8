import type { Dataset } from '@tessera/contract'
import { GetEdgeSession, GetHeldDataset, ListClasses, NameClasses, OfferColumns } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { playWindow } from '../../testing/confirm-window.ts'
import { heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { ClassesPage } from './ClassesPage.tsx'
import type { Asked } from './classes.ts'

/** Tests of the edge page that selects classes, in a frame of the console. */

const CONSOLE = 'https://console.example'
const NARROWED = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const meta = document.createElement('meta')
const postMessage = vi.fn()
let edgeWindow: ReturnType<typeof playWindow>
const around = { postMessage } as unknown as Window
const own = [
  { name: 'benign', count: 20 },
  { name: 'malignant', count: 8 },
  { name: 'unclear', count: 2 },
]
const biopsies = (change: Partial<Dataset> = {}) =>
  heart({
    id: 'd1',
    tableName: 'table1',
    rowCount: 30,
    columns: ['radius', 'texture', 'diagnosis'],
    columnTypes: { diagnosis: 'text' },
    ...change,
  })
const request = (change: Partial<Asked> = {}): Asked => ({
  say: 'classes',
  label: 'diagnosis',
  isInitiator: true,
  canName: true,
  isSigned: false,
  named: { own: [], initiator: [] },
  rows: [],
  ...change,
})

beforeEach(() => {
  history.replaceState(null, '', '/choose-classes')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  edgeWindow = playWindow()
  postMessage.mockReset()
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

const sentMessages = () => postMessage.mock.calls.map(([message]) => message)
const consoleSays = (data: unknown) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: CONSOLE, source: around })))
/** Renders the page, and sends it the request with which the console opens it. */
async function open(
  change: Partial<Asked> = {},
  { dataset = biopsies(), classes = own as { name: string; count: number; isLeftOut?: boolean }[] } = {},
  { language = 'en' as 'en' | 'cn', name = () => null } = {},
) {
  const { calls } = fakeServer(
    on(GetEdgeSession, session),
    on(GetHeldDataset, ({ datasetId }) => ({ ...dataset, id: datasetId })),
    on(ListClasses, () => classes),
    on(OfferColumns, () => ({ datasetId: NARROWED, rowCount: 28 })),
    on(NameClasses, name),
  )
  renderPage(<ClassesPage taskId="t1" />, { path: '/choose-classes?id=d1', language })
  await waitFor(() => expect(sentMessages()).toContainEqual({ say: 'which' }))
  await consoleSays(request(change))
  const sent = (path: string, method = 'POST') =>
    calls.find((call) => call.path === path && (call.input as { column?: string }).column === undefined && method)
      ?.input
  return { sent }
}
const done = () => sentMessages().filter(({ say }) => say === 'classes')
const ticked = () =>
  own.map(({ name }) => (screen.getByRole('checkbox', { name: new RegExp(name) }) as HTMLInputElement).checked)

test('leaves out a class and discloses the other names, without telling the console either', {
  meta: { spec: 'screens.column-feature-selection', claim: 'row-access.class-selection' },
}, async () => {
  const { sent } = await open()
  expect(await screen.findByText('20 rows')).toBeTruthy()
  expect(ticked()).toEqual([true, true, true])
  fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
  expect(screen.getByText(/Selected: 28 of 30 rows/)).toBeTruthy()
  expect(screen.getByText(/all parties of this task see them/)).toBeTruthy()
  expect(sentMessages()).toEqual([{ say: 'which' }])
  expect(await edgeWindow.read('Agree on class codes')).toEqual({
    about: 'classes',
    label: 'diagnosis',
    names: ['benign', 'malignant'],
    contentType: 'tabular',
  })
  // A click that comes only from the frame discloses no names and offers no rows.
  expect([sent(OfferColumns.path), sent(NameClasses.path), sentMessages()]).toEqual([
    undefined,
    undefined,
    [{ say: 'which' }],
  ])
  await edgeWindow.confirm()

  await waitFor(() => expect(done()).toEqual([{ say: 'classes', datasetId: NARROWED, isNamed: true }]))
  expect(sent(OfferColumns.path)).toMatchObject({
    taskId: 't1',
    tableName: 'table1',
    columns: ['radius', 'texture'],
    label: 'diagnosis',
    features: ['benign', 'malignant'],
  })
  expect(sent(NameClasses.path)).toEqual({
    taskId: 't1',
    datasetId: NARROWED,
    label: 'diagnosis',
    classes: ['benign', 'malignant'],
  })
  expect(sentMessages()).toHaveLength(2)
})

test.each([
  ['en', 'all parties: at least 55 rows', 'Few: below 20'],
  ['cn', '各方合计至少 55 条样本', '过少：不足 20'],
] as const)(
  'shows the rows of all parties beside the own rows, and marks small classes (%s)',
  { meta: { spec: 'screens.class-counts-before-start' } },
  async (language, all, thin) => {
    const rows: Asked['rows'] = [
      { name: 'benign', rows: 55, thin: null },
      { name: 'malignant', rows: 15, thin: 'few' },
    ]
    await open({ rows }, {}, { language })
    const benign = (await screen.findByRole('checkbox', { name: /benign/ })).closest('label')?.textContent
    expect(benign).toContain(all)
    expect(benign).not.toContain(thin)
    const malignant = screen.getByRole('checkbox', { name: /malignant/ }).closest('label')?.textContent
    expect(malignant).toContain(thin)
  },
)

test('offers no new rows if all classes are chosen, and does not disclose a class of 2 rows', async () => {
  const { sent } = await open()
  await edgeWindow.read('Agree on class codes')
  await edgeWindow.confirm()
  await waitFor(() => expect(done()).toEqual([{ say: 'classes', datasetId: null, isNamed: true }]))
  expect(sent(OfferColumns.path)).toBeUndefined()
  expect(sent(NameClasses.path)).toMatchObject({ datasetId: 'd1', classes: ['benign', 'malignant'] })
})

test('sends the class names again after a failed call, with the id of the narrowed dataset', async () => {
  let isAway = true
  const name = () => {
    if (isAway) throw new ApiError('edge.platform-away')
    return null
  }
  const { sent } = await open({}, {}, { language: 'en', name })
  fireEvent.click(await screen.findByRole('checkbox', { name: /unclear/ }))
  await edgeWindow.read('Agree on class codes')
  await edgeWindow.confirm()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(done()).toEqual([])
  isAway = false
  await edgeWindow.read('Agree on class codes')
  await edgeWindow.confirm()
  await waitFor(() => expect(done()).toEqual([{ say: 'classes', datasetId: NARROWED, isNamed: true }]))
  expect(sent(NameClasses.path)).toMatchObject({ datasetId: NARROWED })
})

test('preselects the initiator’s classes, and requires at least one class', async () => {
  await open({ isInitiator: false, named: { own: [], initiator: ['benign', 'malignant'] } })
  await screen.findByRole('button', { name: 'Agree on class codes' })
  expect(ticked()).toEqual([true, true, false])
  expect(screen.getByRole('checkbox', { name: /unclear.*not among the initiator’s classes/ })).toBeTruthy()
  for (const name of ['benign', 'malignant']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(name) }))
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one class.')
  expect(screen.getByRole('button', { name: 'Agree on class codes' })).toHaveProperty('disabled', true)
})

test('lets a participant leave out classes without disclosing names if names are not requested', {
  meta: { spec: 'screens.column-feature-selection' },
}, async () => {
  const { sent } = await open({ isInitiator: false, canName: false }, {}, { language: 'cn' })
  await screen.findByText(/未要求公开类别名称/)
  expect(screen.queryByRole('button', { name: '约定类别编码' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
  fireEvent.click(screen.getByRole('button', { name: '仅提供这些类别' }))
  await waitFor(() => expect(done()).toEqual([{ say: 'classes', datasetId: NARROWED, isNamed: false }]))
  expect(sent(OfferColumns.path)).toBeDefined()
  expect(sent(NameClasses.path)).toBeUndefined()
})

const narrowed = own.map((one) => (one.name === 'unclear' ? { ...one, isLeftOut: true } : one))
const inEnglish = {
  note: '2 rows · left out · too few rows to share the name',
  now: 'Selected: 28 of 30 rows. Data of other classes is left out at your edge.',
  wider: /All classes are offered again. Your signed ticket becomes void/,
  offer: 'Offer only these classes',
}
const inChinese = {
  note: '2 条样本 · 已排除 · 样本过少，不公开名称',
  now: '参与训练：30 条样本中的 28。其他类别的数据留在您的数据节点，不提供。',
  wider: /将重新提供全部类别。 已签署的授权书将失效/,
  offer: '仅提供这些类别',
}

test.each([
  ['en', inEnglish],
  ['cn', inChinese],
] as const)(
  'in %s, marks a class that was left out, which can be offered again',
  { meta: { spec: 'screens.column-feature-selection' } },
  async (language, texts) => {
    const rows = { dataset: biopsies({ rowCount: 28 }), classes: narrowed }
    const { sent } = await open({ isSigned: true }, rows, { language })
    expect(await screen.findByText(texts.note)).toBeTruthy()
    expect(ticked()).toEqual([true, true, false])
    expect(screen.getByRole('status').textContent).toBe(texts.now)
    expect(screen.getByRole('button', { name: texts.offer })).toHaveProperty('disabled', true)

    fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
    expect(screen.getByRole('status').textContent).toMatch(texts.wider)
    fireEvent.click(screen.getByRole('button', { name: texts.offer }))
    await waitFor(() => expect(done()).toHaveLength(1))
    expect(sent(OfferColumns.path)).toMatchObject({
      tableName: 'table1',
      label: 'diagnosis',
      features: ['benign', 'malignant', 'unclear'],
    })
  },
)

test('preselects only the names of offered classes when names are disclosed again', async () => {
  const rows = { dataset: biopsies({ rowCount: 28 }), classes: narrowed }
  const { sent } = await open({ named: { own: ['benign', 'malignant'], initiator: ['benign', 'malignant'] } }, rows)
  await edgeWindow.read('Agree on class codes')
  await edgeWindow.confirm()
  await waitFor(() => expect(done()).toHaveLength(1))
  expect(sent(OfferColumns.path)).toBeUndefined()
  expect(sent(NameClasses.path)).toMatchObject({ classes: ['benign', 'malignant'] })
})

test('offers no choice of classes for a numeric label', async () => {
  const classes = [1.5, 2.5, 3.5].map((value) => ({ name: String(value), count: 1 }))
  await open({}, { dataset: biopsies({ columnTypes: { diagnosis: 'number' } }), classes })
  expect((await screen.findByText(/are not classes/)).textContent).toContain('diagnosis')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('does not let the user leave out classes of a graph, only disclose their names', async () => {
  const { sent } = await open(
    { named: { own: [], initiator: ['benign'] } },
    { dataset: biopsies({ contentType: 'graph' }), classes: own },
  )
  expect(await screen.findByText('Graph: offered as a whole, so all classes take part.')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /benign/ })).toHaveProperty('disabled', true)
  await edgeWindow.read('Agree on class codes')
  await edgeWindow.confirm()
  await waitFor(() => expect(done()).toEqual([{ say: 'classes', datasetId: null, isNamed: true }]))
  expect(sent(OfferColumns.path)).toBeUndefined()
})

test('shows no number of rows for classes of boxes, because a picture can have several', async () => {
  const dataset = biopsies({ contentType: 'yolo', columns: ['boxes'], columnTypes: { boxes: 'text' } })
  await open({ label: 'boxes' }, { dataset, classes: own })
  fireEvent.click(await screen.findByRole('checkbox', { name: /unclear/ }))
  expect(screen.getByText(/Only these classes stay/)).toBeTruthy()
})

test('requests no classes from the edge without a session', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  renderPage(<ClassesPage taskId="t1" />, { path: '/choose-classes?id=d1', language: 'en' })
  expect(await screen.findByRole('region', { name: 'Your edge shows this data' })).toBeTruthy()
  await consoleSays(request())
  expect(calls.map(({ path }) => path)).not.toContain(ListClasses.path)
})
