import type { RunEvent, RunFailure } from '@tessera/contract'
import { FinishEarly, Resubmit, StopTraining } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { roundEvent, run, scoredEvent } from '../../testing/run.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { FinishedPanel } from './FinishedPanel.tsx'
import type { RunRead } from './RunContent.tsx'
import { mergeRun } from './run-state.ts'
import { TrainingPanel } from './TrainingPanel.tsx'

const events = [roundEvent(1, 2, 0.5, 0.7), roundEvent(2, 3, 0.8, 0.5), roundEvent(3, 4, 0.9, 0.4)]
const failure: RunFailure = { code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 2 }
const read = (answer: Parameters<typeof mergeRun>[1]): RunRead => ({
  state: mergeRun(undefined, answer, 0),
  error: null,
  canWatch: true,
  onRetry: () => {},
})
const names: Record<string, string> = { '1001': 'Hospital A', '1002': 'Hospital B' }

test('shows the current round, the traffic, the best round, and all figures as a table', {
  meta: { spec: 'screens.task-panel-training' },
}, async () => {
  logIn()
  const seen = read({ run: run({ round: 2, abilities: { stop: true, finishEarly: true, resubmit: false } }), events })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language: 'en' })

  expect(await screen.findByText('Round 2 of 3')).toBeTruthy()
  expect(screen.getByText('Lowest Loss so far, after round 2: Accuracy 90.00%')).toBeTruthy()
  expect(screen.getByText('400 B received, 800 B sent')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const curve = screen.getByRole('figure', { name: /after each round/ })
  const row = within(curve).getByRole('row', { name: /^2/ })
  expect(row.textContent).toMatch('290.00%89.00%91.00%')

  await userEvent.click(screen.getByText('Loss'))
  expect(screen.getByText('Lowest Loss so far, after round 2: Loss 0.4')).toBeTruthy()
})

test.each([
  ['en', /^Waiting for Hospital B until .*2026/],
  ['cn', /^正在等待Hospital B，最晚到 .*2026/],
] as const)(
  'names the party that the run waits for, and the deadline (%s)',
  { meta: { spec: 'states.party-failure-retry' } },
  async (language, expected) => {
    logIn()
    const waitingUntil = new Date('2026-03-01T12:10:00Z')
    const waiting: RunEvent[] = [
      { runId: 'run1', seq: 1, time: '2026-03-01T12:00:00Z', kind: 'waiting', missing: ['1002'] },
      { runId: 'run1', seq: 2, time: '2026-03-01T12:01:00Z', kind: 'waiting', missing: [] },
    ]
    const seen = read({ run: run({ waitingFor: ['1002'], waitingUntil }), events: waiting })
    renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
    expect(await screen.findByText(expected)).toBeTruthy()
    expect(screen.getByText(language === 'en' ? 'All parties are connected again' : '各机构均已恢复连接')).toBeTruthy()
  },
)

test.each([
  ['en', 'run.server-restarting', /^The federation’s server is restarting/],
  ['cn', 'run.server-restarting', /^联邦服务器正在重新启动/],
  ['en', 'run.engine-away', /^The federation’s server does not respond/],
  ['cn', 'run.engine-away', /^联邦服务器没有响应/],
] as const)(
  'explains why the run waits for the server, without naming a party (%s, %s)',
  { meta: { spec: 'states.server-app-restart' } },
  async (language, code, text) => {
    logIn()
    const failure = { code, params: {}, partyId: null, step: 'train', round: 3 } as const
    const seen = read({ run: run({ phase: 'waiting', failure }), events: [] })
    renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText(language === 'en' ? 'Waiting for the server' : '等待服务器')).toBeTruthy()
  },
)
test('explains that the run waits because the platform’s disk is full', async () => {
  logIn()
  const params = { free: 3, needed: 64 }
  const failure = { code: 'run.platform-no-space', params, partyId: null, step: 'train', round: 2 } as const
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={read({ run: run({ failure }), events: [] })} />, {
    language: 'en',
  })
  expect(await screen.findByText(/disk of the platform is full: 3 MB are free, 64 MB are needed/)).toBeTruthy()
})

