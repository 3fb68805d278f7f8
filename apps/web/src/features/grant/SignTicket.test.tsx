import type { Grant } from '@tessera/contract'
import { DraftGrant, GetEdgeToken, ListGrants } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { SignTicket } from './SignTicket.tsx'
import { draft, grant } from './test-world.ts'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
let tickets: Grant[]
const list = on(ListGrants, () => tickets)
const SIGN = 'Sign at your edge'

/** A browser that opens windows, unless it blocks them. */
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

test('the ticket says what is granted, to what, how far, what leaves and what never does', async () => {
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
  expect(within(ticket).getByRole('region', { name: 'What leaves' }).textContent).toMatch(/can sometimes be guessed/)
  expect(within(ticket).getByRole('region', { name: 'What does not leave' }).textContent).toMatch(/rows themselves/)
  expect(within(ticket).getByText(/for the first time/)).toBeTruthy()
})

test.each([
  ['en', 'What leaves', /a platform or party with altered software could steer the training so that they tell a row/],
  ['cn', '会离开本机构的', /平台或其他机构若运行被改动的软件，还可以操纵训练过程，使这些内容透露某一行/],
] as const)('the ticket says what a platform that steers could learn (%s)', async (language, title, sentence) => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  show(language)
  expect((await screen.findByRole('region', { name: title })).textContent).toMatch(sentence)
})

test.each([
  [
    'en',
    'What leaves',
    ['Training at most 12 times', 'Last scoring once'],
    ['sums of errors; changes of the model', 'how many rows'],
    ['sums of errors · numbers: 6'],
    'changes of the model · numbers: features; a number',
  ],
  [
    'cn',
    '会离开本机构的',
    ['训练 最多 12 次', '最后一次评分 最多 1 次'],
    ['误差之和；模型参数的改动', '行数'],
    ['误差之和 · 数：6'],
    '模型参数的改动 · 数：特征数；一个数',
  ],
] as const)(
  'what leaves is told by stage: what, how often, and unfolded how much (%s)',
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
    'What leaves',
    /The model stays at your own edge/,
    /added up over all parties/,
    /in one run; what is cut off may be asked again, which gives the same answer/,
  ],
  ['cn', '会离开本机构的', /模型留在您自己的数据节点上/, /与各方相加/, /仅用于一次训练；被中断的步骤可再次请求/],
] as const)(
  'of a run by itself the ticket says that the model stays, and what may be asked again (%s)',
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
  ['en', 45, 'A run has all of the named parties. One that is away is waited for up to 45 minutes.'],
  ['en', undefined, 'A run has all of the named parties. One that is away is waited for up to 10 minutes.'],
  ['cn', 1, '一次训练须有全部写明的机构。 机构离线时最多等待 1 分钟。'],
] as const)(
  'a ticket says how long a party that is away is waited for (%s, %s)',
  async (language, waitMinutes, said) => {
    const { plan } = draft()
    fakeServer(
      token,
      list,
      on(DraftGrant, () => draft({ plan: { ...plan, ...(waitMinutes && { waitMinutes }) } })),
    )
    show(language)
    expect(await screen.findByText(said)).toBeTruthy()
  },
)

test('an edge that does not say what leaves: the ticket says so, and makes nothing up', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ leaves: undefined })),
  )
  show()
  const region = await screen.findByRole('region', { name: 'What leaves' })
  expect(region.textContent).toMatch(/Your edge does not say it for this ticket/)
  expect(region.querySelectorAll('li')).toHaveLength(0)
})

test.each([
  ['en', /Comes with your own Tessera 2\.6\.4/, /Python and its packages are not in the hash/, /These and no others/],
  ['cn', /随您自己的 Tessera 2\.6\.4 安装/, /Python 及其软件包不在此哈希之内/, /仅限这些机构/],
] as const)(
  'the ticket says whose code it is, what its hash leaves out, and that nobody else may come (%s)',
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
  ['en', { ...foreign, version: '2.7.0' }, /the engine library another than your edge has/, /Your edge is older/],
  ['cn', { ...foreign, version: '2.7.0' }, /引擎库与您的数据节点中的不同/, /您的数据节点版本比平台旧/],
  [
    'en',
    { ...foreign, version: null, differs: 'algorithm' },
    /the algorithm’s code is another/,
    /The platform is older/,
  ],
  ['en', { ...foreign, version: '2.6.4' }, /Not from your Tessera 2\.6\.4/, /which side was changed/],
  ['cn', { kind: 'previous', version: '2.6.3', ownVersion: '2.6.4' }, /早于您的数据节点/, /平台版本比您的数据节点旧/],
] as const)(
  'code that is not the edge’s own is shown so and cannot be signed (%s, %o)',
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
    // Not for want of a signer.
    expect(within(ticket).getAllByRole('alert')).toHaveLength(1)
    const action = language === 'en' ? /Sign at your edge/ : /在数据节点签署/
    expect(within(ticket).getByRole('button', { name: action })).toHaveProperty('disabled', true)
  },
)

