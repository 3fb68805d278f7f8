import type { Grant } from '@tessera/contract'
import { DraftGrant, GetEdgeToken, ListGrants } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draft, grant } from '../../testing/grant.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { SignTicket } from './SignTicket.tsx'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
let tickets: Grant[]
const list = on(ListGrants, () => tickets)
const SIGN = 'Sign at your edge'

/** Stubs `window.open`, which returns null if pop-ups are blocked. */
function windows({ areBlocked = false } = {}) {
  const opened = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => (areBlocked ? null : opened))
  return opened
}
const show = (language: 'cn' | 'en' = 'en') => {
  const [onSigned, onDecline] = [vi.fn(), vi.fn()]
  renderPage(<SignTicket taskId="t1" basis="plan rows" onSigned={onSigned} onDecline={onDecline} />, { language })
  return { onSigned, onDecline }
}

beforeEach(() => {
  tickets = []
  logIn()
})

test('states a ticket’s purpose, data, limits, what leaves the party, and what never leaves it', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  show()

  const ticket = await screen.findByRole('article', { name: 'Consent ticket: Heart disease' })
  expect(within(ticket).getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(within(ticket).getByText('Logistic regression')).toBeTruthy()
  expect(within(ticket).getByText('12 rounds')).toBeTruthy()
  expect(within(ticket).getByText('Hospital B')).toBeTruthy()
  expect(within(ticket).getByRole('region', { name: 'What leaves your party' }).textContent).toMatch(
    /what they can reveal is stated above/,
  )
  expect(within(ticket).getByRole('region', { name: 'What does not leave' }).textContent).toMatch(/rows themselves/)
  expect(within(ticket).getByText(/first ticket for this task/)).toBeTruthy()
})

test.each([
  [
    'en',
    'What leaves your party',
    /A platform or party with modified software could also steer the training so that the values reveal a row/,
  ],
  ['cn', '会发送到平台的内容', /平台或其他机构若运行被改动的软件，还可能操纵训练过程，使这些内容泄露一条样本的信息/],
] as const)('states on the ticket what a modified platform could learn (%s)', async (language, title, sentence) => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  show(language)
  expect((await screen.findByRole('region', { name: title })).textContent).toMatch(sentence)
})

test.each([
  ['en', 'The event is the value “1” of “died”; “days” holds the time until then.'],
  ['cn', '“died”取值为“1”表示事件发生，“days”为到该时刻为止的时间。'],
] as const)('names the columns of the event and of its time on the ticket (%s)', async (language, sentence) => {
  const target = { kind: 'event', time: 'days', column: 'died', classes: ['0', '1'], integral: true } as const
  const { plan } = draft()
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ plan: { ...plan, target: { ...target, classes: ['0', '1'] } } })),
  )
  show(language)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each([
  [
    'en',
    'What leaves your party',
    ['Training at most 12 times', 'Last scoring once'],
    ['sums of errors; changes of the model', 'how many rows'],
    ['sums of errors · numbers: 6'],
    'changes of the model · numbers: features; a number',
  ],
  [
    'cn',
    '会发送到平台的内容',
    ['训练 最多 12 次', '最后一次评分 最多 1 次'],
    ['误差之和；模型参数的改动', '行数'],
    ['误差之和 · 数：6'],
    '模型参数的改动 · 数：特征数；一个数',
  ],
] as const)(
  'lists by stage what leaves and how often, with collapsed amounts (%s)',
  { meta: { spec: 'states.ticket-disclosure-list' } },
  async (language, title, stages, names, scores, update) => {
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft()),
    )
    show(language)

    const region = await screen.findByRole('region', { name: title })
    const summaries = [...region.querySelectorAll('summary')].map(({ textContent }) => textContent)
    expect(summaries).toEqual(stages.map((stage, place) => `${stage}${names[place]}`))
    const [training] = within(region).getAllByRole('group')
    expect(training).toHaveProperty('open', false)
    await userEvent.click(within(training as HTMLElement).getByText(names[0]))
    expect(training).toHaveProperty('open', true)
    const lines = [...(training?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
    expect(lines).toEqual([...scores, update])
  },
)

