import { AppError, type NearTicket } from '@tessera/contract'
import {
  ChangeRows,
  CompareRows,
  DraftGrant,
  GetEdgeSession,
  GetSigning,
  OpenEdgeSession,
  SetSigningPin,
  SignGrant,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { grantPhrases } from '../features/grant/phrases.ts'
import { base64url } from '../lib/base64.ts'
import { enterAs } from '../lib/own-edge.ts'
import { draft, grant } from '../testing/grant.ts'
import { session, signing } from '../testing/signing.ts'
import { fakeServer as answer, on, renderPage } from '../testing/world.tsx'
import { arrive, namesIn } from './page-fragment.ts'
import { TicketPage } from './TicketPage.tsx'

beforeEach(() => {
  history.replaceState(null, '', '/ticket')
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'tessera-console', content: 'https://console.example' })
  document.head.append(meta)
  enterAs('edge-token')
})
afterEach(() => {
  document.querySelector('meta[name="tessera-console"]')?.remove()
  enterAs(null)
})

const inSession = on(GetEdgeSession, session)
const compared = (near: NearTicket[] | null, percent = 100) => on(CompareRows, () => ({ percent, near }))
/** A fake server that reports that the rows differ enough from those of earlier runs. Tests can override this. */
const fakeServer: typeof answer = (...answers) => answer(...answers, compared([]))
const own = (url: string) => url.startsWith(location.origin)
const show = (language: 'cn' | 'en' = 'en') =>
  renderPage(<TicketPage taskId="t1" partyId="1001" username="alice" />, { language, path: '/ticket' })
const typePin = async (pin: string) => userEvent.type(await screen.findByLabelText('Your PIN for this edge'), pin)
const refuse =
  (code: ConstructorParameters<typeof AppError>[0], params = {}) =>
  () => {
    throw new AppError(code, params)
  }

const NOBODY = {
  taskId: null,
  grantId: null,
  token: null,
  language: null,
  theme: null,
  step: null,
  isForFrame: false,
  requestedOf: '',
  answer: null,
}

test('reads the fragment of its address once and removes it', () => {
  history.replaceState(null, '', '/ticket#task=t1&token=abc.def&lang=en')
  expect(arrive()).toEqual({ ...NOBODY, taskId: 't1', token: 'abc.def', language: 'en', requestedOf: 'task=t1' })
  expect(location.href).not.toContain('abc.def')
  expect(arrive()).toEqual(NOBODY)
})

test.each(['bob', '王医生', 'Zoë', 'Ольга', '😀'])('reads the user name %s from a token', (username) => {
  const names = { partyId: '1002', username }
  const payload = base64url(new TextEncoder().encode(JSON.stringify(names)))
  expect(namesIn(`x.${payload}.y`)).toEqual(names)
})

test('reads no user name from an invalid token', () => {
  expect(namesIn('nonsense')).toEqual({ partyId: null, username: null })
})

test('shows the ticket and signs it with the PIN, and calls only the edge', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, () => grant()),
  )
  show()
  const ticket = await screen.findByRole('article', { name: 'Consent ticket: Heart disease' })
  expect(within(ticket).getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(within(ticket).getByText('Hospital A grants data for one training run')).toBeTruthy()
  await typePin('482913{Enter}')

  expect(await screen.findByText('Ticket signed')).toBeTruthy()
  const signed = calls.find(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))
  const { taskId, planHash, datasetId } = draft()
  expect(signed?.input).toEqual({ taskId, planHash, datasetId, proof: { pin: '482913' } })
  expect(signed?.headers.get('x-access-token')).toBe('edge-token')
  expect(calls.every(({ url }) => own(url))).toBe(true)
  expect(screen.queryByLabelText('Your PIN for this edge')).toBeNull()
})

