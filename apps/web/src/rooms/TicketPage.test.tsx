import { AppError } from '@tessera/contract'
import {
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
import { draft, grant } from '../features/grant/test-world.ts'
import { session, signing } from '../features/signing/test-world.ts'
import { base64url } from '../lib/base64.ts'
import { enterAs } from '../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../lib/testing.tsx'
import { arrive, namesIn } from './arrival.ts'
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
const own = (url: string) => url.startsWith(location.origin)
const show = (language: 'cn' | 'en' = 'en') =>
  renderPage(<TicketPage taskId="t1" partyId="1001" username="alice" />, { language, path: '/ticket' })
const typePin = async (pin: string) => userEvent.type(await screen.findByLabelText('Your PIN at this edge'), pin)
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
  askedOf: '',
  answer: null,
}

test('what stood behind the # is read once and taken out of the address', () => {
  history.replaceState(null, '', '/ticket#task=t1&token=abc.def&lang=en')
  expect(arrive()).toEqual({ ...NOBODY, taskId: 't1', token: 'abc.def', language: 'en', askedOf: 'task=t1' })
  expect(location.href).not.toContain('abc.def')
  expect(arrive()).toEqual(NOBODY)
})

test.each(['bob', '王医生', 'Zoë', 'Ольга', '😀'])('reads the name %s out of a token', (username) => {
  const named = { partyId: '1002', username }
  const payload = base64url(new TextEncoder().encode(JSON.stringify(named)))
  expect(namesIn(`x.${payload}.y`)).toEqual(named)
})

test('reads no name out of what is not a token', () => {
  expect(namesIn('nonsense')).toEqual({ partyId: null, username: null })
})

test('the ticket is read and signed with the PIN, at the edge alone', async () => {
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, () => grant()),
  )
  show()
  const ticket = await screen.findByRole('article', { name: 'Consent ticket: Heart disease' })
  expect(within(ticket).getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(within(ticket).getByText('Hospital A grants data to a training')).toBeTruthy()
  await typePin('482913{Enter}')

  expect(await screen.findByText('The ticket is signed')).toBeTruthy()
  const signed = calls.find(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))
  const { taskId, planHash, datasetId } = draft()
  expect(signed?.input).toEqual({ taskId, planHash, datasetId, proof: { pin: '482913' } })
  expect(signed?.headers.get('x-access-token')).toBe('edge-token')
  expect(calls.every(({ url }) => own(url))).toBe(true)
  expect(screen.queryByLabelText('Your PIN at this edge')).toBeNull()
})

test('below the note that it is signed stands the signed ticket: its own time, and no line about signing', async () => {
  const expiryTime = new Date('2026-04-05T00:01:00Z')
  fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft({ expiryTime: new Date('2026-04-05T00:00:00Z') })),
    on(SignGrant, () => grant({ expiryTime })),
  )
  show('en')
  expect(await screen.findByText(/^Signed at this edge/)).toBeTruthy()
  await typePin('482913{Enter}')
  const note = await screen.findByText(/^Valid until/)
  const time = /^Valid until (.*)\. The console/.exec(note.textContent ?? '')?.[1] ?? ''
  expect(within(screen.getByRole('article')).getByText(time)).toBeTruthy()
  expect(screen.getByText(/^Signed by alice/)).toBeTruthy()
  expect(screen.queryByText(/^Signed at this edge/)).toBeNull()
})

test('before a ticket is signed a session is opened, in which the edge counts the rows that stay', async () => {
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
  expect(await screen.findByText(/At most so many/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign with PIN' })).toBeNull()
  expect(screen.getByText(/counts the rows that stay here/)).toBeTruthy()
  await typePin('202620{Enter}')
  expect(await screen.findByText(/3 rows stay here/)).toBeTruthy()
  expect(screen.getByText('300 rows of “Cleveland”, 3 columns')).toBeTruthy()
  expect(screen.queryByText(/At most so many/)).toBeNull()
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toBeTruthy()
})

test.each(['en', 'cn'] as const)(
  'the page that signs says what the hash leaves out and who may still come (%s)',
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

test('a wrong PIN is said at its field, an empty one before anything is sent', async () => {
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, refuse('signing.pin-wrong', { left: 3 })),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign with PIN' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Type your PIN.')
  expect(calls.some(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))).toBe(false)

  await typePin('0000{Enter}')
  expect(await screen.findByText('This PIN is wrong. 3 more wrong tries and it is locked.')).toBeTruthy()
  const field = screen.getByLabelText('Your PIN at this edge')
  expect(field).toHaveProperty('value', '')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/PIN is wrong/)
  expect(document.activeElement).toBe(field)
})

