import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Proof, SigningAct } from '@tessera/contract'
import {
  AddEdgeMember,
  AddPasskey,
  ChangeEdgeMember,
  DraftGrant,
  GetPasskeyOptions,
  GetSigning,
  ListGrants,
  MakeSigningChallenge,
  OfferRows,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
  SignGrant,
} from '@tessera/contract/wire'
import { afterEach, expect, test } from 'vitest'
import { openDb, run } from '../../db/open.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { person } from '../../testing/fake-platform.ts'
import { loggerInto } from '../../testing/logger.ts'
import { buildWorld, CHEAP, PIN, peopleCsv, taskOf, type World } from '../../testing/world.ts'
import { offerFirstFactors, pepperFile, reportLostPepper, Secrets, seedSigners } from './index.ts'
import { findMember, listMembers } from './queries.ts'

const MINUTE = 60_000
const ORIGIN = 'http://localhost:1'
const SIGNER = { role: 'signer', department: '' } as const
const [alice, dora] = [person('alice'), person('dora')]

let world: World
afterEach(() => world.close())

async function open(options: Parameters<typeof buildWorld>[0] = {}) {
  world = await buildWorld({ signers: ['dora'], ...options })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
}

async function offered(taskId = 'task-1') {
  world.fake.tasks.set(taskId, taskOf(taskId))
  const { tableName } = await world.dataSet(peopleCsv(9), `Cohort ${taskId}`)
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const { planHash, datasetId } = await world.call(DraftGrant, { taskId })
  return { taskId, planHash, datasetId }
}

