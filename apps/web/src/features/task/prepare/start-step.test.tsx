import { type Algorithm, AppError, type StartCandidate } from '@tessera/contract'
import { ChooseStart, ListStarts } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { registration, taskDetail } from '../test-world.ts'
import { PreparePanel } from './PreparePanel.tsx'
import { nextStep, prepareStepsOf } from './prepare-steps.ts'
import { StartStep } from './StartStep.tsx'

const heart: StartCandidate = {
  modelId: 'm1',
  model: 'Heart',
  task: 'heart task',
  partyName: 'Hospital B',
  unfit: null,
}
const lung: StartCandidate = {
  ...{ modelId: 'm2', model: 'Lung', task: 'lung task', partyName: 'Hospital C' },
  unfit: { code: 'task.start-width', params: { model: 'Lung', width: 16 } },
}
const planned = taskDetail({
  algorithms: [{ id: 'mlp', name: 'MLP', nameCn: '感知机' }] satisfies Pick<Algorithm, 'id' | 'name' | 'nameCn'>[],
  columnSelection: { columns: ['age'], label: 'target' },
  planHash: 'h',
  canResume: true,
})

function show(starts: StartCandidate[], language: 'cn' | 'en' = 'en', task = planned) {
  logIn()
  const server = fakeServer(
    on(ListStarts, () => starts),
    on(ChooseStart, () => task),
  )
  const onDone = vi.fn()
  renderPage(<StartStep task={task} onDone={onDone} />, { language })
  return { ...server, onDone }
}

test.each([
  ['en', /other models of this algorithm do not fit/, /a hidden layer of 16 units/],
  ['cn', /该算法的其他模型不适用/, /隐藏层有 16 个单元/],
] as const)('beside those that fit it is said of the others what differs, in %s', async (language, others, why) => {
  show([heart, lung], language)
  expect(await screen.findByRole('radio', { name: /^Heart/ })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /^Lung/ })).toBeNull()
  expect(screen.getByText(others)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
})

test('only models that fit are offered, and the one that is chosen is sent', async () => {
  const { calls, onDone } = show([heart, lung])
  await userEvent.click(await screen.findByRole('radio', { name: /^Heart/ }))
  expect(screen.queryByRole('radio', { name: /^Lung/ })).toBeNull()
  expect(screen.getByText('In the pool, from Hospital B; made by task “heart task”.')).toBeTruthy()
  expect(screen.getByText(/Choose one whose maker you trust/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use this start' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(calls.find(({ path }) => path === ChooseStart.path)?.input).toEqual({ taskId: 't1', modelId: 'm1' })
})

test('a start of before is given up for a new model', async () => {
  const start = { modelId: 'm1', model: 'Heart', task: 'heart task' }
  const { calls, onDone } = show([heart], 'en', { ...planned, start })
  expect(((await screen.findByRole('radio', { name: /^Heart/ })) as HTMLInputElement).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /^A new model/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Use this start' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(calls.find(({ path }) => path === ChooseStart.path)?.input).toEqual({ taskId: 't1', modelId: null })
})

test.each([
  ['en', 'No model of the pool fits this plan:', /a hidden layer of 16 units/],
  ['cn', '模型池中没有适用于此方案的模型：', /隐藏层有 16 个单元/],
] as const)('where none fits each says why, in %s', async (language, none, why) => {
  show([lung], language)
  expect(await screen.findByText(none)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
})

test('an empty pool is said, and what keeps the list from being made', async () => {
  show([])
  expect(await screen.findByText('The pool has no model of this algorithm yet.')).toBeTruthy()
  fakeServer(
    on(ListStarts, () => {
      throw new AppError('task.start-early')
    }),
  )
  renderPage(<StartStep task={planned} onDone={() => {}} />, { language: 'cn' })
  expect(await screen.findByText(/请在此之后选择起始模型/)).toBeTruthy()
})

test('the step is there for what can resume, after names, and open again when the start no longer fits', () => {
  const own = registration({ datasetId: 'd', grant: 'missing', names: 'confirmed' })
  const statusOf = (change: Parameters<typeof taskDetail>[0], mine = own) =>
    prepareStepsOf({ ...planned, ...taskDetail({ ...planned, ...change }) }, mine).find(({ key }) => key === 'start')
  expect(statusOf({})?.status).toBe('optional')
  expect(statusOf({}, { ...own, names: 'missing' })?.status).toBe('blocked')
  expect(statusOf({}, { ...own, role: 'participant' })).toBeUndefined()
  expect(statusOf({ canResume: false })?.status).toBe('none')
  expect(statusOf({ algorithms: [] })).toBeUndefined()
  const start = { modelId: 'm1', model: 'Heart', task: 'heart task' }
  expect(statusOf({ start })?.status).toBe('done')
  const unfit = { ...planned, start, planHash: null, planFault: { code: 'task.start-columns', params: {} } }
  expect(statusOf(unfit)?.status).toBe('todo')
  expect(nextStep(prepareStepsOf(unfit, own))).toBe('start')
})

test.each([
  ['en', /one best answer whatever they start from; trees are grown anew/, 'Choose: Where it starts'],
  ['cn', /最佳结果都相同；树总是重新生长/, '选择：起始模型'],
] as const)(
  'an algorithm that starts from none says why, and offers no choice, in %s',
  async (language, why, choose) => {
    logIn()
    fakeServer()
    const mine = registration({ datasetId: 'd', grant: 'signed', names: 'confirmed' })
    const task = { ...planned, canResume: false }
    renderPage(<PreparePanel task={task} mine={mine} ticket={() => null} />, { language })
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.queryByRole('button', { name: choose })).toBeNull()
  },
)
