import type { ClassRows, TaskDetail } from '@tessera/contract'
import { UpdateColumnSelection } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { PositiveStep, proposedFor } from './PositiveStep.tsx'
import { nextStep, prepareStepsOf } from './prepare-steps.ts'

const two = (negative: string, positive: string, isChosen = false): NonNullable<TaskDetail['positive']> => ({
  classes: [negative, positive],
  isChosen,
})
const classRows = (rows: Record<string, number>): ClassRows => ({
  classes: Object.entries(rows).map(([name, count]) => ({ name, rows: count, parties: 2 })),
  parties: 2,
  missing: 0,
})
const columnSelection = { columns: ['age'], label: 'state' }
const task = taskDetail({
  algorithms: [{ id: 'a', name: { cn: 'A', en: 'A' } }],
  columnSelection,
  planHash: 'h',
  positive: two('ill', 'well'),
  classRows: classRows({ ill: 20, well: 200 }),
})

test.each([
  ['en', 'Positive class', /odds ratios/i, 'Use this class'],
  ['cn', '正类', /优势比/, '使用该类别'],
] as const)(
  'proposes the rarer class as positive, and sends the chosen one (%s)',
  async (language, list, help, submit) => {
    logIn()
    const { calls } = fakeServer(on(UpdateColumnSelection, () => task))
    const onDone = vi.fn()
    renderPage(<PositiveStep task={task} onDone={onDone} />, { language })
    expect(await screen.findByRole('radiogroup', { name: list })).toBeTruthy()
    expect(screen.getByText(help)).toBeTruthy()
    expect((screen.getByRole('radio', { name: 'ill' }) as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'well' }))
    await userEvent.click(screen.getByRole('button', { name: submit }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(calls.find(({ path }) => path === UpdateColumnSelection.path)?.input).toMatchObject({
      columnSelection: { ...columnSelection, positive: 'well' },
    })
  },
)

test.each<[string, TaskDetail['positive'], ClassRows | undefined, string | undefined]>([
  ['the chosen class', two('ill', 'well', true), classRows({ ill: 5, well: 50 }), 'well'],
  ['the affirmative class', two('阳性', '阴性'), classRows({ 阳性: 50, 阴性: 5 }), '阳性'],
  ['the rarer class', two('ill', 'well'), classRows({ well: 50, ill: 5 }), 'ill'],
  ['the last class if nothing else is known', two('ill', 'well'), undefined, 'well'],
  ['no class unless there are two', undefined, classRows({ a: 5, b: 5, c: 5 }), undefined],
])('proposes the positive class %s', (_what, positive, counts, proposed) => {
  const { positive: _one, classRows: _two, ...bare } = task
  expect(proposedFor({ ...bare, ...(positive && { positive }), ...(counts && { classRows: counts }) })).toBe(proposed)
})

test('requires the choice of the positive class only if it is not obvious', () => {
  const mine = registration({ datasetId: 'd', grant: 'missing', names: 'confirmed' })
  const statusOf = (change: Partial<TaskDetail>, who = mine) =>
    prepareStepsOf({ ...task, ...change }, who).find(({ key }) => key === 'positive')?.status
  expect(statusOf({})).toBe('todo')
  expect(nextStep(prepareStepsOf(task, mine))).toBe('positive')
  expect(statusOf({ positive: two('well', 'ill', true) })).toBe('done')
  expect(statusOf({ positive: two('0', '1') })).toBe('optional')
  expect(statusOf({ positive: two('no', 'yes') })).toBe('optional')
  expect(statusOf({ positive: two('阳性', '阴性') })).toBe('todo')
  const planFault = { code: 'task.positive-unknown', params: {} }
  expect(statusOf({ positive: two('no', 'yes'), planHash: null, planFault })).toBe('todo')
  expect(statusOf({}, { ...mine, role: 'participant' })).toBeUndefined()
})
