import { EDGE_SESSION, PROOF_HEADER, PROOF_SECONDS, type Proof } from '@tessera/contract'
import {
  AddEdgeMember,
  AddPasskey,
  ChangeEdgeMember,
  EndEdgeSession,
  GetEdgeSession,
  GetPasskeyOptions,
  ListRemoved,
  ListRows,
  MakeSessionChallenge,
  OpenEdgeSession,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
  ShareEdgeSession,
} from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../db/open.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, peopleCsv, until, type World } from '../../testing/world.ts'
import { Refusals } from './pin-attempts.ts'
import { findMember, listPasskeys } from './queries.ts'

const MINUTE = 60_000
const ORIGIN = 'http://localhost:1'
/** Path of a route that only signers with a session may call. */
const SIGNERS_PATH = ListRemoved.path
const proof: Proof = { pin: PIN }

let world: World
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora', 'carl'] })
})
afterAll(() => world.close())

const own = (browser: Browser) => world.call(GetEdgeSession, {}, browser)
const get = (headers: object, url = SIGNERS_PATH) => world.app.inject({ method: 'GET', url, headers: headers as never })
const errorOf = async (headers: object, url = SIGNERS_PATH) => (await get(headers, url)).json().error
/** Returns the error code, and the check in which the proof failed. */
const refusalOf = async (headers: Record<string, string>) => {
  const { error, params } = (await get(headers)).json()
  return params?.proofCheck ? `${error} ${params.proofCheck}` : error
}
const ended = () => world.decisions('session-ended').at(-1)?.data
let count = 0
/** Creates a member with the PIN that all tests share. */
async function joined(role: 'reader' | 'signer' = 'reader', department = '') {
  const username = `m${++count}`
  const { code } = await world.call(
    AddEdgeMember,
    { username, displayName: '', role, department, proof },
    person('dora'),
  )
  await world.call(SetSigningPin, { pin: PIN, proof: { code } }, person(username))
  return username
}
async function later(minutes: number, what: () => Promise<unknown>) {
  world.clock.skewMs += minutes * MINUTE
  await what()
}

test('opens a session with the PIN and without the platform, logs it, and ends it at log-out', {
  meta: { spec: ['roles.edge-token-log', 'roles.edge-member-list'] },
}, async () => {
  const browser = await world.openSession('dora')
  expect(await own(browser)).toMatchObject({ username: 'dora', role: 'signer' })
  const { sessionId } = world.decisions('session-opened').at(-1)?.data ?? {}
  expect(world.decisions('session-opened').at(-1)?.data).toEqual({ sessionId, username: 'dora', factor: 'pin' })
  await world.call(EndEdgeSession, {}, browser)
  expect(ended()).toEqual({ sessionId, username: 'dora', because: 'logged-out' })
  expect(await own(browser)).toBeNull()
})

test('opens no session with a wrong PIN, and counts the attempt like any other', async () => {
  const browser = new Browser()
  const open = (username: string, pin: string) => world.call(OpenEdgeSession, { username, proof: { pin } }, browser)
  await expect(open('carl', '000000')).rejects.toMatchObject({ code: 'signing.pin-wrong', params: { left: 4 } })
  await expect(open('nobody', PIN)).rejects.toMatchObject({ code: 'edge.session-unknown' })
  expect(await own(browser)).toBeNull()
})

test('locks only log-in after wrong PINs at log-in, and logs each attempt once', {
  meta: { claim: 'sessions.pin-lockout-flooding' },
}, async () => {
  const username = await joined()
  const refusals = () => world.decisions('factor-refused').filter(({ data }) => data.username === username)
  const tryDoor = (pin: string) => world.call(OpenEdgeSession, { username, proof: { pin } }, new Browser())
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(tryDoor('000000')).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  }
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(tryDoor(PIN)).rejects.toMatchObject({ code: 'signing.pin-locked' })
  }
  expect(refusals()).toHaveLength(5)
  await world.call(SetSigningPin, { pin: '555555', proof }, person(username))
  await tryDoor('555555')
})

