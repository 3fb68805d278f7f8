import { AppError, type Registration, type TaskDetail } from '@tessera/contract'
import {
  CheckHealth,
  CreateTask,
  GetEdgeToken,
  GetModel,
  GetRegistrations,
  GetRun,
  GetTask,
  JoinTask,
  ListAlgorithms,
  ListFailingSoftware,
  ListMyActivity,
  ListSelectedFeatures,
  StartTraining,
  StartWithReady,
} from '@tessera/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { registrationsQuery } from '../../features/task/api.ts'
import { openLive, socketToken } from '../../testing/live.ts'
import { heartCard, heartDetail, heartRegression } from '../../testing/model.ts'
import { roundEvent, run, scoredEvent } from '../../testing/run.ts'
import { registration, taskDetail } from '../../testing/task.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { TaskDetailPage } from './TaskDetailPage.tsx'

const path = '/mytask/mytaskDetail?id=t1'
const signed = { datasetId: 'd', grant: 'signed', rowCount: 60, readiness: { data: true, environment: true } } as const
const a = registration({ ...signed })
const b = registration({ id: 'r2', partyId: '1002', partyName: 'Hospital B', role: 'participant' })
const plan = {
  isComplete: true,
  planHash: 'h',
  algorithms: [{ id: 'lr', name: { cn: '逻辑回归', en: 'Logistic regression' } }],
  columnSelection: { columns: ['age'], label: 'target' },
}
const activity = on(ListMyActivity, () => ({ records: [], total: 0, size: 8, current: 1, pages: 0 }))

/** Answers the calls that the page of a task makes. */
function routes(task: () => TaskDetail, registrations: Registration[], mine: Registration | null) {
  return [
    activity,
    on(ListSelectedFeatures, () => []),
    on(GetTask, task),
    on(GetRegistrations, () => ({
      joined: { registrations, partyCount: registrations.length, rowCount: 60 },
      mine,
      progress: {},
      invitations: [],
      applications: [],
    })),
  ]
}

beforeEach(() => logIn())