test.each([
  ['en', /^No response from Hospital B for (\d+) seconds$/],
  ['cn', /^Hospital B已 (\d+) 秒没有响应$/],
] as const)('names a party that does not respond, but not a party that is slow (%s)', async (language, expected) => {
  logIn()
  const [one, other] = run().parties
  if (!one || !other) throw new Error('two parties')
  const silentSince = new Date(Date.now() - 41_000)
  const seen = read({ run: run({ parties: [one, { ...other, silentSince }] }), events: [] })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
  const { textContent } = await screen.findByText(expected)
  expect(Number(expected.exec(textContent ?? '')?.[1])).toBeGreaterThanOrEqual(41)
  expect(screen.queryByText(/^Hospital A (has|已)/)).toBeNull()
})

test.each([
  ['en', 'Hospital B: values in bp, weight differ greatly from those of the other parties'],
  ['cn', 'Hospital B：bp、weight 的值与其他机构相差很大'],
] as const)(
  'names the party with columns that differ strongly from those of the others (%s)',
  async (language, text) => {
    logIn()
    const [one, other] = run().parties
    if (!one || !other) throw new Error('two parties')
    const seen = read({ run: run({ parties: [one, { ...other, apart: ['bp', 'weight'] }] }), events: [] })
    renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(/Hospital A[:：]/)).toBeNull()
  },
)

test('shows the work of each party within a round, with the time left, until it waits for others', async () => {
  logIn()
  const [one, other] = run().parties
  if (!one || !other) throw new Error('two parties')
  const parties = [
    { ...one, work: { what: 'reading', percent: 40, secondsLeft: 75 } } as const,
    { ...other, work: { what: 'learning', percent: 100, secondsLeft: 0 } } as const,
    { ...other, partyId: '1003', partyName: 'Hospital C' },
  ]
  const seen = read({ run: run({ parties }), events: [] })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language: 'en' })
  const picture = await screen.findByRole('table', { name: /^The federation/ })
  expect(
    within(picture)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Hospital A', '100', 'reading data, 40% · about 00:01:15 left'],
    ['Hospital B', '100', 'done, waiting for the others'],
    ['Hospital C', '100', 'training'],
  ])
})

test.each([
  [
    'en',
    'Finished this stage: Hospital B · still working: Hospital A',
    'Finished this stage: Hospital B',
    'finished this stage',
    'available after two rounds',
  ],
  [
    'cn',
    '已完成本阶段：Hospital B · 仍在处理：Hospital A',
    '已完成本阶段：Hospital B',
    '已完成本阶段',
    '完成两轮后可以估计',
  ],
] as const)(
  'lists parties that finished the stage or are known to be working, and the seconds of each (%s)',
  { meta: { spec: 'screens.task-panel-training' } },
  async (language, stage, stageSilent, answered, left) => {
    logIn()
    const [one, other] = run().parties
    if (!one || !other) throw new Error('two parties')
    const done = { ...other, work: { what: 'learning', percent: 100, secondsLeft: 0 } as const }
    const busy = { ...one, work: { what: 'learning', percent: 40, secondsLeft: 9 } as const }
    const silent = { ...other, partyId: '1003', partyName: 'Hospital C' }
    const seenWith = (...parties: (typeof one)[]) => (
      <TrainingPanel taskId="t1" taskName="Heart" read={read({ run: run({ parties }), events: events.slice(0, 1) })} />
    )
    const { unmount } = renderPage(seenWith(busy, done, silent), { language })
    const lineOf = async (text: string) => (await screen.findByText(text)).closest('.t-soft')?.textContent
    expect(await lineOf(stageSilent)).toBe(stage)
    expect(screen.getByText(answered)).toBeTruthy()
    expect(screen.getByText(/^(working, 40% done · about|处理中，已完成 40% · 约剩) 00:00:09/)).toBeTruthy()
    expect(screen.getByText(left)).toBeTruthy()
    const times = screen.getByRole('table', { name: /^(Time per party|各方用时)/ })
    expect(within(times).getByRole('row', { name: /^Hospital A 0.20/ })).toBeTruthy()
    expect(within(times).getByRole('row', { name: /^Hospital B 0.30/ })).toBeTruthy()

    // Parties A and C may have finished the stage already, because edges do not report short work.
    unmount()
    renderPage(seenWith(one, done, silent), { language })
    expect(await lineOf(stageSilent)).toBe(stageSilent)
  },
)

test('shows the progress of a local run, and states that its curve follows at the end', async () => {
  logIn()
  const parties = run().parties.slice(0, 1)
  const seen = read({ run: run({ round: 2, progress: 61.7, parties }), events: [] })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language: 'cn' })
  expect(await screen.findByText('训练结束时显示曲线；在此之前，数据节点只上报进度。')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('61')
})