test.each([
  [
    'en',
    'What leaves your party',
    /The model stays at your own edge/,
    /summed over all parties/,
    /For one run only\. Interrupted steps can be requested again and return the same result/,
  ],
  [
    'cn',
    '会发送到平台的内容',
    /模型保存在您自己的数据节点上/,
    /与各机构的结果相加/,
    /仅限一次训练。被中断的步骤可以重新请求/,
  ],
] as const)(
  'states for a local run that the model stays at the edge and what can be requested again (%s)',
  async (language, title, stays, added, once) => {
    const { plan } = draft()
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft({ plan: { ...plan, parties: plan.parties.slice(0, 1), fewest: 1 } })),
    )
    show(language)
    const region = await screen.findByRole('region', { name: title })
    expect(region.textContent).toMatch(stays)
    expect(region.textContent).not.toMatch(added)
    expect(screen.getByText(once)).toBeTruthy()
  },
)

test.each([
  ['en', 45, 'A run needs all of the named parties. If a party goes offline, the run waits up to 45 minutes for it.'],
  [
    'en',
    undefined,
    'A run needs all of the named parties. If a party goes offline, the run waits up to 10 minutes for it.',
  ],
  ['cn', 1, '列明的机构须全部参与才能训练。 若有机构离线，训练最多等待 1 分钟。'],
] as const)(
  'states on the ticket how long a run waits for an offline party (%s, %s)',
  async (language, waitMinutes, text) => {
    const { plan } = draft()
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft({ plan: { ...plan, ...(waitMinutes && { waitMinutes }) } })),
    )
    show(language)
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test.each([
  ['en', 'What leaves your party', ['Sums over your rows', 'The totals', 'Coefficients']],
  ['cn', '会发送到平台的内容', ['各行的总和', '合计', '系数']],
] as const)('lists on the ticket what each kind of reader can learn (%s)', async (language, title, texts) => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  show(language)
  const region = await screen.findByRole('region', { name: title })
  expect(
    within(region)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(texts)
  expect(within(region).getAllByRole('term')).toHaveLength(3)
})

test('states on the ticket that the edge does not report what leaves the party', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ leaves: undefined })),
  )
  show()
  const region = await screen.findByRole('region', { name: 'What leaves your party' })
  expect(region.textContent).toMatch(/Your edge cannot list this for the ticket/)
  expect(region.querySelectorAll('li')).toHaveLength(0)
})

test.each([
  ['en', /Part of your own Tessera 2\.6\.4/, /Python and its packages are not covered/, /The parties of this run/],
  ['cn', /与您安装的 Tessera 2\.6\.4 自带代码一致/, /Python 及其软件包不在哈希范围内/, /仅限以上机构/],
] as const)(
  'states the origin of the code, what its hash does not cover, and that the parties are fixed (%s)',
  async (language, origin, code, parties) => {
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft()),
    )
    show(language)
    const ticket = await screen.findByRole('article')
    expect(within(ticket).getByText(origin)).toBeTruthy()
    expect(within(ticket).getByText(code)).toBeTruthy()
    expect(within(ticket).getByText(parties)).toBeTruthy()
    expect(within(ticket).getByText('aaaa 1111 bbbb…')).toBeTruthy()
    expect(within(ticket).getByText(/5eed0001/)).toBeTruthy()
  },
)

const foreign = { kind: 'foreign', ownVersion: '2.6.4', differs: 'library' } as const
test.each([
  [
    'en',
    { ...foreign, version: '2.7.0' },
    /the engine library differs from the one at your edge/,
    /Your edge is older/,
  ],
  ['cn', { ...foreign, version: '2.7.0' }, /引擎库与您的数据节点中的不同/, /您的数据节点版本比平台旧/],
  [
    'en',
    { ...foreign, version: '2.6.3', differs: 'algorithm' },
    /the algorithm’s code differs/,
    /The platform is older/,
  ],
  ['en', { ...foreign, version: '2.6.4' }, /Not part of your Tessera 2\.6\.4/, /which one was modified/],
  ['cn', { kind: 'previous', version: '2.6.3', ownVersion: '2.6.4' }, /早于您的数据节点/, /平台版本比您的数据节点旧/],
] as const)(
  'warns of code that is not the edge’s own and prevents signing (%s, %o)',
  async (language, codeOrigin, origin, side) => {
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft({ codeOrigin, canSign: false })),
    )
    show(language)
    const ticket = await screen.findByRole('article')
    expect(within(ticket).getByText(origin)).toBeTruthy()
    expect(within(ticket).getByRole('alert').textContent).toMatch(side)
    // There is a single alert, about the code, and none about a missing signer.
    expect(within(ticket).getAllByRole('alert')).toHaveLength(1)
    const action = language === 'en' ? /Sign at your edge/ : /在数据节点签署/
    expect(within(ticket).getByRole('button', { name: action })).toHaveProperty('disabled', true)
  },
)