test.each([
  ['en', 'Learning rate and Local passes no longer apply to Logistic regression'],
  ['cn', '学习率和本地遍数不再适用于逻辑回归'],
] as const)('lists the task’s parameters that its algorithm no longer has (%s)', async (language, text) => {
  const droppedParameters = [
    { en: 'Learning rate', cn: '学习率' },
    { en: 'Local passes', cn: '本地遍数' },
  ]
  fakeServer(...routes(() => taskDetail({ ...plan, droppedParameters }), [a, b], a))
  renderPage(<TaskDetailPage />, { path, language })
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test.each([
  ['recruiting', 4],
  ['completed', 1],
  ['failed', 1],
] as const)('fetches a task that is %s %i times in 31 seconds', async (status, times) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { calls } = fakeServer(...routes(() => taskDetail({ status, ...plan }), [a], a))
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  const requestCount = () => calls.filter((call) => call.path === GetTask.path).length
  await waitFor(() => expect(requestCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(31_000)
  expect(requestCount()).toBe(times)
})

test('lets a user apply with a note if the initiator of the task decides who joins', {
  meta: { spec: ['screens.task-header', 'screens.task-panel-not-joined'] },
}, async () => {
  const { calls } = fakeServer(
    ...routes(() => taskDetail({ visibility: 'invite-only', abilities: { apply: true } }), [a], null),
    on(JoinTask, () => registration({ status: 'applying' })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await fill(await screen.findByRole('textbox', { name: 'Note to the initiator' }), 'We have many cases.')
  await userEvent.click(screen.getByRole('button', { name: 'Apply to join' }))

  await waitFor(() =>
    expect(calls.find(({ path: called }) => called === JoinTask.path)?.input).toEqual({
      taskId: 't1',
      note: 'We have many cases.',
    }),
  )
})

test('shows at the top which party is not ready, and what it lacks', {
  meta: { spec: 'screens.task-participants' },
}, async () => {
  fakeServer(...routes(() => taskDetail({ ...plan, role: 'initiator' }), [a, b], a))
  renderPage(<TaskDetailPage />, { path, language: 'cn' })

  const line = await screen.findByText('招募中：2 个机构中有 1 个已就绪')
  expect(line.parentElement?.textContent).toMatch('等待Hospital B（数据、授权书）')
})

test('asks whether the original task continues if not all parties are ready', {
  meta: { spec: ['screens.start-panel', 'states.start-not-all-ready'] },
}, async () => {
  const { calls } = fakeServer(
    ...routes(() => taskDetail({ ...plan, role: 'initiator', abilities: { start: true } }), [a, b], a),
    on(StartWithReady, () => 't2'),
  )
  const { router } = renderPage(<TaskDetailPage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Start training' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch('Not ready: Hospital B.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start a copy and keep this task recruiting' }))

  await waitFor(() => expect(router.state.location.href).toContain('id=t2'))
  expect(calls.find(({ path: called }) => called === StartWithReady.path)?.input).toEqual({
    taskId: 't1',
    keepOriginal: true,
  })
})

test('starts with all parties if the last one has become ready in the meantime', async () => {
  const answers = ['1/2', null]
  const { calls } = fakeServer(
    ...routes(
      () => taskDetail({ ...plan, role: 'initiator', abilities: { start: true } }),
      [a, { ...b, ...signed }],
      a,
    ),
    on(StartTraining, () => answers.shift() ?? null),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Start training' }))
  const dialog = await screen.findByRole('dialog', { name: 'All parties are ready now' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start training' }))

  await waitFor(() => expect(calls.filter(({ path: called }) => called === StartTraining.path)).toHaveLength(2))
  expect(await screen.findByText('Training submitted.')).toBeTruthy()
})

test('starts the training if all parties are ready, and shows its progress', {
  meta: { spec: 'screens.task-panel-waiting' },
}, async () => {
  let status: TaskDetail['status'] = 'recruiting'
  fakeServer(
    ...routes(
      () => taskDetail({ ...plan, status, role: 'initiator', abilities: { start: true, watch: true } }),
      [a, { ...b, ...signed }],
      a,
    ),
    on(StartTraining, () => {
      status = 'training'
      return null
    }),
    on(GetRun, () => ({ run: run({ round: 1 }), events: [roundEvent(1, 2)] })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Start training' }))

  expect(await screen.findByText('Training, round 1 of 3')).toBeTruthy()
  expect(screen.getAllByText('80 of 60 rows used')).toHaveLength(2)
})

test('starts a training only once if the button is clicked twice on a slow network', {
  meta: { spec: 'calls.flJobRecruit/submit' },
}, async () => {
  let answer = (_ready: string | null) => {}
  const { calls } = fakeServer(
    ...routes(
      () => taskDetail({ ...plan, role: 'initiator', abilities: { start: true } }),
      [a, { ...b, ...signed }],
      a,
    ),
    on(StartTraining, () => new Promise((resolve) => (answer = resolve))),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  const button = await screen.findByRole('button', { name: 'Start training' })
  await userEvent.dblClick(button)
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(true))
  await userEvent.click(button)
  answer(null)
  expect(await screen.findByText('Training submitted.')).toBeTruthy()
  expect(calls.filter(({ path: called }) => called === StartTraining.path)).toHaveLength(1)
})

test('requests all events of a run first, and then only new ones', async () => {
  const { calls } = fakeServer(
    ...routes(() => taskDetail({ ...plan, status: 'training', abilities: { watch: true } }), [a, b], a),
    on(GetRun, ({ afterSeq }) => ({
      run: run({ phase: afterSeq ? 'completed' : 'running', round: afterSeq ? 3 : 2 }),
      events: afterSeq ? [roundEvent(3, 3, 0.95)] : [roundEvent(2, 2, 0.8)],
    })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await screen.findByText('Lowest Loss so far, after round 1: Accuracy 80.00%')
  window.dispatchEvent(new Event('visibilitychange'))

  expect(await screen.findByText('Lowest Loss so far, after round 2: Accuracy 95.00%', {})).toBeTruthy()
  const requests = calls.filter(({ path: called }) => called === GetRun.path)
  expect(requests.map(({ input }) => (input as { afterSeq?: number }).afterSeq)).toEqual([0, 2])
})

test.each([
  ['regression', heartRegression(), 1],
  ['network', undefined, 0],
] as const)('shows coefficients in the result of a %s only if it has any', async (_what, regression, panels) => {
  const ended = () =>
    taskDetail({ ...plan, status: 'completed', modelId: 'm1', role: 'initiator', abilities: { watch: true } })
  fakeServer(
    ...routes(ended, [a, b], a),
    on(GetRun, () => ({ run: run({ phase: 'completed' }), events: [] })),
    on(GetModel, () => heartDetail({ card: heartCard({ regression }) })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  expect(await screen.findByRole('region', { name: 'Training complete' })).toBeTruthy()
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Odds ratios' })).toHaveLength(panels))
})

test('lets the initiator of a description create a training task from it', async () => {
  const table = { rows: 120, columns: [] }
  const described = { ...plan, columnSelection: { columns: ['age'], label: null } }
  const ended = () => taskDetail({ ...described, status: 'completed', role: 'initiator', abilities: { watch: true } })
  const { calls } = fakeServer(
    ...routes(ended, [a, b], a),
    on(GetRun, () => ({ run: run({ phase: 'completed', table, metrics: {} }), events: [] })),
    on(ListFailingSoftware, () => []),
    on(ListAlgorithms, () => ({ records: [], total: 0, size: 100, current: 1, pages: 0 })),
    on(CreateTask, () => 't9'),
  )
  const { router } = renderPage(<TaskDetailPage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Create training task from this' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: 't9' }))
  const sent = calls.find(({ path: called }) => called === CreateTask.path)
  expect(sent?.input).toMatchObject({ fromTaskId: 't1' })
})

test.each([
  [
    'a member of its party',
    '1001',
    'The result is stored at your own edge, which shows it here. Only the progress of the run and its scores have left.',
  ],
  ['another party', '1002', 'The model is stored at the edge of its party; only its scores have left.'],
])('states where the model of a finished local run is stored, for %s', async (_who, partyId, text) => {
  logIn({ party: testParty({ id: partyId }) })
  const detail = { status: 'completed', researchType: 'independent', role: 'initiator', modelId: null } as const
  const { parties } = run()
  fakeServer(
    ...routes(() => taskDetail({ ...plan, ...detail, abilities: { watch: true } }), [a], a),
    on(GetRun, () => ({
      run: run({ phase: 'completed', round: 3, metrics: { accuracy: 0.9 }, parties: parties.slice(0, 1) }),
      events: [roundEvent(1, 2, 0.5, 0.7), scoredEvent(3, 5, 0.95, 0.6, 2)],
    })),
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  expect(await screen.findByText(text)).toBeTruthy()
  const edgeFrame = screen.queryByTitle<HTMLIFrameElement>('Result of the training, shown by your party’s edge')
  expect(edgeFrame?.src.replace(/#.*/, '')).toBe(
    partyId === '1001' ? 'http://127.0.0.1:9101/kept-result?id=run1' : undefined,
  )
  expect(screen.getByRole('figure', { name: /after each round/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open model' })).toBeNull()
})

test('shows a local result in an edge frame, which reports only that the result has changed', {
  meta: { claim: 'row-access.local-result' },
}, async () => {
  logIn()
  const detail = { status: 'completed', researchType: 'independent', role: 'initiator', modelId: null } as const
  const { parties } = run()
  const finished = { phase: 'completed', scoredBy: 'leave-one-out' } as const
  const { calls } = fakeServer(
    ...routes(() => taskDetail({ ...plan, ...detail, abilities: { watch: true } }), [a], a),
    on(GetRun, () => ({ run: run({ ...finished, parties: parties.slice(0, 1) }), events: [] })),
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(CheckHealth, () => ({ status: 'ok' as const })),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  const frame = await screen.findByTitle<HTMLIFrameElement>('Result of the training, shown by your party’s edge')
  const answers = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => {})
  const origin = new URL(frame.src).origin
  const sendMessage = (data: unknown, source = frame.contentWindow as Window | null) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
  const requestCount = () => calls.filter(({ path: called }) => called === GetTask.path).length

  await sendMessage({ say: 'which' })
  expect(answers).toHaveBeenCalledWith({ say: 'run', label: 'target', isOfAllRows: true }, origin)
  const before = requestCount()
  await sendMessage({ say: 'changed' }, window)
  await sendMessage({ say: 'changed', mean: 1 })
  expect(requestCount()).toBe(before)
  await sendMessage({ say: 'changed' })
  await waitFor(() => expect(requestCount()).toBe(before + 1))
})

test('reports a run that cannot be loaded as a load error, not as a failed run', async () => {
  let answers = false
  fakeServer(
    ...routes(() => taskDetail({ ...plan, status: 'failed', abilities: { watch: true } }), [a, b], a),
    on(GetRun, () => {
      if (!answers) throw new AppError('internal')
      const failure = { code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 2 } as const
      return { run: run({ phase: 'failed', failure }), events: [] }
    }),
  )
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/No reason was recorded/)).toBeNull()
  answers = true
  await userEvent.click(retry)
  expect(await screen.findByText(/The connection to this party’s edge was lost/)).toBeTruthy()
})

test.each([
  ['en', /[Ss]topped by Hospital A/, /training, round 2: Training was stopped by Hospital A/, /failed|No reason/i],
  ['cn', /Hospital A.*停止/, /训练，第 2 轮：训练已由Hospital A停止/, /失败|没有记录/],
] as const)('shows who stopped a task instead of a failure: %s', async (language, word, why, not) => {
  const failure = { code: 'run.stopped', params: {}, partyId: '1001', step: 'train', round: 2 } as const
  const ending = { kind: 'stopped', partyId: '1001', member: null, time: null } as const
  fakeServer(
    ...routes(() => taskDetail({ ...plan, status: 'stopped', abilities: { watch: true } }), [a, b], a),
    on(GetRun, () => ({ run: run({ phase: 'stopped', failure, ending }), events: [] })),
  )
  renderPage(<TaskDetailPage />, { path, language })
  expect(await screen.findByText(why)).toBeTruthy()
  expect((await screen.findAllByText(word)).length).toBeGreaterThan(1)
  expect(screen.queryByText(not)).toBeNull()
  expect(screen.queryByText(/own party/)).toBeNull()
})

test('announces only the state of a task to screen readers, not the clock beside it', async () => {
  fakeServer(...routes(() => taskDetail({ ...plan, status: 'training' }), [a, b], null))
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  expect((await screen.findByRole('status')).textContent).toBe('Training')
})

/** This time limit is shorter than the interval at which the page polls. */
const AT_ONCE = { timeout: inject('waitMs' as never) / 10 }

test('shows a changed task as soon as the live channel reports it', {
  meta: { spec: 'states.push-notices' },
}, async () => {
  let others = b
  const { calls } = fakeServer(
    socketToken,
    ...routes(() => taskDetail({ ...plan, role: 'initiator' }), [a, b], a).slice(0, 3),
    on(GetRegistrations, () => ({
      joined: { registrations: [a, others], partyCount: 2, rowCount: 60 },
      mine: a,
      progress: {},
      invitations: [],
      applications: [],
    })),
  )
  const notify = await openLive()
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await screen.findByText('Recruiting: 1 of 2 parties are ready')

  others = { ...b, ...signed }
  const askedBefore = calls.length
  notify({ cmd: 'run', taskId: 'another', seq: 0 })
  expect(calls).toHaveLength(askedBefore)
  notify({ cmd: 'run', taskId: 't1', seq: 0 })
  expect(await screen.findByText('Recruiting: 2 of 2 parties are ready', {}, AT_ONCE)).toBeTruthy()
})

test('shows a run that another user started when the live channel reports its first event', async () => {
  let status: TaskDetail['status'] = 'recruiting'
  fakeServer(
    socketToken,
    ...routes(() => taskDetail({ ...plan, status, abilities: { watch: true } }), [a, { ...b, ...signed }], a),
    on(GetRun, () => ({ run: run({ round: 1 }), events: [roundEvent(1, 2)] })),
  )
  const notify = await openLive()
  renderPage(<TaskDetailPage />, { path, language: 'en' })
  await screen.findByText('Recruiting: 2 of 2 parties are ready')

  status = 'training'
  notify({ cmd: 'run', taskId: 't1', seq: 1 })
  expect(await screen.findByText('Training, round 1 of 3', {}, AT_ONCE)).toBeTruthy()
})

test('shows a task only once its run is loaded, to prevent a layout shift', async () => {
  let isRequested = false
  const { promise: response, resolve: answer } = Promise.withResolvers<void>()
  const finished = taskDetail({ ...plan, status: 'completed', abilities: { watch: true } })
  fakeServer(
    ...routes(() => finished, [a, b], a),
    on(GetRun, async () => {
      isRequested = true
      await response
      return { run: run(), events: [] }
    }),
  )
  const { queryClient } = renderPage(<TaskDetailPage />, { path, language: 'en' })
  await waitFor(() => expect(isRequested).toBe(true))
  // Everything except the run is loaded.
  const { queryKey } = registrationsQuery('t1')
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('success'))
  expect(screen.queryByText('Hospital B')).toBeNull()
  answer()
  expect(await screen.findAllByText('Hospital B')).not.toHaveLength(0)
})

test('does not request the run for users who do not take part in the task', async () => {
  const { calls } = fakeServer(...routes(() => taskDetail({ ...plan, status: 'training' }), [a, b], null))
  renderPage(<TaskDetailPage />, { path, language: 'en' })

  expect(await screen.findByText(/Only the participating parties can see/)).toBeTruthy()
  expect(calls.some(({ path: called }) => called === GetRun.path)).toBe(false)
})

test('goes back from a task that does not exist, and shows the reason', {
  meta: { spec: 'errors.task-not-found' },
}, async () => {
  fakeServer(
    activity,
    on(GetTask, () => {
      throw new AppError('task.not-found')
    }),
  )
  const { router } = renderPage(<TaskDetailPage />, { path, language: 'en' })

  expect(await screen.findByText('This task no longer exists.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/mytask'))
})

test('goes to the home page from a disbanded task, and shows who disbanded it', {
  meta: { spec: ['states.task-disbanded', 'errors.task-disbanded'] },
}, async () => {
  fakeServer(...routes(() => taskDetail({ status: 'disbanded' }), [a], null))
  const { router } = renderPage(<TaskDetailPage />, { path, language: 'cn' })

  expect(await screen.findByText('任务“Tumour diagnosis”已被发起方解散。')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test.each([
  ['en', 'Compare runs'],
  ['cn', '训练对比'],
] as const)('shows the link to the task’s runs only to participants (%s)', async (language, name) => {
  let watch = true
  fakeServer(...routes(() => taskDetail({ ...plan, abilities: { watch } }), [a, b], a))
  const { router, unmount } = renderPage(<TaskDetailPage />, { path, language })
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(router.state.location.href).toBe('/mytask/runs?id=t1')
  unmount()

  watch = false
  renderPage(<TaskDetailPage />, { path, language })
  await screen.findByRole('heading', { name: 'Tumour diagnosis' })
  expect(screen.queryByRole('button', { name })).toBeNull()
})