test('shows a signed ticket with its own expiry time and without instructions for signing', async () => {
  const expiryTime = new Date('2026-04-05T00:01:00Z')
  fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft({ expiryTime: new Date('2026-04-05T00:00:00Z') })),
    on(SignGrant, () => grant({ expiryTime })),
  )
  show('en')
  expect(await screen.findByText(/^You sign at this edge/)).toBeTruthy()
  await typePin('482913{Enter}')
  const note = await screen.findByText(/^Valid until .*The console/)
  const time = /^Valid until (.*)\. The console/.exec(note.textContent ?? '')?.[1] ?? ''
  expect(within(screen.getByRole('article')).getByText(time)).toBeTruthy()
  expect(screen.getByText(/^Signed by alice/)).toBeTruthy()
  expect(screen.queryByText(/^You sign at this edge/)).toBeNull()
})

test('requires a session before signing, so that the edge can count the excluded rows', async () => {
  let isIn = false
  fakeServer(
    on(GetEdgeSession, () => (isIn ? session() : null)),
    on(GetSigning, () => signing()),
    on(DraftGrant, () => (isIn ? draft({ rowCount: 300, leftOut: 3 }) : draft())),
    on(OpenEdgeSession, () => {
      isIn = true
      return session()
    }),
  )
  show()
  expect(await screen.findByText(/Upper limit/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign with PIN' })).toBeNull()
  expect(screen.getByText(/counts the rows that stay here/)).toBeTruthy()
  await typePin('202620{Enter}')
  expect(await screen.findByText(/3 rows stay at your edge/)).toBeTruthy()
  expect(screen.getByText('300 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(screen.queryByText(/Upper limit/)).toBeNull()
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toBeTruthy()
})

test.each(['en', 'cn'] as const)(
  'explains what the hash does not cover and which parties can still join (%s)',
  async (language) => {
    fakeServer(
      inSession,
      on(GetSigning, () => signing()),
      on(DraftGrant, () => draft()),
    )
    show(language)
    const ticket = await screen.findByRole('article')
    for (const key of ['ticket.code.help', 'ticket.parties.help'] as const) {
      expect(within(ticket).getByText(grantPhrases[language][key])).toBeTruthy()
    }
  },
)

test('reports a wrong PIN at its field, and an empty PIN before a request is sent', async () => {
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, refuse('signing.pin-wrong', { left: 3 })),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign with PIN' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your PIN.')
  expect(calls.some(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))).toBe(false)

  await typePin('0000{Enter}')
  expect(await screen.findByText('This PIN is incorrect. 3 more failed attempts will lock it.')).toBeTruthy()
  const field = screen.getByLabelText('Your PIN for this edge')
  expect(field).toHaveProperty('value', '')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/PIN is incorrect/)
  expect(document.activeElement).toBe(field)
})

test('shows until when the PIN is locked', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing({ lockedUntil: new Date('2026-01-06T10:00:00Z'), wrongTries: 5 })),
    on(DraftGrant, () => draft()),
  )
  show()
  expect(await screen.findByText(/The PIN is locked until/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign with PIN' })).toHaveProperty('disabled', true)
})

test('explains how to continue after the token has expired, and keeps showing the ticket', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, refuse('edge.token-refused')),
  )
  show()
  await typePin('202620{Enter}')
  expect(await screen.findByText('This page has expired')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
    'https://console.example/tickets?taskId=t1&edge=ticket',
  )
  expect(screen.getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  // The button stops showing its loading state shortly after the response.
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toHaveProperty('disabled', true)
})

test('links to the console if the ticket page is opened without a token', async () => {
  fakeServer(on(GetSigning, refuse('edge.token-required')), on(DraftGrant, refuse('edge.token-required')))
  renderPage(<TicketPage taskId={null} partyId={null} username={null} />, { language: 'cn' })
  expect(await screen.findByText('请从控制台打开本页')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回控制台' })).toBeTruthy()
})

test('does not sign a ticket whose plan has changed, and offers the new plan', async () => {
  let rounds = 12
  fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft({ plan: { ...draft().plan, maxRounds: rounds } })),
    on(SignGrant, () => {
      rounds = 40
      throw new AppError('grant.plan-changed')
    }),
  )
  show()
  await typePin('202620{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch('The task changed while you were reading the ticket.')
  expect(screen.getByText('12 rounds')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
  expect(await screen.findByText('40 rounds')).toBeTruthy()
  expect(await screen.findByLabelText('Your PIN for this edge')).toBeTruthy()
})

test('names the signers to a member who cannot sign the ticket', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing({ isSigner: false, isMember: false, hasPin: false })),
    on(DraftGrant, () => draft({ canSign: false, signers: ['Bob'] })),
  )
  show('cn')
  expect(await screen.findByText('请联系该数据节点的签署人：Bob。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /PIN/ })).toBeNull()
})