/** Returns the one-time code that the edge logged at its start. */
const codeOf = (username: string) =>
  world.lines
    .findLast((line) => line.startsWith(`${username} may sign`))
    ?.match(/[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0] as string

const refusedWith = (code: string) => expect.objectContaining({ code })
/** Tries a PIN with a token that is issued now, according to the test's clock. */
async function tryPin(pin: string, as = dora, next = '555555') {
  const iat = Math.floor(world.now().getTime() / 1_000)
  return world.call(SetSigningPin, { pin: next, proof: { pin } }, { token: await world.fake.edgeToken(as, { iat }) })
}

async function passkey(as = dora, proof: Proof = { pin: PIN }, authenticator = new Authenticator('localhost')) {
  const { challenge } = await world.call(GetPasskeyOptions, {}, as)
  const registration = authenticator.register({ origin: ORIGIN, challenge })
  await world.call(AddPasskey, { registration, proof }, as)
  return authenticator
}

/** Returns the response of a passkey for an act, as the page sends it. */
async function proofFor(authenticator: Authenticator, act: SigningAct, as = dora, origin = ORIGIN): Promise<Proof> {
  const { challenge } = await world.call(MakeSigningChallenge, { act }, as)
  return { passkey: authenticator.answer({ origin, challenge }) }
}

test("lets a caller with the platform's signing key and a valid token neither sign nor change anything", {
  meta: { spec: 'screens.consent-tickets', claim: 'data.administrator-signs-ticket' },
}, async () => {
  await open({ firstPin: null })
  const ticket = await offered()
  await world.call(SetSigningPin, { pin: '482913', proof: { code: codeOf('alice') } }, alice)
  // The fake platform uses the platform's key, so the edge accepts any token that it signs.
  for (const as of [alice, dora, person('alice', { role: 'admin', isSuperAdmin: true } as object)]) {
    const token = { token: await world.fake.edgeToken(as) }
    expect((await world.call(GetSigning, {}, token)).isSigner).toBe(true)
    const stranger = new Authenticator('localhost')
    const act = { kind: 'sign', ...ticket } as const
    const { challenge } = await world.call(MakeSigningChallenge, { act }, token)
    const proofs: Proof[] = [
      { pin: '' },
      { pin: '2026' },
      { pin: '202621' },
      { passkey: stranger.answer({ origin: ORIGIN, challenge }) },
      { code: codeOf('alice') } as never,
      {} as never,
    ]
    for (const proof of proofs) {
      await expect(world.call(SignGrant, { ...ticket, proof }, token)).rejects.toThrow()
      await expect(
        world.call(AddEdgeMember, { username: 'eve', displayName: '', ...SIGNER, proof }, token),
      ).rejects.toThrow()
      await expect(world.call(RemoveEdgeMember, { username: 'dora', proof }, token)).rejects.toThrow()
      await expect(world.call(SetSigningPin, { pin: '000000', proof }, token)).rejects.toThrow()
    }
    const options = await world.call(GetPasskeyOptions, {}, token)
    const registration = stranger.register({ origin: ORIGIN, challenge: options.challenge })
    for (const proof of [{ pin: '000000' }, { code: 'AAAA-AAAA-AAAA' }]) {
      await expect(world.call(AddPasskey, { registration, proof }, token)).rejects.toThrow()
    }
  }
  // Guessing the PIN does not help, either: the lock-out comes long before all PINs are tried, and then the edge
  // refuses even the right PIN.
  const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => tryPin(String(482_900 + i), alice)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toEqual([])
  await expect(tryPin('482913', alice)).rejects.toMatchObject({ code: 'signing.pin-locked' })

  expect(await world.call(ListGrants, {})).toEqual([])
  expect(world.decisions('ticket-signed')).toEqual([])
  expect(world.fake.reports.filter(({ kind }) => kind === 'grant')).toEqual([])
  expect(listMembers(world.db).map(({ username }) => username)).toEqual(['alice', 'dora'])
  expect(world.decisions('factor-set')).toHaveLength(1)
})

test("treats another account with the same name as another user once the signer's account is known", async () => {
  await open()
  await world.call(SetSigningPin, { pin: '999999', proof: { pin: PIN } }, dora)
  const other = person('dora', { userId: 'u-another' })
  await expect(world.call(SetSigningPin, { pin: '111111', proof: { pin: '999999' } }, other)).rejects.toMatchObject({
    code: 'signing.not-member',
  })
})

test('sets the first PIN once with the code that was logged at start', async () => {
  await open({ firstPin: null })
  const ticket = await offered()
  await expect(world.call(SignGrant, { ...ticket, proof: { pin: PIN } }, dora)).rejects.toMatchObject({
    code: 'signing.code-needed',
  })
  const code = codeOf('dora')
  await expect(world.call(SetSigningPin, { pin: '471147', proof: { code: codeOf('alice') } }, dora)).rejects.toEqual(
    refusedWith('signing.code-wrong'),
  )
  // Upper or lower case and separators do not matter in a code.
  await world.call(SetSigningPin, { pin: '471147', proof: { code: code.toLowerCase().replaceAll('-', ' ') } }, dora)
  expect(await world.call(GetSigning, {}, dora)).toMatchObject({ isSigner: true, hasPin: true, wrongTries: 0 })
  await expect(world.call(SetSigningPin, { pin: '111111', proof: { code } }, dora)).rejects.toEqual(
    refusedWith('signing.code-wrong'),
  )
  expect((await world.call(SignGrant, { ...ticket, proof: { pin: '471147' } }, dora)).status).toBe('signed')
  expect(world.decisions('ticket-signed').at(-1)?.data).toMatchObject({ userId: 'u-dora', factor: 'pin' })
})

test('at start, voids the codes of the previous start, but not codes that a signer issued', async () => {
  await open({ firstPin: null })
  await world.call(SetSigningPin, { pin: '471147', proof: { code: codeOf('alice') } }, alice)
  const { code } = await world.call(
    AddEdgeMember,
    { username: 'finn', displayName: 'Finn', ...SIGNER, proof: { pin: '471147' } },
    alice,
  )
  const [before, lineCount] = [codeOf('dora'), world.lines.length]
  await offerFirstFactors(
    { ...world.deps.grant, logger: loggerInto(world.lines) },
    {
      firstPin: undefined,
      page: 'p',
    },
  )
  expect(world.lines.slice(lineCount).filter((line) => line.includes('may sign'))).toHaveLength(1)
  await expect(world.call(SetSigningPin, { pin: '111111', proof: { code: before } }, dora)).rejects.toEqual(
    refusedWith('signing.code-wrong'),
  )
  await world.call(SetSigningPin, { pin: '111111', proof: { code: codeOf('dora') } }, dora)
  await world.call(SetSigningPin, { pin: '222222', proof: { code } }, person('finn'))
  expect((await world.call(GetSigning, {})).members).toMatchObject([
    { username: 'alice', addedBy: null, hasPin: true },
    { username: 'dora', addedBy: null, hasPin: true },
    { username: 'finn', addedBy: 'alice', hasPin: true },
  ])
})

test('fills the member list once, from setting and enrolment, and never again', async () => {
  await open({ firstPin: null })
  seedSigners(world.deps.grant, { enroller: { userId: 'u-mallory', username: 'mallory' }, usernames: ['eve'] })
  expect(listMembers(world.db).map(({ username }) => username)).toEqual(['alice', 'dora'])
  expect(world.decisions('member-added')).toHaveLength(2)
})

test('locks for 15 minutes after five wrong attempts and twice as long after five more, even after a restart', async () => {
  await open()
  for (const left of [4, 3, 2, 1, 0]) {
    await expect(tryPin('000000')).rejects.toMatchObject({ code: 'signing.pin-wrong', params: { left } })
  }
  await expect(tryPin(PIN)).rejects.toMatchObject({ code: 'signing.pin-locked', params: { minutes: 15 } })
  const again = openDb(world.dataDir)
  expect(findMember(again, 'dora')).toMatchObject({ wrongTries: 5, lockedUntil: expect.any(String) })
  again.close()
  expect((await world.call(GetSigning, {}, dora)).lockedUntil).toBeInstanceOf(Date)

  world.clock.skewMs = 15 * MINUTE + 1_000
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(tryPin('000000')).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  }
  await expect(tryPin(PIN)).rejects.toMatchObject({ code: 'signing.pin-locked', params: { minutes: 30 } })
  world.clock.skewMs += 30 * MINUTE + 1_000
  await tryPin(PIN)
  expect(findMember(world.db, 'dora')).toMatchObject({ wrongTries: 0, lockedUntil: null })
  world.clock.skewMs = 0
  // The lock applies to one member only; other members can still sign.
  await world.call(SetSigningPin, { pin: '666666', proof: { pin: PIN } }, alice)
})