test('includes the last model in the curve, and names the selected model even if it is not the most accurate', async () => {
  logIn()
  const scored = [...events, scoredEvent(3, 5, 0.95, 0.6, 2)]
  const seen = read({ run: run({ phase: 'completed', round: 3, metrics: { accuracy: 0.9 } }), events: scored })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, { language: 'en' })

  expect(await screen.findByText('Lowest Loss, after round 2: Accuracy 90.00%')).toBeTruthy()
  expect(screen.getByText('after round 2 of 3')).toBeTruthy()
  expect(screen.getByText(/^The selected round has the lowest Loss on these same rows/)).toBeTruthy()
  expect(screen.getByText('500 B received, 1000 B sent')).toBeTruthy()
  const curve = screen.getByRole('figure', { name: /after each round/ })
  await userEvent.click(within(curve).getByRole('button', { name: 'Show as table' }))
  const rounds = within(curve).getAllByRole('rowheader')
  expect(rounds.map(({ textContent }) => textContent)).toEqual(['0', '1', '2', '3'])
  const log = [...document.querySelectorAll('.run-log li span')].map(({ textContent }) => textContent)
  expect(log).toEqual([
    'Model evaluated after round 3: Accuracy 95.00%',
    'Round 3 of 3 · the model after round 2: Accuracy 90.00%',
    'Round 2 of 3 · the model after round 1: Accuracy 80.00%',
    'Round 1 of 3 · the untrained model: Accuracy 50.00%',
  ])
})

test('uses the newest scores of a model that was scored again', async () => {
  logIn()
  const scored = [...events, scoredEvent(3, 5, 0.95, 0.6, 2), scoredEvent(2, 6, 0.91, 0.38, 2)]
  const seen = read({ run: run({ phase: 'completed', round: 3, metrics: { accuracy: 0.91 } }), events: scored })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, { language: 'en' })

  expect(await screen.findByText('Lowest Loss, after round 2: Accuracy 91.00%')).toBeTruthy()
  const log = [...document.querySelectorAll('.run-log li span')].map(({ textContent }) => textContent)
  expect(log.slice(0, 2)).toEqual([
    'Model evaluated after round 2: Accuracy 91.00%',
    'Model evaluated after round 3: Accuracy 95.00%',
  ])
})

test('asks for confirmation before stopping a run, and states what is lost', async () => {
  logIn()
  const { calls } = fakeServer(on(StopTraining, () => null))
  const seen = read({ run: run({ round: 2, abilities: { stop: true, finishEarly: true, resubmit: false } }), events })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: '停止训练' }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch('已完成的 2 轮不会产生模型')
  expect(calls).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '停止训练' }))
  expect(await screen.findByText('正在停止训练…')).toBeTruthy()
  expect(calls.map(({ input }) => input)).toEqual([{ taskId: 't1' }])
})

test.each([
  [
    'en',
    'Stop and use the best model so far',
    /compared with each party alone if the task says so, and saved/,
    'Finishing with the best model so far',
  ],
  ['cn', '停止并采用目前最好的模型', /保存最好的模型/, '正在以目前最好的模型结束'],
] as const)(
  'finishes a run with its best model after confirmation (%s)',
  async (language, action, consequence, done) => {
    logIn()
    const { calls } = fakeServer(on(FinishEarly, () => null))
    const seen = read({ run: run({ round: 2, abilities: { stop: true, finishEarly: true, resubmit: false } }), events })
    renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
    await userEvent.click(await screen.findByRole('button', { name: action }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(consequence)
    expect(calls).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: action }))
    expect(await screen.findByText(done)).toBeTruthy()
    expect(calls.map(({ path, input }) => ({ path, input }))).toEqual([
      { path: FinishEarly.path, input: { taskId: 't1' } },
    ])
  },
)

test('shows that a run is finishing early, and still allows stopping it', async () => {
  logIn()
  const abilities = { stop: true, finishEarly: false, resubmit: false }
  const seen = read({ run: run({ round: 2, finishesEarly: true, abilities }), events })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language: 'en' })
  expect(await screen.findByText('Finishing with the best model so far')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Stop training' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop and use the best model so far' })).toBeNull()
})

