import { AppError, type EdgeSession } from '@tessera/contract'
import {
  AddPasskey,
  CompareRows,
  DraftGrant,
  GetEdgeSession,
  GetPasskeyOptions,
  GetSigning,
  MakeSessionChallenge,
  MakeSigningChallenge,
  OpenEdgeSession,
  SignGrant,
} from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterAs } from '../lib/own-edge.ts'
import { draft, grant } from '../testing/grant.ts'
import { session, signing } from '../testing/signing.ts'
import { fakeServer, fill, on, renderPage } from '../testing/world.tsx'
import { SessionPage } from './SessionPage.tsx'
import { TicketPage } from './TicketPage.tsx'

beforeEach(() => enterAs('edge-token'))
afterEach(() => enterAs(null))

const inSession = on(GetEdgeSession, session)
const BUTTON = { en: 'Sign with passkey', cn: '用通行密钥签署' } as const
const bytes = (text: string) => new TextEncoder().encode(text).buffer
const makeChallenge = () => ({
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'edge.example',
  allowCredentials: [{ id: 'a2V5', type: 'public-key' }],
})
const challenge = on(MakeSigningChallenge, makeChallenge)
const compared = on(CompareRows, () => ({ percent: 100, near: [] }))

/** Simulates a browser with passkeys and its response to a request for one. */
function browser({ answer, isSecure = true }: { answer?: () => Promise<unknown>; isSecure?: boolean }) {
  const get = vi.fn(answer ?? (() => Promise.reject(new DOMException('', 'NotAllowedError'))))
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('PublicKeyCredential', () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get } }))
  return get
}
const credential = {
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  response: { clientDataJSON: bytes('client'), authenticatorData: bytes('device'), signature: bytes('signed') },
  getClientExtensionResults: () => ({}),
}
const ofPasskeys = { hasPin: false, passkeys: 1, passkeyHost: 'edge.example' }
function show(language: 'cn' | 'en' = 'en', state: Parameters<typeof signing>[0] = ofPasskeys) {
  const server = fakeServer(
    inSession,
    on(GetSigning, () => signing(state)),
    on(DraftGrant, () => draft()),
    on(SignGrant, () => grant()),
    compared,
    challenge,
  )
  renderPage(<TicketPage taskId="t1" partyId="1001" username="alice" />, { language, path: '/ticket' })
  return server
}

test('asks the browser for a passkey signature of exactly this ticket, and sends it to the edge', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  const get = browser({ answer: async () => credential })
  const { calls } = show()
  await userEvent.click(await screen.findByRole('button', { name: BUTTON.en }))

  expect(await screen.findByText('Ticket signed')).toBeTruthy()
  const { taskId, planHash, datasetId } = draft()
  const challengeCall = calls.find(({ path }) => path === MakeSigningChallenge.path)
  expect(challengeCall?.input).toEqual({ act: { kind: 'sign', taskId, planHash, datasetId } })
  expect(get).toHaveBeenCalledOnce()
  const [{ publicKey }] = get.mock.calls[0] as unknown as [{ publicKey: { rpId: string; challenge: ArrayBuffer } }]
  expect([publicKey.rpId, new TextDecoder().decode(publicKey.challenge)]).toEqual(['edge.example', 'challenge'])
  const signed = calls.find(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))
  expect(signed?.input).toMatchObject({
    taskId,
    planHash,
    datasetId,
    proof: { passkey: { id: 'a2V5', response: { signature: 'c2lnbmVk' } } },
  })
})

test('opens a session with a passkey of the user', async () => {
  browser({ answer: async () => credential })
  const openTime = new Date('2026-01-05T08:00:00Z')
  const session: EdgeSession = { username: 'alice', displayName: 'Alice', role: 'signer', openTime, endTime: openTime }
  let isIn = false
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (isIn ? session : null)),
    on(MakeSessionChallenge, makeChallenge),
    on(OpenEdgeSession, () => {
      isIn = true
      return session
    }),
  )
  renderPage(<SessionPage username="alice" cameBack={null} />, { language: 'en', path: '/session' })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with passkey' }))
  await screen.findByText(/You can close this page/)
  expect(calls.find(({ path }) => path === MakeSessionChallenge.path)?.input).toEqual({ username: 'alice' })
  expect(calls.find(({ path }) => path === OpenEdgeSession.path)?.input).toMatchObject({
    username: 'alice',
    proof: { passkey: { id: 'a2V5', response: { signature: 'c2lnbmVk' } } },
  })
})