test('counts each of several concurrent attempts', async () => {
  await open()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => tryPin(String(300_000 + i))))
  const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
  expect(codes.filter((code) => code === 'signing.pin-wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'signing.pin-locked')).toHaveLength(25)
})

test('signs with a passkey exactly the ticket of its challenge, only once, and even while the PIN is locked', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  await open()
  const [ticket, another] = [await offered('task-1'), await offered('task-2')]
  const key = await passkey()
  for (let tries = 0; tries < 6; tries += 1) await tryPin('000000').catch(() => {})

  const act = { kind: 'sign', ...ticket } as const
  const refused = refusedWith('signing.passkey-refused')
  const sign = (proof: Proof, to = ticket, as = dora) => world.call(SignGrant, { ...to, proof }, as)
  await expect(sign(await proofFor(key, act), another)).rejects.toEqual(refused)
  await expect(sign(await proofFor(key, act, dora, 'http://console.example:8080'))).rejects.toEqual(refused)
  await expect(sign(await proofFor(key, { kind: 'set-pin' }))).rejects.toEqual(refused)
  await expect(sign(await proofFor(key, act), ticket, alice)).rejects.toEqual(refused)
  const late = await proofFor(key, act)
  world.clock.skewMs = 5 * MINUTE + 1_000
  await expect(sign(late)).rejects.toEqual(refused)
  world.clock.skewMs = 0
  const proof = await proofFor(key, act)
  expect((await sign(proof)).status).toBe('signed')
  await expect(sign(proof)).rejects.toEqual(refused)
  expect(world.decisions('ticket-signed').map(({ data }) => data.factor)).toEqual(['passkey'])
})

