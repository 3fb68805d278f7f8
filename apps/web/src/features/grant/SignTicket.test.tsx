import { AppError } from '@tessera/contract'
import { DraftGrant, GetEdgeToken, SignGrant } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { SignTicket } from './SignTicket.tsx'
import { draft, grant } from './test-world.ts'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const show = (language: 'cn' | 'en' = 'en') => {
  const [onSigned, onDecline] = [vi.fn(), vi.fn()]
  renderPage(<SignTicket taskId="t1" basis="plan rows" onSigned={onSigned} onDecline={onDecline} />, { language })
  return { onSigned, onDecline }
}

beforeEach(() => logIn())

test('the ticket says what is lent, to what, how far, what leaves and what never does', async () => {
  fakeServer(
    token,
    on(DraftGrant, () => draft()),
  )
  show()

  const ticket = await screen.findByRole('article', { name: 'Consent ticket: Heart disease' })
  expect(within(ticket).getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(within(ticket).getByText('Logistic regression')).toBeTruthy()
  expect(within(ticket).getByText('12 rounds')).toBeTruthy()
  expect(within(ticket).getByText('Hospital B')).toBeTruthy()
  expect(within(ticket).getByRole('region', { name: 'What leaves' }).textContent).toMatch(/can sometimes be guessed/)
  expect(within(ticket).getByRole('region', { name: 'What never leaves' }).textContent).toMatch(/rows themselves/)
  expect(within(ticket).getByText(/for the first time/)).toBeTruthy()
})

test('the hash of the code is short, and whole on demand', async () => {
  fakeServer(
    token,
    on(DraftGrant, () => draft()),
  )
  show()

  expect(await screen.findByText('abcd 1234 ef56…')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole hash' }))
  expect(screen.getByText(draft().codeHash)).toBeTruthy()
})

test('what changed since the last signature stands on the ticket', async () => {
  fakeServer(
    token,
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

  const changes = await screen.findByRole('region', { name: 'What changed since your party last signed' })
  expect(changes.textContent).toMatch(/Rounds at most.*12.*40/)
  expect(changes.textContent).toMatch(/Code.*1111 2222 3333.*aaaa bbbb cccc/)
  expect(changes.textContent).not.toMatch(/Parameter/)
  expect(changes.textContent).toMatch(/Rows.*100.*303/)
  expect(changes.textContent).toMatch(/Parties.*Hospital A.*Hospital A, Hospital B/)
})

test('signing sends exactly the plan that was shown, to the edge and with its own token', async () => {
  const { calls } = fakeServer(
    token,
    on(DraftGrant, () => draft()),
    on(SignGrant, () => grant()),
  )
  const { onSigned } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign the ticket' }))

  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  const signed = calls.find(({ path, input }) => path === '/grants' && 'planHash' in (input as object))
  expect(signed?.input).toEqual({ taskId: 't1', planHash: draft().planHash, datasetId: draft().datasetId })
  expect(signed?.url).toContain('http://127.0.0.1:9101/grants')
  expect(signed?.headers.get('x-access-token')).toBe('edge-token')
})

test('a plan that changed meanwhile is not signed but read again', async () => {
  let rounds = 12
  fakeServer(
    token,
    on(DraftGrant, () => draft({ plan: { ...draft().plan, maxRounds: rounds }, planHash: `${rounds}` })),
    on(SignGrant, () => {
      rounds = 40
      throw new AppError('grant.plan-changed')
    }),
  )
  const { onSigned } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign the ticket' }))
  expect((await screen.findByRole('alert')).textContent).toMatch('The task changed while you read the ticket.')

  await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
  expect(await screen.findByText('40 rounds')).toBeTruthy()
  expect(onSigned).not.toHaveBeenCalled()
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
    const { calls } = fakeServer(
      token,
      on(DraftGrant, () => now),
      on(SignGrant, () => grant()),
    )
    renderPage(<Page />, { language: 'en' })
    await screen.findByText('12 rounds')
    now = draft(change)
    await userEvent.click(screen.getByRole('button', { name: 'hear of a change' }))

    expect((await screen.findByRole('alert')).textContent).toMatch('The task changed while you read the ticket.')
    expect(screen.getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
    expect(screen.queryByText(news)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sign the ticket' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
    expect(await screen.findByText(news)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Sign the ticket' }))
    await waitFor(() =>
      expect(calls.findLast(({ path, input }) => path === '/grants' && 'planHash' in (input as object))?.input).toEqual(
        {
          taskId: 't1',
          planHash: now.planHash,
          datasetId: now.datasetId,
        },
      ),
    )
  },
)

test('what a change elsewhere leaves as it was disturbs nobody', async () => {
  const { calls } = fakeServer(
    token,
    on(DraftGrant, () => draft({ expiryTime: new Date() })),
  )
  renderPage(<Page />, { language: 'en' })
  await screen.findByText('12 rounds')
  await userEvent.click(screen.getByRole('button', { name: 'hear of a change' }))

  await waitFor(() => expect(calls.filter(({ path }) => path === DraftGrant.path)).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Sign the ticket' })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who may not sign reads the ticket and learns whom to ask', async () => {
  fakeServer(
    token,
    on(DraftGrant, () => draft({ canSign: false, signers: ['bob'] })),
  )
  show('cn')

  expect(await screen.findByText('请联系该数据节点的签署人：bob。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '签署票据' })).toHaveProperty('disabled', true)
  expect(screen.getByText('“Cleveland”中的 303 行、3 列')).toBeTruthy()
})

test('too few rows cannot be signed for', async () => {
  fakeServer(
    token,
    on(DraftGrant, () => draft({ rowCount: 12 })),
  )
  show()

  expect(await screen.findByText(/lends at least 20 rows; only 12 are chosen/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign the ticket' })).toHaveProperty('disabled', true)
})