test.each([
  ['cancelled', 'en', 'NotAllowedError', /No passkey was provided: the request was cancelled/],
  ['cancelled', 'cn', 'NotAllowedError', /未提供通行密钥：操作已取消/],
  ['aborted by the browser', 'en', 'AbortError', /or this device has no passkey for this edge/],
  ['not supported by the authenticator', 'en', 'NotSupportedError', /This passkey was not accepted/],
] as const)('shows that a passkey was %s (%s), and offers a retry', async (_how, language, name, text) => {
  let answer = () => Promise.reject(new DOMException('for developers', name)) as Promise<unknown>
  browser({ answer: () => answer() })
  const { calls } = show(language)
  const button = await screen.findByRole('button', { name: BUTTON[language] })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(screen.queryByText(/for developers/)).toBeNull()
  expect(calls.some(({ path, input }) => path === SignGrant.path && 'proof' in (input as object))).toBe(false)

  answer = async () => credential
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(calls.filter(({ path }) => path === MakeSigningChallenge.path)).toHaveLength(2)
})

test('shows that the edge refused a passkey, and still offers the PIN', async () => {
  browser({ answer: async () => credential })
  fakeServer(
    inSession,
    on(GetSigning, () => signing({ ...ofPasskeys, hasPin: true })),
    on(DraftGrant, () => draft()),
    on(SignGrant, () => {
      throw new AppError('signing.passkey-refused')
    }),
    compared,
    challenge,
  )
  renderPage(<TicketPage taskId="t1" partyId="1001" username="alice" />, { language: 'en', path: '/ticket' })
  await userEvent.click(await screen.findByRole('button', { name: BUTTON.en }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/was not accepted. Try again, or use your PIN/)
  expect(screen.getByRole('button', { name: 'Sign with PIN' })).toHaveProperty('disabled', false)
})

test('creates a signer’s first passkey with the one-time code, and stores it once', async () => {
  browser({})
  const create = vi.fn(async () => ({
    ...credential,
    response: { clientDataJSON: bytes('client'), attestationObject: bytes('device') },
  }))
  Object.assign(navigator.credentials, { create })
  let passkeys = 0
  const { calls } = fakeServer(
    inSession,
    on(GetSigning, () => signing({ hasPin: false, passkeys, passkeyHost: 'edge.example' })),
    on(DraftGrant, () => draft()),
    on(GetPasskeyOptions, () => ({
      challenge: 'Y2hhbGxlbmdl',
      rp: { id: 'edge.example', name: 'Edge' },
      user: { id: 'YWxpY2U', name: 'alice', displayName: 'Alice' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    })),
    on(AddPasskey, () => {
      passkeys = 1
      return null
    }),
    challenge,
  )
  renderPage(<TicketPage taskId="t1" partyId="1001" username="alice" />, { language: 'en', path: '/ticket' })
  await fill(await screen.findByRole('textbox', { name: 'One-time code' }), 'ABCD-EFGH-JKLM')
  await userEvent.click(screen.getByRole('button', { name: 'Create a passkey instead' }))

  expect(await screen.findByText('Passkey saved.')).toBeTruthy()
  expect(create).toHaveBeenCalledOnce()
  expect(calls.find(({ path }) => path === AddPasskey.path)?.input).toMatchObject({
    registration: { id: 'a2V5' },
    proof: { code: 'ABCD-EFGH-JKLM' },
  })
  expect(await screen.findByRole('button', { name: BUTTON.en })).toBeTruthy()
})

test.each([
  ['over plain http', { isSecure: false }, 'en', {}, /only over https/],
  ['over plain http', { isSecure: false }, 'cn', {}, /不是通过 https 打开的/],
  ['by a bare IP address', {}, 'en', { passkeyHost: null }, /opened by its IP address/],
] as const)(
  'opened %s, the page offers no passkey and shows the reason',
  { meta: { spec: 'screens.consent-tickets' } },
  async (_how, of, language, change, why) => {
    const get = browser(of)
    show(language, { ...ofPasskeys, ...change })
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.queryByRole('button', { name: BUTTON[language] })).toBeNull()
    expect(get).not.toHaveBeenCalled()
  },
)

test('tells the user if the browser does not support passkeys', async () => {
  browser({})
  vi.stubGlobal('PublicKeyCredential', undefined)
  show()
  expect(await screen.findByText('This browser does not support passkeys at this address.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: BUTTON.en })).toBeNull()
})

test('does not mention passkeys to a signer who has none', async () => {
  browser({ isSecure: false })
  show('en', {})
  expect(await screen.findByRole('button', { name: 'Sign with PIN' })).toBeTruthy()
  expect(screen.queryByText(/passkey/i)).toBeNull()
})