test('lets only an authenticated member create a passkey, which works for that member only', async () => {
  await open()
  const authenticator = new Authenticator('localhost')
  await expect(passkey(dora, { pin: '000000' }, authenticator)).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  await passkey(dora, { pin: PIN }, authenticator)
  await expect(passkey(alice, { pin: PIN }, authenticator)).rejects.toMatchObject({ code: 'signing.passkey-refused' })
  // Responses from another host, without user verification, or for a previous challenge.
  for (const bad of [new Authenticator('evil.example'), new Authenticator('localhost', { isVerifying: false })]) {
    await expect(passkey(dora, { pin: PIN }, bad)).rejects.toMatchObject({ code: 'signing.passkey-refused' })
  }
  // Adding a second passkey needs a PIN or passkey, too. The first passkey is sufficient.
  await passkey(dora, await proofFor(authenticator, { kind: 'add-passkey' }))
  expect(await world.call(GetSigning, {}, dora)).toMatchObject({ passkeys: 2, passkeyHost: 'localhost' })
})

test("offers no passkeys if the edge's host is an IP address, and explains why on the page", async () => {
  await open({ edgeUrl: 'https://192.168.7.5:8081' })
  expect((await world.call(GetSigning, {}, dora)).passkeyHost).toBeNull()
  await expect(world.call(GetPasskeyOptions, {}, dora)).rejects.toMatchObject({ code: 'signing.passkey-address' })
})

test('does not let a removed member sign, whatever was open before, and refuses to remove the last signer', async () => {
  await open()
  const ticket = await offered()
  const key = await passkey()
  const open1 = await proofFor(key, { kind: 'sign', ...ticket })
  await expect(
    world.call(RemoveEdgeMember, { username: 'dora', proof: { pin: '000000' } }, alice),
  ).rejects.toMatchObject({
    code: 'signing.pin-wrong',
  })
  await world.call(RemoveEdgeMember, { username: 'dora', proof: { pin: PIN } }, alice)
  await expect(world.call(SignGrant, { ...ticket, proof: open1 }, dora)).rejects.toMatchObject({
    code: 'grant.not-signer',
    params: { signers: 'alice' },
  })
  // A member who is added again has no PIN and no passkeys.
  await world.call(AddEdgeMember, { username: 'dora', displayName: '', ...SIGNER, proof: { pin: PIN } }, alice)
  await expect(world.call(SignGrant, { ...ticket, proof: open1 }, dora)).rejects.toMatchObject({
    code: 'signing.passkey-refused',
  })
  // The remaining members have no PIN or passkey yet, so they could not sign.
  await expect(world.call(RemoveEdgeMember, { username: 'alice', proof: { pin: PIN } }, alice)).rejects.toMatchObject({
    code: 'signing.last-signer',
  })
  expect(world.decisions('member-removed').map(({ data }) => data)).toMatchObject([{ username: 'dora', by: 'alice' }])
})

test('lets a member who is not a signer read the member list but not change it', async () => {
  await open()
  const bob = person('bob', { role: 'admin' })
  expect(await world.call(GetSigning, {}, bob)).toMatchObject({ isMember: false, isSigner: false, hasPin: false })
  const proof = { pin: PIN }
  const refused = refusedWith('grant.not-signer')
  await expect(world.call(AddEdgeMember, { username: 'bob', displayName: '', ...SIGNER, proof }, bob)).rejects.toEqual(
    refused,
  )
  const stranger = refusedWith('signing.not-member')
  await expect(world.call(SetSigningPin, { pin: '111111', proof }, bob)).rejects.toEqual(stranger)
  await expect(world.call(MakeSigningChallenge, { act: { kind: 'set-pin' } }, bob)).rejects.toEqual(stranger)
})