test('lets a signer without a PIN set one with the one-time code, and then sign', async () => {
  let hasPin = false
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing({ hasPin })),
    on(DraftGrant, () => draft()),
    on(SetSigningPin, ({ proof }) => {
      if ('code' in proof && proof.code !== 'GOOD') throw new AppError('signing.code-wrong', { left: 4 })
      hasPin = true
      return null
    }),
  )
  show()
  const code = await screen.findByLabelText('One-time code')
  expect(screen.getByText(/Passkeys are not available here: this edge is opened by its IP address/)).toBeTruthy()
  await userEvent.type(code, 'BAD')
  await userEvent.type(screen.getByLabelText('New PIN'), '482913')
  await userEvent.type(screen.getByLabelText('Repeat new PIN'), '482912')
  await userEvent.click(screen.getByRole('button', { name: 'Set PIN' }))
  expect(await screen.findByText('The PINs do not match.')).toBeTruthy()
  expect(calls.some(({ path }) => path === SetSigningPin.path)).toBe(false)

  await userEvent.type(screen.getByLabelText('Repeat new PIN'), '{Backspace}3')
  await userEvent.click(screen.getByRole('button', { name: 'Set PIN' }))
  expect(await screen.findByText(/This one-time code is incorrect/)).toBeTruthy()
  await userEvent.clear(code)
  await userEvent.type(code, 'GOOD')
  await userEvent.click(screen.getByRole('button', { name: 'Set PIN' }))
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toBeTruthy()
  const set = calls.findLast(({ path }) => path === SetSigningPin.path)
  expect(set?.input).toEqual({ pin: '482913', proof: { code: 'GOOD' } })
  await waitFor(() => expect(screen.queryByLabelText('One-time code')).toBeNull())
})

const near = (change: Partial<NearTicket> = {}): NearTicket => ({
  grantId: 'g12',
  number: '12121212',
  taskName: 'Earlier',
  signTime: new Date('2026-01-05T00:00:00Z'),
  rows: 1,
  isRefused: true,
  leaveOut: 9,
  hasSameRows: true,
  ...change,
})
const signButton = (language: 'cn' | 'en' = 'en') =>
  screen.findByRole('button', { name: language === 'en' ? 'Sign with PIN' : '用 PIN 签署' })
const drafted = () => [inSession, on(GetSigning, () => signing()), on(DraftGrant, () => draft())] as const

test('disables signing and shows the progress while the edge compares the rows', async () => {
  let requestCount = 0
  fakeServer(
    ...drafted(),
    on(CompareRows, () => (++requestCount > 1 ? { percent: 100, near: [] } : { percent: 42, near: null })),
  )
  show()
  const bar = await screen.findByRole('progressbar', { name: 'Comparing the rows with those of earlier runs…' })
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  expect(await signButton()).toHaveProperty('disabled', true)
  expect(await screen.findByText(/enough of them differ.*three or more tickets.*is not checked/)).toBeTruthy()
  expect(await signButton()).toHaveProperty('disabled', false)
})