test.each([
  ['en', 'Time left', 'finishes after the current step and a final evaluation'],
  ['cn', '剩余时间', '当前步骤和最后一次评分完成后结束'],
] as const)(
  'estimates no time for a run that is finishing or has a single round (%s)',
  { meta: { spec: 'screens.task-panel-training' } },
  async (language, term, text) => {
    logIn()
    const seen = (change: Parameters<typeof run>[0]) => (
      <TrainingPanel taskId="t1" taskName="Heart" read={read({ run: run(change), events: events.slice(0, 2) })} />
    )
    const { unmount } = renderPage(seen({ rounds: 100, round: 2, finishesEarly: true }), { language })
    expect((await screen.findByText(term)).parentElement?.textContent).toBe(`${term}${text}`)
    unmount()
    renderPage(seen({ rounds: 1, round: 0 }), { language })
    expect(await screen.findByText(/^(Elapsed|已用时)$/)).toBeTruthy()
    expect(screen.queryByText(term)).toBeNull()
  },
)

test('shows users outside the task neither buttons nor a curve of the run', async () => {
  logIn()
  renderPage(
    <TrainingPanel
      taskId="t1"
      taskName="Heart"
      read={{ ...read({ run: null, events: [] }), state: undefined, canWatch: false }}
    />,
    {
      language: 'en',
    },
  )
  expect(await screen.findByText(/Only the participating parties can see/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['en', 'Finished early by Alice (Hospital A), after round 3 of 9'],
  ['cn', 'Hospital A的Alice在第 3 轮（共 9 轮）后提前结束了训练'],
] as const)('names the member and the party that finished the run early (%s)', async (language, text) => {
  logIn()
  const ending = { kind: 'finished-early', partyId: '1001', member: 'Alice', time: null } as const
  const seen = read({ run: run({ phase: 'completed', round: 3, rounds: 9, ending }), events })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('explains a failed run in a sentence, with buttons for the next step', {
  meta: { spec: 'screens.task-panel-error' },
}, async () => {
  logIn()
  const { calls } = fakeServer(on(Resubmit, () => null))
  const seen = read({ run: run({ phase: 'failed', failure }), events })
  renderPage(
    <FailedPanel
      mustSign={false}
      taskId="t1"
      read={seen}
      canResubmit
      nameOf={(id) => names[id] ?? id}
      initiator="Hospital A"
      ownPartyId="1001"
      ownDataPath="/data-detail?id=d1"
    />,
    { language: 'en' },
  )

  expect((await screen.findByRole('alert')).textContent).toMatch(
    'Hospital B, training, round 2: The connection to this party’s edge was lost.',
  )
  expect(
    screen.getByText(/The run failed at Hospital B\. Once the task is recruiting again, you can remind this party/),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Recruit again' }))
  expect(calls.map(({ input }) => input)).toEqual([{ taskId: 't1' }])
})

test.each([
  [
    'en',
    true,
    'Your party’s ticket was used for this run. Once the task is recruiting again, review the ticket and sign it again.',
  ],
  ['cn', true, '本机构的授权书已用于此次训练。任务恢复招募后，请重新查看并签署。'],
  ['en', false, null],
] as const)('asks only a party whose ticket was used to sign again (%s, %o)', async (language, mustSign, text) => {
  logIn()
  renderPage(
    <FailedPanel
      mustSign={mustSign}
      taskId="t1"
      read={read({ run: run({ phase: 'failed', failure }), events: [] })}
      canResubmit={false}
      nameOf={(id) => names[id] ?? id}
      initiator="Hospital A"
      ownPartyId="1001"
      ownDataPath={null}
    />,
    { language },
  )
  await screen.findByRole('alert')
  expect(screen.queryByText(/ticket was used|授权书已用于/)?.textContent ?? null).toBe(text)
})

test('tells users who cannot restart a run who can', async () => {
  logIn()
  const seen = read({ run: run({ phase: 'failed', failure }), events: [] })
  renderPage(
    <FailedPanel
      mustSign={false}
      taskId="t1"
      read={seen}
      canResubmit={false}
      nameOf={(id) => id}
      initiator="Hospital A"
      ownPartyId="1002"
      ownDataPath={null}
    />,
    { language: 'cn' },
  )
  expect(await screen.findByText('Hospital A的管理员或任务创建人可以让任务恢复招募。')).toBeTruthy()
  expect(screen.getByText(/在本机构处失败/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '恢复招募' })).toBeNull()
})

test('shows a finished run’s metrics in percent, local and federated scores, and a link to the model', {
  meta: { spec: 'screens.task-panel-finished' },
}, async () => {
  logIn()
  const parties = run().parties.map((party) => ({ ...party, validationRows: 50 }))
  const seen = read({
    run: run({ phase: 'completed', metrics: { accuracy: 0.9512, loss: 0.123 }, elapsedMs: 75_000, parties }),
    events,
  })
  const { router } = renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, {
    language: 'en',
  })

  expect(await screen.findByText('95.12%')).toBeTruthy()
  expect(screen.getByText('0.123')).toBeTruthy()
  expect(screen.getByText('00:01:15')).toBeTruthy()
  const gains = screen.getByRole('region', { name: 'Alone and together' })
  expect(within(gains).getByText(/better for each of the 2 parties; the mean gain is \+4.00 points/)).toBeTruthy()
  expect(within(gains).getByRole('row', { name: 'Hospital B +4.00 2 rows of 50 91.00% 95.00% 50 80' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open model' }))
  expect(router.state.location.href).toContain('m1')
})

test.each([
  ['en', 2, /only what its party’s ticket lists, stage by stage, and only to the platform/, 'View tickets'],
  ['cn', 2, /只向平台发送了授权书中逐阶段列明的内容，没有发送给其他机构/, '查看授权书'],
  ['en', 1, /sent only scores, to the platform\. The rows have not left the edge/, 'View tickets'],
  ['cn', 1, /只向平台发送了得分，样本没有离开/, '查看授权书'],
] as const)(
  'states what was sent and to whom, and links to the tickets (%s, %i)',
  { meta: { spec: 'screens.task-panel-finished' } },
  async (language, count, text, way) => {
    logIn()
    const parties = run().parties.slice(0, count)
    const seen = read({ run: run({ phase: 'completed', metrics: { accuracy: 0.9 }, parties }), events })
    const { router } = renderPage(<FinishedPanel read={seen} taskName="Heart" modelId={null} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: way }))
    expect(router.state.location.href).toBe(paths.tickets({ taskId: run().taskId }))
  },
)

test('shows confidence intervals of the scores, and marks gains that may be due to chance', {
  meta: { spec: 'screens.score-confidence-intervals' },
}, async () => {
  logIn()
  const accuracy = { value: 0.9512, rows: 41, low: 0.8386, high: 0.9865 }
  const scores = { rows: 41, metrics: { accuracy } }
  const residuals = { edges: [-1, 1], counts: [3, 30, 8] }
  const parties = run().parties.map((party) => ({
    ...party,
    validationRows: 50,
    gains: { accuracy: { low: -0.05, high: 0.15 } },
  }))
  const seen = read({
    run: run({ phase: 'completed', metrics: { accuracy: 0.9512 }, scores, residuals, parties }),
    events,
  })
  renderPage(<FinishedPanel read={seen} taskName="Heart" label="age" modelId="m1" />, { language: 'en' })

  const panel = await screen.findByRole('region', { name: 'Scores' })
  expect(within(panel).getByRole('row', { name: 'Accuracy 95.12% 83.86% to 98.65% 41' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Residuals' })).getByText(/unit of age/)).toBeTruthy()
  const gains = screen.getByRole('region', { name: 'Alone and together' })
  expect(within(gains).getByText(/better for 0 of 2 parties, within chance for 2/)).toBeTruthy()
  expect(within(gains).getAllByText('within the interval: may be due to chance')).toHaveLength(2)
})

test.each([
  [
    'en',
    'Alone and together',
    /Too few rows were scored to conclude whether training together is better/,
    'too few rows for a conclusion',
  ],
  ['cn', '单方与联邦', /评分的样本太少，无法判断联邦学习是否更好/, '样本太少，无法判断'],
] as const)(
  'draws no conclusion from a gain on seven rows (%s)',
  { meta: { spec: 'screens.score-confidence-intervals' } },
  async (language, title, verdict, few) => {
    logIn()
    const parties = run().parties.map((party) => ({
      ...party,
      validationRows: 7,
      metrics: { accuracy: 1 },
      aloneMetrics: { accuracy: 1 },
      gains: { accuracy: { low: -0.4096, high: 0.4096 } },
    }))
    const seen = read({ run: run({ phase: 'completed', metrics: { accuracy: 1 }, parties }), events })
    renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, { language })
    const gains = await screen.findByRole('region', { name: title })
    expect(within(gains).getByText(verdict)).toBeTruthy()
    expect(within(gains).getAllByText(few)).toHaveLength(2)
    expect(within(gains).getAllByText(/−40.96 .* \+40.96/)).toHaveLength(2)
    expect(within(gains).queryByText(/may be chance|可能是偶然/)).toBeNull()
  },
)

test.each([
  ['en', 'Alone and together', /^Not compared: no party trained a model on its own data only/],
  ['cn', '单方与联邦', /^未作比较：没有机构仅用自有数据训练模型/],
] as const)('states that a run compares no parties (%s)', async (language, title, text) => {
  logIn()
  const parties = run().parties.map((party) => ({ ...party, aloneMetrics: null, gains: null }))
  const scores = { rows: 41, metrics: { accuracy: { value: 0.95, rows: 41, low: 0.83, high: 0.98 } } }
  const change = { phase: 'completed' as const, metrics: { accuracy: 0.95 }, scores, parties, compares: false }
  renderPage(<FinishedPanel read={read({ run: run(change), events })} taskName="Heart" modelId="m1" />, { language })
  const panel = await screen.findByRole('region', { name: title })
  expect(within(panel).getByText(text)).toBeTruthy()
  expect(within(panel).queryByRole('table')).toBeNull()
})

test.each([
  ['en', true, 'trained at the end for comparison'],
  ['en', false, 'not compared'],
  ['cn', false, '不作比较'],
] as const)(
  'states during training whether parties are compared at the end (%s, %s)',
  async (language, compares, text) => {
    logIn()
    const seen = read({ run: run({ compares }), events })
    renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test('shows no comparison with local models for a single party', async () => {
  logIn()
  const { parties } = run()
  const seen = read({
    run: run({ phase: 'completed', parties: parties.slice(0, 1), metrics: { accuracy: 0.9 } }),
    events,
  })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId="m1" />, { language: 'en' })

  expect(await screen.findByText('On validation rows')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Alone and together' })).toBeNull()
})

test.each([
  [
    'en',
    'All parties together, scored by leave-one-out',
    /^All granted .* \(leave-one-out\)\.$/,
    /200 rows, all used for the fit/,
  ],
  ['cn', '联邦整体的留一法得分', /^全部授权样本都参与拟合；.*（留一法）。$/, /200 条样本，全部参与拟合/],
] as const)(
  'does not mention validation rows if the model is fitted to all rows (%s)',
  async (language, metrics, rows, log) => {
    logIn()
    const parties = ['1001', '1002'].map((partyId) => ({ partyId, rows: 100, validationRows: 0 }))
    const counted = { kind: 'statistics' as const, runId: 'run1', seq: 0.5, time: '2026-01-05T08:00:00Z', parties }
    const finished = run({ phase: 'completed', scoredBy: 'leave-one-out', metrics: { accuracy: 0.9 } })
    const seen = read({ run: finished, events: [counted, ...events] })
    renderPage(<FinishedPanel read={seen} taskName="Heart" modelId={null} />, { language })

    expect(await screen.findByText(metrics)).toBeTruthy()
    expect(screen.getByText(rows)).toBeTruthy()
    expect(screen.getByText(log)).toBeTruthy()
    expect(screen.queryByText(/validation|验证集/)).toBeNull()
    expect(screen.queryByText(/these same rows|选用的轮次是在/)).toBeNull()
  },
)

test.each([
  ['en', /^No score: scores are computed on groups of 5 validation rows/, 'No score after round 3: too few rows'],
  ['cn', /^没有得分：得分由验证集给出/, '第 3 轮后没有得分：样本太少'],
] as const)('explains why a run has no score if there are too few rows (%s)', async (language, reason, line) => {
  logIn()
  const scores = { rows: 0, metrics: {}, classes: [], curves: [] }
  const parties = run().parties.map((party) => ({ ...party, metrics: {}, aloneMetrics: null }))
  const unscored: RunEvent = { ...scoredEvent(3, 9), metrics: {}, parties: [] }
  const seen = read({
    run: run({ phase: 'completed', scoredBy: 'rows', metrics: {}, scores, parties }),
    events: [unscored],
  })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId={null} />, { language })

  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
  expect(screen.getByText(line)).toBeTruthy()
  expect(screen.queryByText(/\d ?%/)).toBeNull()
})

test.each([
  ['en', /^No score: scores are computed on groups of 5 validation rows/],
  ['cn', /^没有得分：得分由验证集给出/],
] as const)('explains during training why clusters of small parties have no score (%s)', async (language, reason) => {
  logIn()
  const parties = ['1001', '1002'].map((partyId) => ({ partyId, rows: 9, validationRows: 0 }))
  const counted = { kind: 'statistics' as const, runId: 'run1', seq: 1, time: '2026-01-05T08:00:00Z', parties }
  const unscored: RunEvent = { ...scoredEvent(3, 9), metrics: {}, parties: [] }
  const seen = read({ run: run({ metrics: {} }), events: [counted, unscored] })
  renderPage(<TrainingPanel taskId="t1" taskName="Heart" read={seen} />, { language })

  expect(await screen.findByText(reason)).toBeTruthy()
})

test.each([
  ['en', /^No score: scores are computed on groups of 5 validation rows, and a party needs at least 23 rows/],
  ['cn', /^没有得分：得分由验证集给出/],
] as const)('explains after training why clusters of small parties have no score (%s)', async (language, reason) => {
  logIn()
  const clusters = { scoredBy: 'rows', metrics: {}, scores: null } as const
  const unscored = [1, 3].map((round): RunEvent => ({ ...scoredEvent(round, 6 + round), metrics: {}, parties: [] }))
  const seen = read({ run: run({ phase: 'completed', ...clusters }), events: unscored })
  renderPage(<FinishedPanel read={seen} taskName="Heart" modelId={null} />, { language })

  expect(await screen.findByText(reason)).toBeTruthy()
})

test.each([
  ['en', /^The number of training rows\./, /Not used for training or scoring: rows without a label\.$/],
  ['cn', /^用于训练的样本数。/, /没有标签的样本既未用于训练，也未用于评分。$/],
] as const)(
  'notes rows that were neither trained on nor scored only if there are any (%s)',
  async (language, used, unlabelled) => {
    logIn()
    const finished = run({ phase: 'completed', scoredBy: 'rows' })
    const [first, second] = finished.parties as [(typeof finished.parties)[0], (typeof finished.parties)[0]]
    const partly = { ...finished, parties: [{ ...first, rowsOffered: 103 }, second] }
    const shown = (of: typeof finished) => (
      <FinishedPanel read={read({ run: of, events: [] })} taskName="Heart" label="ill" modelId={null} />
    )
    const { unmount } = renderPage(shown(partly), { language })
    expect((await screen.findByText(used)).textContent).toMatch(unlabelled)
    unmount()
    renderPage(shown(finished), { language })
    expect((await screen.findByText(used)).textContent).not.toMatch(unlabelled)
  },
)

const page = (read: RunRead) => (
  <>
    <TrainingPanel taskId="t1" taskName="Heart" read={read} />
    <FinishedPanel read={read} taskName="Heart" modelId="m1" />
    <FailedPanel
      taskId="t1"
      read={read}
      mustSign
      canResubmit
      nameOf={(id) => id}
      initiator="Hospital A"
      ownPartyId="1001"
      ownDataPath={null}
    />
  </>
)
const STATEMENTS = /No reason was recorded|No run is recorded|Only the participating parties can see/

test('shows no result for a run that is loading, and keeps the other actions', async () => {
  logIn()
  renderPage(page({ ...read({ run: null, events: [] }), state: undefined }), { language: 'en' })
  expect(await screen.findByRole('button', { name: 'Recruit again' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open model' })).toBeTruthy()
  expect(document.querySelectorAll('.t-skeleton')).toHaveLength(3)
  expect(screen.queryByText(STATEMENTS)).toBeNull()
})

test('shows the error of a run that cannot be loaded, with a retry', async () => {
  logIn()
  const onRetry = vi.fn()
  const error = new ApiError('client.no-response')
  renderPage(page({ state: undefined, error, canWatch: true, onRetry }), { language: 'en' })
  const notes = await screen.findAllByText(/The platform does not respond/)
  expect(notes).toHaveLength(3)
  expect(screen.queryByText(STATEMENTS)).toBeNull()
  expect(document.querySelector('.t-skeleton')).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
  expect(onRetry).toHaveBeenCalledOnce()
})

test('tells users who cannot see the run only that they cannot see it, whatever its outcome', async () => {
  logIn()
  renderPage(page({ ...read({ run: null, events: [] }), state: undefined, canWatch: false }), { language: 'en' })
  expect(await screen.findAllByText(/Only the participating parties can see/)).toHaveLength(3)
  expect(screen.queryByText(/recorded/)).toBeNull()
})