test('shortens the hash of the code on a ticket, and shows it in full on request', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  show()

  expect(await screen.findByText('abcd 1234 ef56…')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole hash' }))
  expect(screen.getByText(draft().codeHash)).toBeTruthy()
})

test.each([
  ['en', /starts from the model “Heart” of the pool, trained in the task “First”/, 'Starting model'],
  ['cn', /模型池中的模型“Heart”（由任务“First”训练）为起点/, '起始模型'],
] as const)(
  'names the model that training starts from, in %s',
  { meta: { spec: 'screens.start-from-model' } },
  async (language, sentence, field) => {
    const start = { modelId: 'm1', model: 'Heart', task: 'First', file: 'f'.repeat(64), scales: [], scale: null }
    fakeServer(
      token,
      list,
      on(DraftGrant, () =>
        draft({
          plan: { ...draft().plan, start: { ...start, numbers: 'n' } },
          changes: [{ field: 'start', before: '', after: 'Heart (ffffffffffff)' }],
        }),
      ),
    )
    show(language)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText(field)).toBeTruthy()
  },
)

test('lists on the ticket what has changed since the last signature', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () =>
      draft({
        changes: [
          { field: 'maxRounds', before: '12', after: '40' },
          { field: 'code', before: '1111222233334444', after: 'aaaabbbbccccdddd' },
          { field: 'rows', before: '100', after: '303' },
          { field: 'parties', before: '1001', after: '1001, 1002' },
        ],
      }),
    ),
  )
  show()

  const changes = await screen.findByRole('region', { name: 'Changes since your party last signed in this task' })
  expect(changes.textContent).toMatch(/Maximum number of rounds.*12.*40/)
  expect(changes.textContent).toMatch(/Code.*1111 2222 3333.*aaaa bbbb cccc/)
  expect(changes.textContent).not.toMatch(/Parameter/)
  expect(changes.textContent).toMatch(/Number of rows.*100.*303/)
  expect(changes.textContent).toMatch(/Parties.*Hospital A.*Hospital A, Hospital B/)
})

test.each([
  [
    'en',
    'Changes since your party last signed in this task',
    [/Your column for “age”.*jahre.*alter/, /How “age” is read.*unchanged.*as numbers/, /Your column for “a\.b”.*–.*c/],
  ],
  [
    'cn',
    '与本机构上次在此任务中签署时相比的变化',
    [/用作“age”的列.*jahre.*alter/, /“age”的读取方式.*保持原样.*按数值读取/, /用作“a\.b”的列.*–.*c/],
  ],
] as const)('lists a changed column mapping or conversion among the changes, in %s', async (language, title, texts) => {
  const changes = [
    { field: 'from.age', before: 'jahre', after: 'alter' },
    { field: 'conversion.age', before: 'none', after: 'to-number' },
    { field: 'from.a.b', before: '', after: 'c' },
  ]
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ changes })),
  )
  show(language)
  const items = within(await screen.findByRole('region', { name: title })).getAllByRole('listitem')
  expect(items).toHaveLength(3)
  for (const [index, text] of texts.entries()) expect(items[index]?.textContent).toMatch(text)
})

