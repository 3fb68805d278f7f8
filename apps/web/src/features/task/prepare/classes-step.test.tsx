import type { SelectedFeature } from '@tessera/contract'
import {
  AddSelectedFeatures,
  GetDataset,
  GetEdgeToken,
  ListClasses,
  ListFormatDifferences,
  ListSelectedFeatures,
  OfferColumns,
  OfferDataset,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { WaitingPanel } from '../detail/WaitingPanel.tsx'
import { ownDataset, registration, taskDetail } from '../test-world.ts'
import { PreparePanel } from './PreparePanel.tsx'

const task = taskDetail({
  algorithms: [{ id: 'lr', name: 'LR', nameCn: '逻辑回归' }],
  columnSelection: { columns: ['radius', 'texture'], label: 'diagnosis' },
  planHash: 'h',
  abilities: { offerData: true, edit: true },
})
const initiator = registration({ datasetId: 'd1' })
const participant = registration({ role: 'participant', partyId: '1002', datasetId: 'd1' })
const named = (feature: string, partyId = '1001'): SelectedFeature => ({
  ...{ id: `${partyId} ${feature}`, taskId: 't1', partyId, partyName: 'Hospital A', tableName: 'x' },
  ...{ label: 'diagnosis', feature, code: null },
})
const own = [
  { name: 'benign', count: 20 },
  { name: 'malignant', count: 8 },
  { name: 'unclear', count: 2 },
]

function world(features: SelectedFeature[], dataset = ownDataset(), classes = own) {
  return fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(GetDataset, () => dataset),
    on(ListClasses, () => classes),
    on(ListSelectedFeatures, () => features),
    on(ListFormatDifferences, () => ({
      ...{ initiatorName: 'A', participantName: 'B', differences: [], proposals: [], participantColumns: [] },
    })),
    on(OfferColumns, () => ({ datasetId: 'narrowed', rowCount: 28 })),
    on(OfferDataset, () => registration({ datasetId: 'narrowed' })),
    on(AddSelectedFeatures, () => null),
  )
}
const show = (mine: typeof initiator, language: 'en' | 'cn' = 'en', of = task) =>
  renderPage(<PreparePanel task={of} mine={mine} ticket={() => <p>The ticket</p>} />, { language })
const ticked = () =>
  own.map(({ name }) => (screen.getByRole('checkbox', { name: new RegExp(name) }) as HTMLInputElement).checked)

beforeEach(() => logIn())