test('the hash of the code is short, and whole on demand', async () => {
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
  ['en', /starts from the model “Heart” of the pool, made by task “First”/, 'Model that training starts from'],
  ['cn', /从模型池中的模型“Heart”开始，它由任务“First”训练/, '起始模型'],
] as const)('a model that training starts from is named, in %s', async (language, sentence, field) => {
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
})

test('what changed since the last signature stands on the ticket', async () => {
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

  const changes = await screen.findByRole('region', { name: 'What changed since your party last signed in this task' })
  expect(changes.textContent).toMatch(/Rounds at most.*12.*40/)
  expect(changes.textContent).toMatch(/Code.*1111 2222 3333.*aaaa bbbb cccc/)
  expect(changes.textContent).not.toMatch(/Parameter/)
  expect(changes.textContent).toMatch(/How many rows.*100.*303/)
  expect(changes.textContent).toMatch(/Parties.*Hospital A.*Hospital A, Hospital B/)
})

test.each([
  [
    'en',
    'What changed since your party last signed in this task',
    [/Your column for “age”.*jahre.*alter/, /How “age” is read.*as it is.*as numbers/, /Your column for “a\.b”.*–.*c/],
  ],
  [
    'cn',
    '自本机构上次在此任务中签署以来的变化',
    [/用作“age”的列.*jahre.*alter/, /“age”的读取方式.*保持原样.*按数值读取/, /用作“a\.b”的列.*–.*c/],
  ],
] as const)(
  'in %s, another column that stands for one, or is read in another way, is among what changed',
  async (language, title, texts) => {
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
  },
)

test("it is signed on a page of the edge's own, told by whom behind the #, and the console notices by itself", async () => {
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

  // One for another plan is not this one.
  tickets = [grant({ id: 'other', planHash: 'f'.repeat(64) }), ...tickets]
  const before = looks()
  await waitFor(() => expect(looks()).toBe(before + 1))
  tickets = [grant({ id: 'new' }), ...tickets]
  const looksWhenSigned = await new Promise((resolve) => onSigned.mockImplementation(() => resolve(looks())))
  expect(looksWhenSigned).toBe(before + 2)
  expect(onSigned).toHaveBeenCalledOnce()
})

test('where the browser opens no window there is a link', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft()),
  )
  windows({ areBlocked: true })
  show()
  await userEvent.click(await screen.findByRole('button', { name: SIGN }))
  const link = await screen.findByRole('link', { name: /opened no window/ })
  expect(link.getAttribute('href')).toContain('/ticket#task=t1')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('columns under another name are named as the party calls them', async () => {
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
  const named = within(await screen.findByRole('list', { name: 'Columns under another name' })).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'Your column “alter” is used as “age”.',
    'Your column “chol” is used as “chol”. Its values are read as numbers.',
  ])
})

/** The task's page, which hears of another plan while the ticket lies open. */
function Page() {
  const [isNew, setNew] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setNew(true)}>
        hear of a change
      </button>
      <SignTicket taskId="t1" basis={isNew ? 'new' : 'old'} onSigned={() => {}} onDecline={() => {}} />
    </>
  )
}

test.each([
  ['the plan', { plan: { ...draft().plan, maxRounds: 40 }, planHash: 'f'.repeat(64) }, '40 rounds'],
  ['the rows', { datasetId: 'd2', rowCount: 150 }, '150 rows of “Cleveland”, 3 columns'],
])(
  '%s changed elsewhere: the ticket being read stays, and is signed only once read anew',
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
    await userEvent.click(screen.getByRole('button', { name: 'hear of a change' }))

    expect((await screen.findByRole('alert')).textContent).toMatch('The task changed while you read the ticket.')
    expect(screen.getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
    expect(screen.queryByText(news)).toBeNull()
    expect(screen.queryByRole('button', { name: SIGN })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
    expect(await screen.findByText(news)).toBeTruthy()
    expect(screen.getByRole('button', { name: SIGN })).toBeTruthy()
  },
)

test('what a change elsewhere leaves as it was disturbs nobody', async () => {
  const { calls } = fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ expiryTime: new Date() })),
  )
  renderPage(<Page />, { language: 'en' })
  await screen.findByText('12 rounds')
  await userEvent.click(screen.getByRole('button', { name: 'hear of a change' }))

  await waitFor(() => expect(calls.filter(({ path }) => path === DraftGrant.path)).toHaveLength(2))
  expect(await screen.findByRole('button', { name: SIGN })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who may not sign reads the ticket and learns whom to ask', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ canSign: false, signers: ['bob'] })),
  )
  show('cn')

  expect(await screen.findByText('请联系该数据节点的签署人：bob。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '在数据节点签署' })).toHaveProperty('disabled', true)
  expect(screen.getByText('“Cleveland”中的 303 行、3 列')).toBeTruthy()
})

test('too few rows cannot be signed for', async () => {
  fakeServer(
    token,
    list,
    on(DraftGrant, () => draft({ rowCount: 12 })),
  )
  show()

  expect(await screen.findByText(/grants at least 20 rows; only 12 rows are chosen/)).toBeTruthy()
  expect(screen.getByRole('button', { name: SIGN })).toHaveProperty('disabled', true)
})