test('opens the edge’s signing page with the token after “#” and detects the signature', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  tickets = [grant({ id: 'earlier' })]
  const { calls } = fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  const opened = windows()
  const { onSigned } = show()
  await userEvent.click(await screen.findByRole('button', { name: SIGN }))

  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledOnce())
  expect(opened.location.replace).toHaveBeenCalledWith('http://127.0.0.1:9101/ticket#task=t1&token=edge-token&lang=en')
  expect(opened.opener).toBeNull()
  expect(await screen.findByText(/Sign there/)).toBeTruthy()
  const looks = () => calls.filter(({ path }) => path === ListGrants.path).length
  await waitFor(() => expect(looks()).toBeGreaterThan(1))
  expect(onSigned).not.toHaveBeenCalled()

  // A ticket for another plan does not count as a signature.
  tickets = [grant({ id: 'other', planHash: 'f'.repeat(64) }), ...tickets]
  const before = looks()
  await waitFor(() => expect(looks()).toBe(before + 1))
  tickets = [grant({ id: 'new' }), ...tickets]
  const looksWhenSigned = await new Promise((resolve) => onSigned.mockImplementation(() => resolve(looks())))
  expect(looksWhenSigned).toBe(before + 2)
  expect(onSigned).toHaveBeenCalledOnce()
})

test('offers a link to the signing page if the browser blocks the pop-up', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  windows({ areBlocked: true })
  show()
  await userEvent.click(await screen.findByRole('button', { name: SIGN }))
  const link = await screen.findByRole('link', { name: /blocked the pop-up/ })
  expect(link.getAttribute('href')).toContain('/ticket#task=t1')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('lists renamed and converted columns under the party’s own names', async () => {
  const mapping = [
    { column: 'age', from: 'alter', conversion: 'none' as const },
    { column: 'chol', from: 'chol', conversion: 'to-number' as const },
    { column: 'target', from: 'target', conversion: 'none' as const },
  ]
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ mapping })),
  )
  show()
  const named = within(await screen.findByRole('list', { name: 'Renamed columns' })).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'Your column “alter” is used as “age”.',
    'Your column “chol” is used as “chol”. Its values are read as numbers.',
  ])
})

/** Simulates the page of a task: the ticket is open when a change arrives. */
function Page() {
  const [isNew, setNew] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setNew(true)}>
        receive a change
      </button>
      <SignTicket taskId="t1" basis={isNew ? 'new' : 'old'} onSigned={() => {}} onDecline={() => {}} />
    </>
  )
}

test.each([
  ['the plan', { plan: { ...draft().plan, maxRounds: 40 }, planHash: 'f'.repeat(64) }, '40 rounds'],
  ['the rows', { datasetId: 'd2', rowCount: 150 }, '150 rows of “Cleveland”, 3 columns'],
])(
  'keeps the ticket on screen after %s changed elsewhere, and requires reading the new one before signing',
  async (_what, change, news) => {
    let now = draft()
    fakeServer(
      token,
      list,
      on(DraftGrant, () => now),
    )
    renderPage(<Page />, { language: 'en' })
    await screen.findByText('12 rounds')
    now = draft(change)
    await userEvent.click(screen.getByRole('button', { name: 'receive a change' }))

    expect((await screen.findByRole('alert')).textContent).toMatch(
      'The task changed while you were reading the ticket.',
    )
    expect(screen.getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
    expect(screen.queryByText(news)).toBeNull()
    expect(screen.queryByRole('button', { name: SIGN })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
    expect(await screen.findByText(news)).toBeTruthy()
    expect(screen.getByRole('button', { name: SIGN })).toBeTruthy()
  },
)

test('keeps an open ticket if a change elsewhere does not affect it', async () => {
  const { calls } = fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ expiryTime: new Date() })),
  )
  renderPage(<Page />, { language: 'en' })
  await screen.findByText('12 rounds')
  await userEvent.click(screen.getByRole('button', { name: 'receive a change' }))

  await waitFor(() => expect(calls.filter(({ path }) => path === DraftGrant.path)).toHaveLength(2))
  expect(await screen.findByRole('button', { name: SIGN })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the ticket and the names of the signers to members who cannot sign', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ canSign: false, signers: ['bob'] })),
  )
  show('cn')

  expect(await screen.findByText('请联系该数据节点的签署人：bob。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '在数据节点签署' })).toHaveProperty('disabled', true)
  expect(screen.getByText('“Cleveland”中的 303 条样本、3 列')).toBeTruthy()
})

test('prevents signing if too few rows are offered', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ rowCount: 12 })),
  )
  show()

  expect(await screen.findByText(/grants at least 20 rows, but only 12 rows are chosen/)).toBeTruthy()
  expect(screen.getByRole('button', { name: SIGN })).toHaveProperty('disabled', true)
})