test('the initiator leaves a class out at its edge and tells the names of the others', async () => {
  const { calls } = world([])
  show(initiator)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  expect(await screen.findByText('20 rows')).toBeTruthy()
  expect(ticked()).toEqual([true, true, true])
  fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
  expect(screen.getByText(/28 of 30 rows take part/)).toBeTruthy()
  expect(screen.getByText(/all parties of this task see them/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Agree on class codes' }))

  await screen.findByText('The class names are told to the parties of this task.')
  const sent = (path: string) => calls.find((call) => call.path === path)?.input
  expect(sent(OfferColumns.path)).toMatchObject({
    ...{ taskId: 't1', tableName: 'table1', columns: ['radius', 'texture'], label: 'diagnosis' },
    features: ['benign', 'malignant'],
  })
  expect(sent(OfferDataset.path)).toEqual({ registrationId: 'r1', datasetId: 'narrowed' })
  const common = { taskId: 't1', partyId: '1001', tableName: 'table1', label: 'diagnosis' }
  expect(sent(AddSelectedFeatures.path)).toEqual([
    { ...common, feature: 'benign' },
    { ...common, feature: 'malignant' },
  ])
})

test.each([
  ['en', 'all parties: at least 55 rows', 'Few: below 20', 'Choose: Classes'],
  ['cn', '各方合计至少 55 行', '过少：不足 20', '选择：类别'],
] as const)(
  'beside its own rows a class has those of all parties, and is said to be thin (%s)',
  async (language, all, thin, open) => {
    world([])
    const classRows = {
      classes: [
        { name: 'benign', rows: 55, parties: 2 },
        { name: 'malignant', rows: 15, parties: 2 },
      ],
      ...{ parties: 2, missing: 0 },
    }
    show(initiator, language, { ...task, classRows })
    fireEvent.click(await screen.findByRole('button', { name: open }))
    const benign = (await screen.findByRole('checkbox', { name: /benign/ })).closest('label')?.textContent
    expect(benign).toContain(all)
    expect(benign).not.toContain(thin)
    const malignant = screen.getByRole('checkbox', { name: /malignant/ }).closest('label')?.textContent
    expect(malignant).toContain(thin)
  },
)

test('with all classes no row is set aside anew', async () => {
  const { calls } = world([])
  show(initiator)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Agree on class codes' }))
  await waitFor(() => expect(calls.some(({ path }) => path === AddSelectedFeatures.path)).toBe(true))
  expect(calls.some(({ path }) => path === OfferColumns.path)).toBe(false)
  // A class of two rows takes part, but its name stays here.
  const sent = calls.find(({ path }) => path === AddSelectedFeatures.path)?.input as { feature: string }[]
  expect(sent.map(({ feature }) => feature)).toEqual(['benign', 'malignant'])
})

test('once the initiator named classes, a participant has to: the same are ticked, the ticket waits', async () => {
  world([named('benign'), named('malignant')])
  show(participant)
  await screen.findByRole('button', { name: 'Agree on class codes' })
  expect(ticked()).toEqual([true, true, false])
  expect(screen.getByRole('checkbox', { name: /unclear.*not among those of Hospital A/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Read the ticket' })).toBeNull()
  expect(screen.getByText('Choose your classes first.')).toBeTruthy()
  for (const name of ['benign', 'malignant']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(name) }))
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one class.')
  expect(screen.getByRole('button', { name: 'Agree on class codes' })).toHaveProperty('disabled', true)
})

test('where nobody names classes a participant may leave some out, and no name leaves its edge', async () => {
  const { calls } = world([])
  show(participant, 'cn')
  expect(await screen.findByRole('button', { name: '查看票据' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '选择：类别' }))
  await screen.findByText(/未要求公布类别名称/)
  expect(screen.queryByRole('button', { name: '约定类别编码' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
  fireEvent.click(screen.getByRole('button', { name: '仅提供这些类别的行' }))
  await screen.findByText('已排除其他类别的行。')
  expect(calls.some(({ path }) => path === OfferColumns.path)).toBe(true)
  expect(calls.some(({ path }) => path === AddSelectedFeatures.path)).toBe(false)
})

const narrowed = own.map((one) => (one.name === 'unclear' ? { ...one, isLeftOut: true } : one))
const inEnglish = {
  open: 'Choose: Classes',
  summary: 'Optional. 2 of 3 classes take part',
  note: '2 rows · left out · too few rows to be named',
  now: '28 of 30 rows take part. Rows of other classes are left out at your edge.',
  wider: /Rows of all classes are offered again. Your signed ticket is void then/,
  offer: 'Only offer rows of these classes',
  done: 'Rows of all classes are offered.',
}
const inChinese = {
  open: '选择：类别',
  summary: '可选。3 个类别中有 2 个参与',
  note: '2 行 · 已排除 · 行数过少，不公布名称',
  now: '30 行中有 28 行参与，其他类别的行留在您的数据节点，不提供。',
  wider: /将重新提供全部类别的行。 已签署的票据将失效/,
  offer: '仅提供这些类别的行',
  done: '已提供全部类别的行。',
}

test.each([
  ['en', inEnglish],
  ['cn', inChinese],
] as const)('in %s, a class that was left out is shown so and can be taken in again', async (language, texts) => {
  const { calls } = world([], ownDataset({ rowCount: 28 }), narrowed)
  show({ ...initiator, grant: 'signed' }, language)
  expect(await screen.findByText(texts.summary)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: texts.open }))
  expect(await screen.findByText(texts.note)).toBeTruthy()
  expect(ticked()).toEqual([true, true, false])
  expect(screen.getByRole('status').textContent).toBe(texts.now)
  expect(screen.getByRole('button', { name: texts.offer })).toHaveProperty('disabled', true)

  fireEvent.click(screen.getByRole('checkbox', { name: /unclear/ }))
  expect(screen.getByRole('status').textContent).toMatch(texts.wider)
  fireEvent.click(screen.getByRole('button', { name: texts.offer }))
  await screen.findByText(texts.done)
  expect(calls.find(({ path }) => path === OfferColumns.path)?.input).toMatchObject({
    ...{ tableName: 'table1', label: 'diagnosis' },
    features: ['benign', 'malignant', 'unclear'],
  })
})

test('names told anew are those of the classes offered; what was left out stays so unless it is ticked', async () => {
  const { calls } = world([named('benign'), named('malignant')], ownDataset({ rowCount: 28 }), narrowed)
  show(initiator)
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Classes' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Agree on class codes' }))
  await screen.findByText('The class names are told to the parties of this task.')
  expect(calls.some(({ path }) => path === OfferColumns.path)).toBe(false)
  const sent = calls.find(({ path }) => path === AddSelectedFeatures.path)?.input as SelectedFeature[]
  expect(sent.map(({ feature }) => feature)).toEqual(['benign', 'malignant'])
})

test('an amount has no classes to choose from', async () => {
  const amounts = [1.5, 2.5, 3.5].map((value) => ({ name: String(value), count: 1 }))
  const { calls } = world([], ownDataset({ columnTypes: { diagnosis: 'number' } }), amounts)
  show(initiator)
  await waitFor(() => expect(calls.some(({ path }) => path === ListClasses.path)).toBe(true))
  expect(screen.queryByText('Classes')).toBeNull()
})

test('a graph is offered whole: its classes are named, not chosen', async () => {
  world([], ownDataset({ contentType: 'graph' }))
  show(initiator)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  expect(await screen.findByText('Graph: offered as a whole, so all classes take part.')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /benign/ })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Agree on class codes' })).toHaveProperty('disabled', false)
})

test('of a graph not all classes of which are named no row is set aside anew', async () => {
  const { calls } = world([named('benign')], ownDataset({ contentType: 'graph' }))
  show(participant)
  fireEvent.click(await screen.findByRole('button', { name: 'Agree on class codes' }))
  await waitFor(() => expect(calls.some(({ path }) => path === AddSelectedFeatures.path)).toBe(true))
  expect(calls.some(({ path }) => path === OfferColumns.path)).toBe(false)
})

test('of boxes it is said what stays, not how many rows: a picture can be of several classes', async () => {
  const task = taskDetail({
    columnSelection: { columns: ['width'], label: 'boxes' },
    abilities: { offerData: true, edit: true },
  })
  world([], ownDataset({ contentType: 'yolo', columns: ['boxes'], columnTypes: { boxes: 'text' } }))
  show(initiator, 'en', task)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose: Classes' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /unclear/ }))
  expect(screen.getByText(/Only these classes stay/)).toBeTruthy()
})

test('a participant that is ready already hears that its classes are asked for', async () => {
  world([named('benign')])
  const onChange = vi.fn()
  renderPage(<WaitingPanel task={task} mine={participant} onChange={onChange} />, { language: 'en' })
  expect(await screen.findByText(/Hospital A agrees class codes/)).toBeTruthy()
  fireEvent.click(screen.getByText('Choose classes'))
  expect(onChange).toHaveBeenCalledOnce()
})