test('logs refused log-ins that do not count as attempts only once per period, however many there are', {
  meta: { claim: 'sessions.pin-lockout-flooding' },
}, async () => {
  const username = `m${++count}`
  await world.call(AddEdgeMember, { username, displayName: '', role: 'reader', department: '', proof }, person('dora'))
  const refused = () =>
    world.decisions('factor-refused').flatMap(({ data }) => (data.username === username ? data.code : []))
  const tryDoor = (shown: Proof) => world.call(OpenEdgeSession, { username, proof: shown }, new Browser())
  const device = new Authenticator('localhost')
  device.register({ origin: ORIGIN, challenge: 'none' })
  const tries: [Proof, string][] = [
    [{ pin: PIN }, 'signing.code-needed'],
    [{ passkey: device.answer({ origin: ORIGIN, challenge: 'none' }) }, 'signing.passkey-refused'],
  ]
  const tryBoth = async () => {
    for (const [shown, code] of tries) await expect(tryDoor(shown)).rejects.toMatchObject({ code })
  }
  for (let time = 0; time < 7; time += 1) await tryBoth()
  expect(refused()).toEqual(['signing.code-needed', 'signing.passkey-refused'])
  // After 15 minutes, the refusal is logged again.
  let time = 0
  const refusals = new Refusals(() => new Date(time))
  const isNews = () => refusals.isNews(username, 'signing.code-needed')
  expect([isNews(), isNews()]).toEqual([true, false])
  time = 15 * MINUTE
  expect(isNews()).toBe(true)
})

test("opens a session with a passkey only for the key that requested the passkey's challenge", {
  meta: { claim: 'sessions.passkey-other-key' },
}, async () => {
  const [username, key] = [await joined(), new Authenticator('localhost')]
  const { challenge } = await world.call(GetPasskeyOptions, {}, person(username))
  const registration = key.register({ origin: ORIGIN, challenge })
  await world.call(AddPasskey, { registration, proof }, person(username))
  const [browser, other] = [new Browser(), new Browser()]
  const openingInput = async () => {
    const options = await world.call(MakeSessionChallenge, { username }, browser)
    return { username, proof: { passkey: key.answer({ origin: ORIGIN, challenge: options.challenge }) } }
  }
  await expect(world.call(OpenEdgeSession, await openingInput(), other)).rejects.toMatchObject({
    code: 'signing.passkey-refused',
  })
  await world.call(OpenEdgeSession, await openingInput(), browser)
  expect(await own(browser)).toMatchObject({ username, role: 'reader' })
  expect(world.decisions('session-opened').at(-1)?.data).toMatchObject({ username, factor: 'passkey' })
})

test("does not accept a token signed with the platform's key as a session", {
  meta: { claim: 'sessions.minted-token' },
}, async () => {
  await world.openSession('dora')
  for (const claims of [person('dora'), person('dora', { role: 'admin', isSuperAdmin: true } as object)]) {
    const headers = { 'x-access-token': await world.fake.edgeToken(claims) }
    expect(await errorOf(headers)).toBe('edge.session-required')
    expect((await get(headers, GetEdgeSession.path)).json().result).toBeNull()
  }
  expect(await errorOf({})).toBe('edge.session-required')
})

test.each([
  ['the key of another browser', async () => new Browser().headers('GET', SIGNERS_PATH), 'edge.session-required'],
  [
    'another key that claims to be the right one',
    async (browser: Browser) => ({
      [PROOF_HEADER]: await new Browser().proof('GET', SIGNERS_PATH, { jwk: await browser.publicKey() }),
    }),
    'edge.proof-refused signature',
  ],
  [
    'a proof of another call',
    async (browser: Browser) => browser.headers('GET', GetEdgeSession.path),
    'edge.proof-refused address',
  ],
  [
    'a proof of another method',
    async (browser: Browser) => browser.headers('POST', SIGNERS_PATH),
    'edge.proof-refused address',
  ],
  [
    'a proof that is too old',
    async (browser: Browser) => ({
      [PROOF_HEADER]: await browser.proof('GET', SIGNERS_PATH, {
        iat: Math.floor(Date.now() / 1_000) - PROOF_SECONDS - 5,
      }),
    }),
    'edge.proof-refused clock',
  ],
  [
    'a proof from the future',
    async (browser: Browser) => ({
      [PROOF_HEADER]: await browser.proof('GET', SIGNERS_PATH, {
        iat: Math.floor(Date.now() / 1_000) + PROOF_SECONDS + 5,
      }),
    }),
    'edge.proof-refused clock',
  ],
  ['nonsense', async () => ({ [PROOF_HEADER]: 'abc.def.ghi' }), 'edge.proof-refused signature'],
])('refuses to use a session with %s', { meta: { claim: 'sessions.misused-proof' } }, async (_what, headers, code) => {
  const browser = await world.openSession('dora')
  expect(await refusalOf(await headers(browser))).toBe(code)
  expect(await own(browser)).toMatchObject({ username: 'dora' })
})