test('lets a reader set their own PIN with the code, but not sign or change anything else', {
  meta: { claim: 'sessions.reader-signs' },
}, async () => {
  await open()
  const ticket = await offered()
  const [erin, place] = [person('erin'), { role: 'reader', department: 'A01' } as const]
  const request = { username: 'erin', displayName: 'Erin', ...place, proof: { pin: PIN } }
  const { code } = await world.call(AddEdgeMember, request, dora)
  await expect(world.call(AddEdgeMember, request, dora)).rejects.toEqual(refusedWith('signing.already-member'))
  await world.call(SetSigningPin, { pin: '471147', proof: { code } }, erin)
  await passkey(erin, { pin: '471147' })
  expect(await world.call(GetSigning, {}, erin)).toMatchObject({
    isMember: true,
    isSigner: false,
    hasPin: true,
    passkeys: 1,
  })

  const [proof, refused] = [{ pin: '471147' }, refusedWith('grant.not-signer')]
  const acts = [
    () => world.call(SignGrant, { ...ticket, proof }, erin),
    () => world.call(AddEdgeMember, { ...request, username: 'eve', proof }, erin),
    () => world.call(ChangeEdgeMember, { username: 'erin', ...SIGNER, proof }, erin),
    () => world.call(ResetEdgeMember, { username: 'dora', proof }, erin),
    () => world.call(RemoveEdgeMember, { username: 'dora', proof }, erin),
  ]
  for (const act of acts) await expect(act()).rejects.toEqual(refused)

  await world.call(ChangeEdgeMember, { username: 'erin', ...SIGNER, proof: { pin: PIN } }, dora)
  expect((await world.call(SignGrant, { ...ticket, proof }, erin)).status).toBe('signed')
  expect(world.decisions('member-changed').map(({ data }) => data)).toMatchObject([
    { username: 'erin', role: 'signer', by: 'dora', factor: 'pin' },
  ])
})

test('lets a signer give a new code to a member who lost PIN and passkeys, and voids the lost ones', {
  meta: { claim: 'sessions.lost-credential' },
}, async () => {
  await open()
  const ticket = await offered()
  const key = await passkey()
  const lost = await proofFor(key, { kind: 'sign', ...ticket })
  const { code } = await world.call(ResetEdgeMember, { username: 'dora', proof: { pin: PIN } }, alice)
  await expect(world.call(SignGrant, { ...ticket, proof: { pin: PIN } }, dora)).rejects.toEqual(
    refusedWith('signing.code-needed'),
  )
  await expect(world.call(SignGrant, { ...ticket, proof: lost }, dora)).rejects.toEqual(
    refusedWith('signing.passkey-refused'),
  )
  await expect(world.call(ResetEdgeMember, { username: 'alice', proof: { pin: PIN } }, alice)).rejects.toEqual(
    refusedWith('signing.last-signer'),
  )
  await world.call(SetSigningPin, { pin: '471147', proof: { code } }, dora)
  expect((await world.call(SignGrant, { ...ticket, proof: { pin: '471147' } }, dora)).status).toBe('signed')
  expect(world.decisions('factor-reset').map(({ data }) => data)).toMatchObject([{ username: 'dora', by: 'alice' }])
})

