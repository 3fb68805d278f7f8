import type { SelectedFeature } from '@tessera/contract'
import { ListSelectedFeatures, SetFeatureCodes, StartTraining, StartWithReady } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { ReadyPanel } from './ReadyPanel.tsx'

const ready = { datasetId: 'd', grant: 'signed', readiness: { data: true, environment: true } } as const
const a = registration({ ...ready })
const b = registration({ ...ready, id: 'r2', partyId: '1002', partyName: 'Hospital B', role: 'participant' })
const task = taskDetail({ isComplete: true, abilities: { start: true } })
const named = (id: string, feature: string, { partyId, partyName }: typeof a): SelectedFeature => ({
  id,
  feature,
  partyId,
  partyName,
  taskId: 't1',
  tableName: 'x',
  label: 'grade',
  code: null,
})
const features = [
  named('1', 'benign', a),
  named('2', 'malignant', a),
  named('3', 'malignant', b),
  named('4', 'clear', b),
]

function start(named: SelectedFeature[], registrations = [a, b], language: 'en' | 'cn' = 'en', more = {}) {
  const onStarted = vi.fn()
  const { calls } = fakeServer(
    on(ListSelectedFeatures, () => named),
    on(SetFeatureCodes, () => null),
    on(StartTraining, () => null),
    on(StartWithReady, () => 't2'),
  )
  const shown = { ...task, ...more }
  renderPage(<ReadyPanel task={shown} registrations={registrations} onChange={() => {}} onStarted={onStarted} />, {
    language,
  })
  return { calls, onStarted, paths: () => calls.map(({ path }) => path) }
}
const code = (name: string) => screen.getByLabelText(`Code of ${name}`) as HTMLInputElement
const retype = (name: string, text: string) => fireEvent.change(code(name), { target: { value: text } })

beforeEach(() => logIn())

test('starts training at once if the task has no named classes', {
  meta: { spec: 'screens.dialog-multi-rule' },
}, async () => {
  const { onStarted, paths } = start([])
  fireEvent.click(await screen.findByRole('button', { name: 'Start training' }))
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('t1'))
  expect(paths()).toEqual([ListSelectedFeatures.path, StartTraining.path])
})

test('assigns one code to a class that two parties name, saves the codes and starts training', {
  meta: { spec: ['screens.dialog-multi-rule', 'states.training-start-sequence'] },
}, async () => {
  const { calls, onStarted, paths } = start(features)
  fireEvent.click(await screen.findByRole('button', { name: 'Start training' }))
  const table = within(await screen.findByRole('dialog')).getByRole('table')
  expect(within(table).getByRole('row', { name: /malignant/ }).textContent).toBe('Hospital A, Hospital Bmalignant')
  expect(['benign', 'clear', 'malignant'].map((name) => code(name).value)).toEqual(['0', '1', '2'])

  const save = screen.getByRole('button', { name: 'Save and start' })
  const complaint = () => within(screen.getByRole('dialog')).getByRole('alert').textContent
  retype('clear', 'x')
  fireEvent.click(save)
  expect(complaint()).toBe('The code of clear must be a whole number such as 0 or 1.')
  retype('clear', '2')
  expect(complaint()).toBe('Two classes have the code 2. Give malignant another code.')
  retype('malignant', '3')
  expect(complaint()).toBe('Codes must run from 0 to 2 without gaps: 1 is missing.')
  expect(paths()).toEqual([ListSelectedFeatures.path])

  retype('malignant', '1')
  fireEvent.click(save)
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('t1'))
  expect(paths()).toEqual([ListSelectedFeatures.path, SetFeatureCodes.path, StartTraining.path])
  expect(calls[1]?.input).toEqual([
    { id: '1', code: 0 },
    { id: '4', code: 2 },
    { id: '2', code: 1 },
    { id: '3', code: 1 },
  ])
})

test('asks for class codes before it asks what to do with parties that are not ready', async () => {
  const late = { ...b, grant: 'missing' } as const
  const { onStarted, paths } = start(features.slice(0, 2), [a, late], 'cn')
  fireEvent.click(await screen.findByRole('button', { name: '启动训练' }))
  expect(await screen.findByText(/未公开类别名称的机构：Hospital B/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '保存并启动' }))
  fireEvent.click(await screen.findByRole('button', { name: '启动副本，本任务继续招募' }))
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('t2'))
  expect(paths()).toEqual([ListSelectedFeatures.path, SetFeatureCodes.path, StartWithReady.path])
})

test.each([
  ['en', 'Start training', 'Save and start', 'malignant is the positive class and comes last.'],
  ['cn', '启动训练', '保存并启动', 'malignant 是正类，排在最后。'],
] as const)(
  'derives the codes of two classes from the chosen positive class (%s)',
  async (language, begin, submit, reason) => {
    const agreedBefore = features.slice(0, 3).map((one) => ({ ...one, code: one.feature === 'malignant' ? 0 : 1 }))
    const positive = { classes: ['benign', 'malignant'], isChosen: true }
    const { calls, onStarted } = start(agreedBefore, [a, b], language, { positive })
    fireEvent.click(await screen.findByRole('button', { name: begin }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('textbox')).toBeNull()
    expect(dialog.getByText(new RegExp(reason))).toBeTruthy()
    expect(dialog.getByRole('row', { name: /benign/ }).textContent).toBe('Hospital Abenign0')
    expect(dialog.getByRole('row', { name: /malignant/ }).textContent).toMatch(/malignant1$/)
    fireEvent.click(dialog.getByRole('button', { name: submit }))
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('t1'))
    expect(calls[1]?.input).toEqual([
      { id: '1', code: 0 },
      { id: '2', code: 1 },
      { id: '3', code: 1 },
    ])
  },
)