test.each([
  ['another body', { payload: { proof: 'of another frame' } }],
  ['no body', {}],
])(
  'refuses a proof that was made for one body if the request has %s',
  { meta: { claim: 'data.altered-request-body' } },
  async (_what, sent) => {
    const browser = await world.openSession('dora')
    const headers = await browser.headers('POST', ShareEdgeSession.path, { proof: 'of this frame' })
    const answer = await world.app.inject({ method: 'POST', url: ShareEdgeSession.path, headers, ...sent })
    expect(answer.json()).toMatchObject({ error: 'edge.proof-refused', params: { proofCheck: 'body' } })
    const bare = await browser.headers('POST', ShareEdgeSession.path)
    const added = { method: 'POST', url: ShareEdgeSession.path, headers: bare, payload: { proof: 'added' } } as const
    expect((await world.app.inject(added)).json().error).toBe('edge.proof-refused')
    expect(await own(browser)).toMatchObject({ username: 'dora' })
  },
)

test('accepts the proof for a form only if the form was not changed', async () => {
  const browser = await world.openSession('dora')
  const send = async (sent: string, proved = sent) => {
    const headers = {
      ...(await browser.headers('POST', EndEdgeSession.path, proved)),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const call = { method: 'POST', url: EndEdgeSession.path, headers, payload: sent } as const
    return (await world.app.inject(call)).json().error
  }
  expect(await send('a=1&b=%20', 'a=1&b=+')).toBe('edge.proof-refused')
  expect(await send('a=1&b=%20')).toBeUndefined()
})

test.each([
  ['en', 'the clocks of this device and of the edge differ'],
  ['cn', '本设备与数据节点的时钟相差'],
])('says in the error which check of a proof failed (%s)', async (language, text) => {
  const browser = await world.openSession('dora')
  const iat = Math.floor(Date.now() / 1_000) - PROOF_SECONDS - 5
  const headers = { [PROOF_HEADER]: await browser.proof('GET', SIGNERS_PATH, { iat }), 'accept-language': language }
  expect((await get(headers)).json().message).toContain(text)
})

test('accepts each proof only once', { meta: { claim: 'sessions.replayed-request' } }, async () => {
  const browser = await world.openSession('dora')
  const headers = await browser.headers('GET', SIGNERS_PATH)
  expect((await get(headers)).json().success).toBe(true)
  expect(await refusalOf(headers)).toBe('edge.proof-refused used')
})

test('refuses a proof of an earlier session in the next session with the same key', {
  meta: { claim: 'sessions.replay-after-new-session' },
}, async () => {
  const browser = await world.openSession('dora')
  try {
    const headers = await browser.headers('GET', SIGNERS_PATH)
    expect((await get(headers)).json().success).toBe(true)
    world.clock.skewMs += 2_000
    await world.openSession('dora', PIN, browser)
    expect(await refusalOf(headers)).toBe('edge.proof-refused used')
    expect(await own(browser)).toMatchObject({ username: 'dora' })
  } finally {
    world.clock.skewMs = 0
  }
})

test("lets only the edge's own pages use or open a session", {
  meta: { claim: 'sessions.console-uses-session' },
}, async () => {
  const browser = await world.openSession('dora')
  const from = async (origin: string) => errorOf({ ...(await browser.headers('GET', SIGNERS_PATH)), origin })
  expect(await from(world.fake.consoleOrigin)).toBe('signing.own-page-only')
  expect(await from(ORIGIN)).toBeUndefined()
  const payload = { username: 'dora', proof }
  const opened = await world.app.inject({
    method: 'POST',
    url: OpenEdgeSession.path,
    payload,
    headers: {
      ...(await new Browser().headers('POST', OpenEdgeSession.path, payload)),
      origin: world.fake.consoleOrigin,
    },
  })
  expect(opened.json().error).toBe('signing.own-page-only')
  // Browsers also prevent a page of the console from sending a proof.
  const call = { origin: world.fake.consoleOrigin, 'access-control-request-method': 'GET' }
  const preflight = await world.app.inject({ method: 'OPTIONS', url: SIGNERS_PATH, headers: call })
  expect(preflight.headers['access-control-allow-headers']).not.toContain(PROOF_HEADER)
})

test('ends a session after 30 minutes without use or 12 hours in total, and logs the reason', {
  meta: { claim: 'sessions.unattended-machine' },
}, async () => {
  const [idle, used] = [await world.openSession('carl'), await world.openSession('dora')]
  try {
    await later(EDGE_SESSION.idleMinutes - 1, () => own(used))
    await later(2, () => own(used))
    expect(ended()).toMatchObject({ username: 'carl', because: 'idle' })
    expect(await own(idle)).toBeNull()
    const rest = EDGE_SESSION.hours * 60 - (EDGE_SESSION.idleMinutes + 1) - 1
    for (let minutes = 0; minutes + 20 <= rest; minutes += 20) await later(20, () => own(used))
    await later((rest % 20) + 1.1, async () => expect(await own(used)).toBeNull())
    expect(ended()).toMatchObject({ username: 'dora', because: 'over' })
  } finally {
    world.clock.skewMs = 0
  }
})

test('ends all sessions of a member at once when the member is removed or reset', {
  meta: { claim: 'sessions.removed-member' },
}, async () => {
  for (const [endpoint, because] of [
    [ResetEdgeMember, 'reset'],
    [RemoveEdgeMember, 'removed'],
  ] as const) {
    const username = await joined()
    const browser = await world.openSession(username)
    await world.call(endpoint, { username, proof }, person('dora'))
    expect(await own(browser)).toBeNull()
    expect(ended()).toMatchObject({ username, because })
  }
})

test("after a new PIN, ends the member's other sessions, but no sessions of other members", {
  meta: { claim: 'sessions.changed-pin' },
}, async () => {
  const username = await joined()
  const [here, there, other] = [
    await world.openSession(username),
    await world.openSession(username),
    await world.openSession('dora'),
  ]
  await world.call(SetSigningPin, { pin: '555555', proof }, here)
  expect(await own(there)).toBeNull()
  expect(ended()).toMatchObject({ username, because: 'pin-changed' })
  expect(await own(here)).toMatchObject({ username })
  expect(await own(other)).toMatchObject({ username: 'dora' })
  await world.call(SetSigningPin, { pin: PIN, proof: { pin: '555555' } }, person(username))
  expect(await own(here)).toBeNull()
})

test('does not let a log-in run before a reset that was requested earlier', {
  meta: { claim: 'sessions.removal-race' },
}, async () => {
  const username = await joined()
  const browsers = Array.from({ length: 4 }, () => new Browser())
  const open = (browser: Browser) => world.call(OpenEdgeSession, { username, proof }, browser)
  await Promise.allSettled([
    world.call(ResetEdgeMember, { username, proof }, person('dora')),
    ...browsers.map((browser) => open(browser)),
  ])
  expect(await Promise.all(browsers.map((browser) => own(browser)))).toEqual([null, null, null, null])
})

test('ends all sessions and opens none while the platform has revoked this edge', {
  meta: { claim: 'sessions.revoked-edge' },
}, async () => {
  const browser = await world.openSession('dora')
  await world.connect()
  world.fake.shutOut('edge.revoked')
  await until(() => world.link.shutOut !== null)
  expect(await errorOf(await browser.headers('GET', SIGNERS_PATH))).toBe('edge.revoked')
  await expect(world.openSession('carl')).rejects.toMatchObject({ code: 'edge.revoked' })
  world.fake.shutOut(null)
  await until(() => world.link.shutOut === null)
  expect(await own(browser)).toMatchObject({ username: 'dora' })
})

test("gives a reader's session no signer rights until a signer makes the reader a signer", {
  meta: { claim: 'sessions.reader-opens-signer-pages' },
}, async () => {
  const username = await joined()
  const browser = await world.openSession(username)
  await expect(world.call(ListRemoved, {}, browser)).rejects.toMatchObject({ code: 'grant.not-signer' })
  const act = { username, role: 'signer', department: '', proof } as const
  await expect(world.call(ChangeEdgeMember, act, browser)).rejects.toMatchObject({ code: 'grant.not-signer' })
  await world.call(ChangeEdgeMember, act, person('dora'))
  expect(await world.call(ListRemoved, {}, browser)).toEqual([])
})

test("shows rows in a session according to the edge's member list, not to the claims of a token", {
  meta: { spec: 'roles.edge-member-list', claim: 'sessions.claimed-role' },
}, async () => {
  const of = person('olga', { orgCode: 'A01' })
  const { tableName } = await world.dataSet(peopleCsv(9), 'Of a department', of, { sharing: 'department' })
  const rows = (browser: Browser) => world.call(ListRows, { tableName }, browser)
  const [inside, outside] = [await joined('reader', 'A01'), await joined('reader', 'B01')]
  expect((await rows(await world.openSession(inside))).total).toBe(9)
  expect(world.decisions('read').at(-1)?.data).toMatchObject({
    userId: `u-${inside}`,
    sessionId: world.decisions('session-opened').at(-1)?.data.sessionId,
  })
  const browser = await world.openSession(outside)
  await expect(rows(browser)).rejects.toMatchObject({ code: 'dataset.not-allowed' })
  // A token with the right department that is sent in addition does not change that.
  const url = `${ListRows.path}?tableName=${tableName}`
  const token = await world.fake.edgeToken(person(outside, { orgCode: 'A01', role: 'admin' }))
  expect(await errorOf({ ...(await browser.headers('GET', url)), 'x-access-token': token }, url)).toBe(
    'dataset.not-allowed',
  )
})

test('binds a member to the platform user with whom the member first comes from the console', {
  meta: { claim: 'sessions.member-impersonation' },
}, async () => {
  const browser = new Browser()
  expect(findMember(world.db, 'carl')?.userId).toBeNull()
  const open = async (claims: object) => {
    const payload = { username: 'carl', proof }
    const headers = {
      ...(await browser.headers('POST', OpenEdgeSession.path, payload)),
      'x-access-token': await world.fake.edgeToken(claims),
    }
    await world.app.inject({ method: 'POST', url: OpenEdgeSession.path, headers, payload })
  }
  // The member cannot be bound to another member's user, and not under another name.
  await open(person('carl', { userId: 'u-alice' }))
  await open(person('mallory'))
  expect(findMember(world.db, 'carl')?.userId).toBeNull()
  await open(person('carl'))
  expect(findMember(world.db, 'carl')?.userId).toBe('u-carl')
})

test("does not change a member's user when a session sets a PIN or passkey, and lets no token rename a member", {
  meta: { claim: 'sessions.token-renames-member' },
}, async () => {
  const { code } = await world.call(
    AddEdgeMember,
    { username: 'nora', displayName: 'Nora', role: 'reader', department: '', proof },
    person('dora'),
  )
  await world.call(SetSigningPin, { pin: PIN, proof: { code } }, person('nora', { displayName: 'Somebody Else' }))
  expect(findMember(world.db, 'nora')).toMatchObject({ userId: 'u-nora', displayName: 'Nora', codeHash: null })
  // Simulates a member who never used the console.
  run(world.db, "update members set user_id = null where username = 'nora'")
  const [browser, key] = [await world.openSession('nora'), new Authenticator('localhost')]
  const { challenge } = await world.call(GetPasskeyOptions, {}, browser)
  await world.call(AddPasskey, { registration: key.register({ origin: ORIGIN, challenge }), proof }, browser)
  await world.call(SetSigningPin, { pin: '555555', proof }, browser)
  expect(findMember(world.db, 'nora')).toMatchObject({ userId: null, displayName: 'Nora' })
  expect(listPasskeys(world.db, 'nora')).toHaveLength(1)
})

test('ends a session at the first call with the console token of another user, and returns no data', {
  meta: { claim: 'sessions.shared-browser' },
}, async () => {
  const { tableName } = await world.dataSet(peopleCsv(9), 'Not for the next user')
  const url = `${ListRows.path}?tableName=${tableName}`
  const beside = async (browser: Browser, claims: object) => ({
    ...(await browser.headers('GET', url)),
    'x-access-token': await world.fake.edgeToken(claims),
  })
  const [username, other] = [await joined(), await joined()]
  for (const claims of [person(other), person('stranger'), person(username, { userId: 'u-of-another-account' })]) {
    const browser = await world.openSession(username)
    expect((await get(await beside(browser, person(username)), url)).json().success).toBe(true)
    expect(await errorOf(await beside(browser, claims), url)).toBe('edge.session-required')
    expect(ended()).toMatchObject({ username, because: 'another-user' })
    expect(await own(browser)).toBeNull()
  }
  // An invalid token does not end the session.
  const browser = await world.openSession(username)
  const headers = { ...(await browser.headers('GET', url)), 'x-access-token': 'abc.def.ghi' }
  expect((await get(headers, url)).json().success).toBe(true)
})

test('refuses to open a session beside the console of another user, and explains why', async () => {
  const [username, other] = [await joined(), await joined()]
  const open = async (claims: object, as: string) => {
    const browser = new Browser()
    const payload = { username: as, proof }
    const headers = {
      ...(await browser.headers('POST', OpenEdgeSession.path, payload)),
      'x-access-token': await world.fake.edgeToken(claims),
    }
    return (await world.app.inject({ method: 'POST', url: OpenEdgeSession.path, headers, payload })).json()
  }
  expect(await open(person(other), username)).toMatchObject({
    error: 'edge.session-another-user',
    params: { username, user: other },
  })
  expect((await open(person('stranger'), username)).error).toBe('edge.session-another-user')
  expect((await open(person(username), username)).success).toBe(true)
})

/** Opens a session with the keys of an edge page and of a console frame in the same browser. */
async function inBoth(username: string) {
  const [page, frame] = [await world.openSession(username), new Browser(world.now)]
  await share(page, frame)
  return { page, frame }
}
const share = async (page: Browser, frame: Browser) =>
  world.call(ShareEdgeSession, { proof: await frame.proof('POST', ShareEdgeSession.path) }, page)

test('opens one session for page and frame with one PIN or passkey, and logs it once', async () => {
  const username = await joined('signer')
  const { page, frame } = await inBoth(username)
  const opened = world.decisions('session-opened').at(-1)?.data
  expect(opened).toMatchObject({ username, factor: 'pin' })
  expect(world.decisions('session-shared').at(-1)?.data).toEqual({ sessionId: opened?.sessionId, username })
  expect(await own(frame)).toMatchObject({ username, role: 'signer' })
  expect(await own(frame)).toEqual(await own(page))
})

const OTHERS_TOKEN = () => world.fake.edgeToken(person('stranger'))
test.each<
  [string, (both: { username: string; page: Browser; frame: Browser }) => Promise<unknown>, again?: 'page' | 'frame']
>([
  ['logged-out', ({ frame }) => world.call(EndEdgeSession, {}, frame)],
  ['removed', ({ username }) => world.call(RemoveEdgeMember, { username, proof }, person('dora'))],
  [
    'another-user',
    async ({ frame }) => get({ ...(await frame.headers('GET', SIGNERS_PATH)), 'x-access-token': await OTHERS_TOKEN() }),
  ],
  ['opened-again', ({ username, page }) => world.openSession(username, PIN, page), 'page'],
  ['opened-again', async ({ frame }) => share(await world.openSession('dora'), frame), 'frame'],
])(
  'ends a session of page and frame for both when it is ended in one of them (%s)',
  { meta: { claim: 'sessions.frame-and-page-logout' } },
  async (because, end, again) => {
    const username = await joined()
    const { page, frame } = await inBoth(username)
    const { sessionId } = world.decisions('session-shared').at(-1)?.data ?? {}
    await end({ username, page, frame })
    const endings = world.decisions('session-ended').filter(({ data }) => data.sessionId === sessionId)
    expect(endings.map(({ data }) => data.because)).toEqual([because])
    const isIn = { page: (await own(page)) !== null, frame: (await own(frame)) !== null }
    expect(isIn).toEqual({ page: again === 'page', frame: again === 'frame' })
  },
)

test('keeps a session of page and frame open while either is used, for at most twelve hours', {
  meta: { claim: 'sessions.frame-and-page-logout' },
}, async () => {
  const { page, frame } = await inBoth(await joined())
  try {
    await later(20, () => own(frame))
    await later(20, async () => expect(await own(page)).not.toBeNull())
    for (let minutes = 40; minutes + 20 < EDGE_SESSION.hours * 60; minutes += 20) await later(20, () => own(frame))
    await later(20, async () => expect(await own(page)).toBeNull())
    expect(ended()).toMatchObject({ because: 'over' })
  } finally {
    world.clock.skewMs = 0
  }
})

test.each<[string, (frame: Browser, page: Browser) => Promise<string>]>([
  ['of another call', (frame) => frame.proof('POST', EndEdgeSession.path)],
  ['of another method', (frame) => frame.proof('GET', ShareEdgeSession.path)],
  [
    'that is too old',
    (frame) => frame.proof('POST', ShareEdgeSession.path, { iat: Math.floor(Date.now() / 1_000) - PROOF_SECONDS - 5 }),
  ],
  [
    'signed with another key in its name',
    async (frame) => new Browser().proof('POST', ShareEdgeSession.path, { jwk: await frame.publicKey() }),
  ],
  [
    'that was used already',
    async (frame, page) => {
      const used = await frame.proof('POST', ShareEdgeSession.path)
      await world.call(ShareEdgeSession, { proof: used }, page)
      return used
    },
  ],
  ['that is malformed', async () => 'abc.def.ghi'],
])(
  'refuses to add a frame to a session with a proof %s',
  { meta: { claim: 'row-access.foreign-session-key' } },
  async (_what, made) => {
    const [page, frame] = [await world.openSession('dora'), new Browser(world.now)]
    const shared = await made(frame, page)
    const before = world.decisions('session-shared').length
    await expect(world.call(ShareEdgeSession, { proof: shared }, page)).rejects.toMatchObject({
      code: 'edge.proof-refused',
    })
    expect(world.decisions('session-shared')).toHaveLength(before)
  },
)

test('lets an edge page with a session add a frame, but not a caller with a token or a page of the console', {
  meta: { claim: 'row-access.foreign-session-key' },
}, async () => {
  const frame = new Browser(world.now)
  const payload = { proof: await frame.proof('POST', ShareEdgeSession.path) }
  const ask = async (headers: object) => {
    const call = { method: 'POST', url: ShareEdgeSession.path, headers: headers as never, payload } as const
    return (await world.app.inject(call)).json().error
  }
  const token = await world.fake.edgeToken(person('dora'))
  expect(await ask({ 'x-access-token': token })).toBe('edge.session-required')
  expect(await ask(await new Browser(world.now).headers('POST', ShareEdgeSession.path, payload))).toBe(
    'edge.session-required',
  )
  const page = await world.openSession('dora')
  const headers = await page.headers('POST', ShareEdgeSession.path, payload)
  expect(await ask({ ...headers, origin: world.fake.consoleOrigin })).toBe('signing.own-page-only')
  expect(await own(frame)).toBeNull()
})
