import { type Algorithm, AppError, type StartCandidate } from '@tessera/contract'
import { ChooseStart, ListStarts } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
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
  modelId: 'm2',
  model: 'Lung',
  task: 'lung task',
  partyName: 'Hospital C',
  unfit: { code: 'task.start-width', params: { model: 'Lung', width: 16 } },
}
const planned = taskDetail({
  algorithms: [{ id: 'mlp', name: { cn: '感知机', en: 'MLP' } }] satisfies Pick<Algorithm, 'id' | 'name'>[],
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
] as const)(
  'states for models that do not fit what differs, in %s',
  { meta: { spec: 'screens.start-from-model' } },
  async (language, others, why) => {
    show([heart, lung], language)
    expect(await screen.findByRole('radio', { name: /^Heart/ })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /^Lung/ })).toBeNull()
    expect(screen.getByText(others)).toBeTruthy()
    expect(screen.getByText(why)).toBeTruthy()
  },
)

test('offers only start models that fit the task, and sends the chosen one', {
  meta: { spec: 'screens.start-from-model' },
}, async () => {
  const { calls, onDone } = show([heart, lung])
  await userEvent.click(await screen.findByRole('radio', { name: /^Heart/ }))
  expect(screen.queryByRole('radio', { name: /^Lung/ })).toBeNull()
  expect(screen.getByText('In the pool, published by Hospital B; trained in task “heart task”.')).toBeTruthy()
  expect(screen.getByText(/Choose a model whose maker you trust/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use this starting model' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(calls.find(({ path }) => path === ChooseStart.path)?.input).toEqual({ taskId: 't1', modelId: 'm1' })
})

test('lets the user replace a start model by a random one', async () => {
  const start = { modelId: 'm1', model: 'Heart', task: 'heart task' }
  const { calls, onDone } = show([heart], 'en', { ...planned, start })
  expect(((await screen.findByRole('radio', { name: /^Heart/ })) as HTMLInputElement).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /^A new model/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Use this starting model' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(calls.find(({ path }) => path === ChooseStart.path)?.input).toEqual({ taskId: 't1', modelId: null })
})

test.each([
  ['en', 'No model in the pool fits this plan:', /a hidden layer of 16 units/],
  ['cn', '模型池中没有适用于此方案的模型：', /隐藏层有 16 个单元/],
] as const)('states for each model why it cannot be the start model, in %s', async (language, none, why) => {
  show([lung], language)
  expect(await screen.findByText(none)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
})

test('reports that the pool is empty, or why the list of models is not available yet', async () => {
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

test('offers the start model after names, and asks again if the model no longer fits', () => {
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
  ['en', /does not depend on the starting point, and trees are always rebuilt/, 'Choose: Starting model'],
  ['cn', /最优解与初始值无关；树模型每次重新构建/, '选择：起始模型'],
] as const)(
  'explains why an algorithm takes no starting model and offers no choice, in %s',
  { meta: { spec: 'screens.start-from-model' } },
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