test.each([
  [
    'en',
    /1 row differs from ticket 12121212 \(task “Earlier”\)/,
    'Use the rows of ticket 12121212 again',
    'Leave out another 9 rows',
    'Now selected for this task: 31 rows',
    /What the results of three or more tickets could reveal together is not checked/,
  ],
  [
    'cn',
    /与授权书 12121212（任务“Earlier”）相差 1 条样本/,
    '再次使用授权书 12121212 的样本',
    '再排除 9 条样本',
    '已为此任务选定 31 条样本',
    /三份或更多授权书/,
  ],
] as const)(
  'shows an error for rows that nearly equal those of an earlier run, with two remedies and no signing (%s)',
  async (language, sentence, same, leaveOut, done, limits) => {
    const { calls } = fakeServer(
      ...drafted(),
      compared([near()]),
      on(ChangeRows, () => ({ datasetId: 'd2', rowCount: 31 })),
    )
    show(language)
    const alert = await screen.findByRole('alert')
    expect(alert.className).toContain('error')
    expect(alert.textContent).toMatch(sentence)
    expect(screen.getByText(limits)).toBeTruthy()
    expect(await signButton(language)).toHaveProperty('disabled', true)
    expect(within(alert).queryByRole('checkbox')).toBeNull()
    const again = within(alert).getByRole('button', { name: same })
    // Uses only the keyboard to operate the button.
    again.focus()
    await userEvent.tab()
    expect(document.activeElement).toBe(within(alert).getByRole('button', { name: leaveOut }))
    await userEvent.keyboard('{Enter}')
    expect((await screen.findByText(done)).closest('[role=status]')).toBeTruthy()
    expect(calls.find(({ path, input }) => path === ChangeRows.path && 'remedy' in (input as object))?.input).toEqual({
      taskId: 't1',
      grantId: 'g12',
      remedy: 'leave-out',
    })
    expect(screen.queryByRole('button', { name: language === 'en' ? 'Sign with PIN' : '用 PIN 签署' })).toBeNull()
  },
)

test.each([
  ['en', 'Offer the dataset of ticket 12121212 again, with the same rows, or a dataset in which more rows differ.'],
  ['cn', '请重新提供授权书 12121212 所用的数据集（样本完全相同），或提供有更多样本不同的数据集。'],
] as const)(
  'offers only remedies that can work, and otherwise says what to do instead (%s)',
  async (language, sentence) => {
    fakeServer(...drafted(), compared([near({ leaveOut: null, hasSameRows: false })]))
    show(language)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(sentence)).toBeTruthy()
    expect(within(alert).queryByRole('button')).toBeNull()
  },
)

test('allows signing although few rows differ, once the signer confirms that ticket', async () => {
  const { calls } = fakeServer(
    ...drafted(),
    compared([near({ rows: 4, isRefused: false, leaveOut: 6 })]),
    on(SignGrant, () => grant()),
  )
  show()
  const confirm = await screen.findByRole('checkbox', { name: /sign although only a few rows differ/ })
  expect(await signButton()).toHaveProperty('disabled', true)
  await userEvent.click(confirm)
  await waitFor(async () => expect(await signButton()).toHaveProperty('disabled', false))
  await typePin('482913{Enter}')
  expect(await screen.findByText('Ticket signed')).toBeTruthy()
  const signed = calls.find(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))
  expect(signed?.input).toMatchObject({ confirmed: ['g12'] })
})

test('compares the rows again if signing is refused because a run has begun meanwhile', async () => {
  let hasBegun = false
  fakeServer(
    ...drafted(),
    on(CompareRows, () => ({ percent: 100, near: hasBegun ? [near()] : [] })),
    on(SignGrant, () => {
      hasBegun = true
      return refuse('grant.rows-near')()
    }),
  )
  show()
  await waitFor(async () => expect(await signButton()).toHaveProperty('disabled', false))
  await typePin('482913{Enter}')
  expect(await screen.findByText(/1 row differs from ticket 12121212/)).toBeTruthy()
  expect(await signButton()).toHaveProperty('disabled', true)
})

test('does not compare rows before a local run is signed', async () => {
  const { plan } = draft()
  const { calls } = fakeServer(
    ...[inSession, on(GetSigning, () => signing())],
    on(DraftGrant, () => draft({ plan: { ...plan, parties: plan.parties.slice(0, 1), fewest: 1 } })),
  )
  show()
  await waitFor(async () => expect(await signButton()).toHaveProperty('disabled', false))
  expect(calls.some(({ path }) => path === CompareRows.path)).toBe(false)
})