test("does not let pages of the platform try PINs in a member's browser, either to sign or to withdraw", async () => {
  await open()
  const ticket = await offered()
  const token = await world.fake.edgeToken(dora)
  const from = (origin: string, url: string, what: object) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { 'x-access-token': token, origin, 'accept-language': 'en' },
      payload: { ...what, proof: { pin: PIN } },
    })
  const { consoleOrigin } = world.fake
  expect((await from(consoleOrigin, '/grants', ticket)).json()).toMatchObject({ error: 'signing.own-page-only' })
  expect(world.decisions('ticket-signed')).toEqual([])
  const { result } = (await from(ORIGIN, '/grants', ticket)).json()
  const back = `/grants/${result.id}/withdraw`
  expect((await from(consoleOrigin, back, {})).json()).toMatchObject({ error: 'signing.own-page-only' })
  expect(world.decisions('ticket-withdrawn')).toEqual([])
  expect((await from(ORIGIN, back, {})).json()).toMatchObject({ result: { id: result.id } })
  expect(world.decisions('ticket-withdrawn').at(-1)?.data).toMatchObject({ factor: 'pin' })
})

test('writes no PIN or code to the log or the database', async () => {
  await open({ firstPin: null })
  const code = codeOf('dora')
  await world.call(SetSigningPin, { pin: 'correct horse', proof: { code } }, dora)
  await tryPin('battery staple').catch(() => {})
  run(world.db, 'pragma wal_checkpoint(truncate)')
  const books = readFileSync(`${world.dataDir}/edge.sqlite`, 'latin1')
  for (const secret of ['correct horse', 'battery staple', code, code.replaceAll('-', '')]) {
    expect(JSON.stringify(world.decisions())).not.toContain(secret)
    expect(books).not.toContain(secret)
  }
  expect(world.decisions('factor-refused').at(-1)?.data).toMatchObject({ username: 'dora', by: 'pin' })
})

/** The database as stored on disk, with its write-ahead log. */
const booksOnDisk = () =>
  ['edge.sqlite', 'edge.sqlite-wal']
    .map((name) => `${world.dataDir}/${name}`)
    .filter(existsSync)
    .map((file) => readFileSync(file, 'latin1'))
    .join('')

test("leaves no trace of the previous PIN's hash on disk after the PIN is changed", {
  meta: { spec: 'roles.pin-storage' },
}, async () => {
  await open()
  await tryPin(PIN, dora, '471147')
  const previous = findMember(world.db, 'dora')?.pinHash ?? 'none'
  await tryPin('471147', dora, '582258')
  expect(booksOnDisk()).not.toContain(previous)
})

test('verifies no PIN without the pepper: the error names the remedy, passkeys still work, and a new code creates a new pepper', {
  meta: { spec: 'roles.pin-storage' },
}, async () => {
  await open()
  const key = await passkey(alice)
  rmSync(pepperFile(world.dataDir))
  // Simulates a restart of the edge.
  world.deps.grant.secrets = new Secrets(world.dataDir, CHEAP)
  for (const pin of [PIN, '000000']) {
    await expect(tryPin(pin)).rejects.toMatchObject({ code: 'signing.pepper-lost', params: { username: 'dora' } })
  }
  expect(findMember(world.db, 'dora')).toMatchObject({ wrongTries: 0 })
  const lines: string[] = []
  reportLostPepper({ ...world.deps.grant, logger: loggerInto(lines) })
  expect(lines).toEqual([expect.stringMatching(/alice, dora.*keys\/pin-pepper.*tessera signer reset/)])

  const remove = { kind: 'remove-member', username: 'dora' } as const
  await world.call(RemoveEdgeMember, { username: 'dora', proof: await proofFor(key, remove, alice) }, alice)
  const add = { kind: 'add-member', username: 'dora', ...SIGNER } as const
  const proof = await proofFor(key, add, alice)
  const { code } = await world.call(AddEdgeMember, { username: 'dora', displayName: '', ...SIGNER, proof }, alice)
  await world.call(SetSigningPin, { pin: '471147', proof: { code } }, dora)
  await tryPin('471147')
  // The new pepper does not make the PINs of other members valid again.
  await expect(tryPin(PIN, alice)).rejects.toMatchObject({ code: 'signing.pepper-lost' })
})