test('a locked PIN says until when, and that somebody has been trying', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing({ lockedUntil: new Date('2026-01-06T10:00:00Z'), wrongTries: 5 })),
    on(DraftGrant, () => draft()),
  )
  show()
  expect(await screen.findByText(/The PIN is locked until/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign with PIN' })).toHaveProperty('disabled', true)
})

test('after ten minutes the page says how to go on, and what was read stays', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SignGrant, refuse('edge.token-refused')),
  )
  show()
  await typePin('202620{Enter}')
  expect(await screen.findByText('This page has been open too long')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe(
    'https://console.example/tickets?taskId=t1&edge=ticket',
  )
  expect(screen.getByText('303 rows of “Cleveland”, 3 columns')).toBeTruthy()
  // It turns for a moment longer than what was answered stands.
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toHaveProperty('disabled', true)
})

test('opened without a token it leads to the console', async () => {
  fakeServer(on(GetSigning, refuse('edge.token-required')), on(DraftGrant, refuse('edge.token-required')))
  renderPage(<TicketPage taskId={null} partyId={null} username={null} />, { language: 'cn' })
  expect(await screen.findByText('请从控制台打开本页')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回控制台' })).toBeTruthy()
})

test('a plan that changed meanwhile is not signed but read again', async () => {
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
  expect((await screen.findByRole('alert')).textContent).toMatch('The task changed while you read the ticket.')
  expect(screen.getByText('12 rounds')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read the new plan' }))
  expect(await screen.findByText('40 rounds')).toBeTruthy()
  expect(await screen.findByLabelText('Your PIN at this edge')).toBeTruthy()
})

test('who may not sign learns whom to ask', async () => {
  fakeServer(
    inSession,
    on(GetSigning, () => signing({ isSigner: false, isMember: false, hasPin: false })),
    on(DraftGrant, () => draft({ canSign: false, signers: ['Bob'] })),
  )
  show('cn')
  expect(await screen.findByText('请联系该数据节点的签署人：Bob。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /PIN/ })).toBeNull()
})

test('a signer without a factor sets the PIN with the one-time code, then signs', async () => {
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
  expect(screen.getByText(/Passkeys are not possible here: this edge is reached by an IP address/)).toBeTruthy()
  await userEvent.type(code, 'BAD')
  await userEvent.type(screen.getByLabelText('New PIN'), '482913')
  await userEvent.type(screen.getByLabelText('New PIN again'), '482912')
  await userEvent.click(screen.getByRole('button', { name: 'Set the PIN' }))
  expect(await screen.findByText('The two are not the same.')).toBeTruthy()
  expect(calls.some(({ path }) => path === SetSigningPin.path)).toBe(false)

  await userEvent.type(screen.getByLabelText('New PIN again'), '{Backspace}3')
  await userEvent.click(screen.getByRole('button', { name: 'Set the PIN' }))
  expect(await screen.findByText(/This one-time code is wrong/)).toBeTruthy()
  await userEvent.clear(code)
  await userEvent.type(code, 'GOOD')
  await userEvent.click(screen.getByRole('button', { name: 'Set the PIN' }))
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toBeTruthy()
  const set = calls.findLast(({ path }) => path === SetSigningPin.path)
  expect(set?.input).toEqual({ pin: '482913', proof: { code: 'GOOD' } })
  await waitFor(() => expect(screen.queryByLabelText('One-time code')).toBeNull())
})

test('with a PIN of before that is too short one sets a new one on the spot, and signs with that', async () => {
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing()),
    on(DraftGrant, () => draft()),
    on(SetSigningPin, () => null),
    on(SignGrant, () => {
      throw new AppError('signing.pin-short', { least: 6 })
    }),
  )
  show()
  await typePin('2026{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch('set a new PIN')
  await userEvent.click(screen.getByRole('button', { name: 'Set a new PIN' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set a new PIN' })
  await userEvent.type(within(dialog).getByLabelText('The PIN of before'), '2026')
  await userEvent.type(within(dialog).getByLabelText('New PIN'), '47114')
  await userEvent.type(within(dialog).getByLabelText('New PIN again'), '47114{Enter}')
  // Twice: as a hint, and as what is wrong.
  await waitFor(() => expect(within(dialog).getAllByText(/At least 6 characters\./)).toHaveLength(2))
  await userEvent.type(within(dialog).getByLabelText('New PIN'), '7')
  await userEvent.type(within(dialog).getByLabelText('New PIN again'), '7{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const set = calls.filter(({ path }) => path === SetSigningPin.path)
  expect(set.map(({ input }) => input)).toEqual([{ pin: '471147', proof: { pin: '2026' } }])
  await waitFor(() => expect(screen.queryByText(/set a new PIN\. Do that first/)).toBeNull())
  expect(calls.filter(({ path }) => path === SignGrant.path)).toHaveLength(1)
})
