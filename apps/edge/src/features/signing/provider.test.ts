import { EDGE_SESSION, PROVIDER_LOGIN_MINUTES, type Proof } from '@tessera/contract'
import {
  AddEdgeMember,
  BeginProviderSession,
  ChangeEdgeMember,
  GetEdgeSession,
  GetSessionProvider,
  GetSigning,
  ListRemoved,
  OpenEdgeSession,
  OpenProviderSession,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
} from '@tessera/contract/wire'
import { createLogger } from '@tessera/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { House } from '../../testing/house-provider.ts'
import { loggerInto } from '../../testing/logger.ts'
import { buildWorld, PIN, type World } from '../../testing/world.ts'
import { HouseProvider } from './provider.ts'
import { findMember } from './queries.ts'
import { offerFirstFactors } from './set-up.ts'

const RETURN = 'http://localhost:1/session'
const proof: Proof = { pin: PIN }

let house: House
let world: World
beforeAll(async () => {
  house = await new House().start(RETURN)
  world = await buildWorld({ signers: ['dora'], provider: house.options(RETURN) })
})
afterEach(() => {
  house.twist = null
  house.isAway = false
  world.clock.skewMs = 0
})
afterAll(async () => {
  await world?.close()
  await house?.stop()
})

let count = 0
/** Creates a user of the organisation. */
function somebody(groups: string[] | undefined, username = `h${++count}`) {
  const subject = `subject of ${username} ${++count}`
  house.people.set(subject, { preferred_username: username, name: `The ${username}`, ...(groups && { groups }) })
  return { subject, username, move: (...to: string[]) => somebodyAgain(subject, username, to) }
}
const somebodyAgain = (subject: string, username: string, groups: string[]) =>
  void house.people.set(subject, { preferred_username: username, name: `The ${username}`, groups })

/** Logs in at the identity provider, and returns to the edge's page with the provider's response. */
async function answered(subject: string | null, browser: Browser, as?: object) {
  const headers = {
    ...(await browser.headers('POST', BeginProviderSession.path, {})),
    ...(as ? { 'x-access-token': await world.fake.edgeToken(as) } : {}),
  }
  const begun = await world.app.inject({ method: 'POST', url: BeginProviderSession.path, headers, payload: {} })
  return house.logIn(begun.json().result.url, subject)
}
const open = (answer: string, browser: Browser) => world.call(OpenProviderSession, { answer }, browser)
async function enter(subject: string | null, browser = new Browser(world.now), as?: object) {
  await open(await answered(subject, browser, as), browser)
  return browser
}
const own = (browser: Browser) => world.call(GetEdgeSession, {}, browser)
const listed = async (username: string) =>
  (await world.call(GetSigning, {}, person('dora'))).members.find((member) => member.username === username)
/** Sets a PIN with a code from a signer. */
async function withPin(username: string) {
  const { code } = await world.call(ResetEdgeMember, { username, proof }, person('dora'))
  await world.call(SetSigningPin, { pin: PIN, proof: { code } }, person(username))
}

test("lets a user in a mapped group open a session through the organisation's provider, as a member without a code", {
  meta: { spec: 'roles.edge-openid-connect' },
}, async () => {
  const { subject, username } = somebody(['everybody', 'cardiology'])
  expect(await world.call(GetSessionProvider, {}, new Browser())).toEqual({ name: 'First Hospital' })
  const browser = await enter(subject)
  expect(await own(browser)).toMatchObject({ username, displayName: `The ${username}`, role: 'reader' })
  expect(await listed(username)).toMatchObject({
    role: 'reader',
    department: 'A01',
    fromProvider: true,
    addedBy: null,
    hasPin: false,
  })
  expect(world.decisions('member-added').at(-1)?.data).toEqual({
    username,
    role: 'reader',
    department: 'A01',
    by: 'provider',
    subject,
  })
  expect(world.decisions('session-opened').at(-1)?.data).toMatchObject({ username, factor: 'provider' })
})

test('sets role and department from the groups at each log-in, by the first matching setting', {
  meta: { spec: 'roles.edge-openid-connect' },
}, async () => {
  const { subject, username, move } = somebody(['surgery'])
  const before = await enter(subject)
  move('surgery', 'cardiology')
  await enter(subject)
  expect(await listed(username)).toMatchObject({ role: 'reader', department: 'A01' })
  expect(world.decisions('member-changed').at(-1)?.data).toMatchObject({ username, department: 'A01', by: 'provider' })
  await expect(world.call(ListRemoved, {}, before)).rejects.toMatchObject({ code: 'grant.not-signer' })
  move('data-office')
  await enter(subject)
  // The change of role and department also applies to an earlier session.
  expect(await world.call(ListRemoved, {}, before)).toEqual([])
})

test('refuses a user who is in no mapped group, and removes a member who is no longer in one', {
  meta: { claim: 'sessions.provider-group-missing' },
}, async () => {
  const stranger = somebody(['everybody'])
  await expect(enter(stranger.subject)).rejects.toMatchObject({
    code: 'provider.no-group',
    params: { username: stranger.username, provider: 'First Hospital' },
  })
  await expect(enter(somebody(undefined).subject)).rejects.toMatchObject({ code: 'provider.no-group' })
  expect(await listed(stranger.username)).toBeUndefined()
  expect(world.decisions('factor-refused').at(-1)?.data).toMatchObject({ by: 'provider', code: 'provider.no-group' })
  const { subject, username, move } = somebody(['surgery'])
  const browser = await enter(subject)
  move('everybody')
  await expect(enter(subject)).rejects.toMatchObject({ code: 'provider.no-group' })
  expect(await own(browser)).toBeNull()
  expect(await listed(username)).toBeUndefined()
  move('surgery')
  expect(await own(await enter(subject))).toMatchObject({ username })
})

test.each<[string, NonNullable<House['twist']>]>([
  ['for another audience', (claims) => ({ claims: { ...claims, aud: 'another edge' } })],
  ['of another issuer', (claims) => ({ claims: { ...claims, iss: 'https://elsewhere.example' } })],
  ['with another nonce', (claims) => ({ claims: { ...claims, nonce: 'another' } })],
  ['that has expired', (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1_000) - 120 } })],
  ['that is not valid yet', (claims) => ({ claims: { ...claims, nbf: Math.floor(Date.now() / 1_000) + 120 } })],
  ['signed with another key', (claims) => ({ claims, byAnother: true })],
  ['that is missing', () => null],
])('refuses an ID token %s', { meta: { claim: 'sessions.forged-provider-login' } }, async (_what, twist) => {
  const { subject, username } = somebody(['cardiology'])
  house.twist = twist
  const browser = new Browser(world.now)
  await expect(enter(subject, browser)).rejects.toMatchObject({ code: 'provider.answer-refused' })
  expect(await own(browser)).toBeNull()
  expect(await listed(username)).toBeUndefined()
  house.twist = (claims) => ({ claims })
  expect(await own(await enter(subject, browser))).toMatchObject({ username })
})

test("accepts a provider's response once, for the requesting key and state only, and for a limited time", {
  meta: { claim: 'sessions.forged-provider-login' },
}, async () => {
  const { subject } = somebody(['cardiology'])
  const [browser, other] = [new Browser(world.now), new Browser(world.now)]
  const refused = { code: 'provider.answer-refused' }
  const answer = await answered(subject, browser)
  await expect(open(answer, other)).rejects.toMatchObject(refused)
  expect(await own(other)).toBeNull()
  await open(answer, browser)
  await expect(open(answer, browser)).rejects.toMatchObject(refused)
  // The code of another user, given to a user who has also begun to log in.
  const theirs = await answered(somebody(['data-office']).subject, other)
  await answered(subject, browser)
  await expect(open(theirs, browser)).rejects.toMatchObject(refused)
  const [mine, ofAnother] = [new URLSearchParams(await answered(subject, browser)), new URLSearchParams(theirs)]
  mine.set('code', String(ofAnother.get('code')))
  await expect(open(`?${mine}`, browser)).rejects.toMatchObject(refused)
  const late = await answered(subject, browser)
  world.clock.skewMs += PROVIDER_LOGIN_MINUTES * 60_000 + 1_000
  await expect(open(late, browser)).rejects.toMatchObject(refused)
})

test("refuses a provider's code that was already used, even with a valid state", {
  meta: { claim: 'sessions.forged-provider-login' },
}, async () => {
  const { subject } = somebody(['cardiology'])
  const browser = new Browser(world.now)
  const first = new URLSearchParams(await answered(subject, browser))
  await open(`?${first}`, browser)
  const second = new URLSearchParams(await answered(subject, browser))
  second.set('code', String(first.get('code')))
  await expect(open(`?${second}`, browser)).rejects.toMatchObject({ code: 'provider.answer-refused' })
})

test('tells the user that the log-in was cancelled, and logs errors of the provider that concern the edge', async () => {
  await expect(enter(null)).rejects.toMatchObject({
    code: 'provider.declined',
    params: { provider: 'First Hospital', why: 'access_denied' },
  })
  const lines: string[] = []
  const wrong = { ...house.options(RETURN), clientSecret: 'another secret' }
  const provider = new HouseProvider(wrong, { now: world.now, logger: loggerInto(lines) })
  const answer = await house.logIn(await provider.begin('key', undefined), somebody(['cardiology']).subject)
  await expect(provider.finish('key', answer)).rejects.toMatchObject({ code: 'provider.unusable' })
  expect(lines.join()).toContain(house.issuer)
  const elsewhere = { ...house.options(RETURN), issuer: house.issuer.replace('127.0.0.1', 'localhost') }
  const another = new HouseProvider(elsewhere, { now: world.now, logger: loggerInto(lines) })
  await expect(another.begin('key', undefined)).rejects.toMatchObject({ code: 'provider.unusable' })
})

test('reports that the provider is unreachable, and accepts the next attempt when it is reachable', async () => {
  const { subject, username } = somebody(['cardiology'])
  const provider = new HouseProvider(house.options(RETURN), { now: world.now, logger: createLogger('silent') })
  house.isAway = true
  await expect(provider.begin('key', undefined)).rejects.toMatchObject({ code: 'provider.unreachable' })
  house.isAway = false
  expect(await provider.begin('key', undefined)).toContain(house.issuer)
  const browser = new Browser(world.now)
  const answer = await answered(subject, browser)
  house.isAway = true
  await expect(open(answer, browser)).rejects.toMatchObject({ code: 'provider.unreachable' })
  house.isAway = false
  expect(await own(await enter(subject, browser))).toMatchObject({ username })
})

test('refuses a user whom a signer removed until a signer adds the user again', {
  meta: { claim: 'sessions.removed-member-provider-login' },
}, async () => {
  const { subject, username } = somebody(['cardiology'])
  const browser = await enter(subject)
  await world.call(RemoveEdgeMember, { username, proof }, person('dora'))
  expect(await own(browser)).toBeNull()
  await expect(enter(subject)).rejects.toMatchObject({ code: 'provider.removed', params: { username } })
  expect(await listed(username)).toBeUndefined()
  const again = { username, displayName: '', role: 'reader', department: '', proof } as const
  await world.call(AddEdgeMember, again, person('dora'))
  expect(await own(await enter(subject))).toMatchObject({ username })
  expect(await listed(username)).toMatchObject({ fromProvider: true, department: 'A01', addedBy: 'dora' })
})

test("does not let a provider's user open the account of an existing member with the same name", {
  meta: { claim: 'sessions.provider-name-collision' },
}, async () => {
  const impostor = somebody(['cardiology'], 'dora')
  await expect(enter(impostor.subject)).rejects.toMatchObject({ code: 'provider.name-taken' })
  const { subject, username } = somebody(['cardiology'])
  await enter(subject)
  await expect(enter(somebody(['data-office'], username).subject)).rejects.toMatchObject({
    code: 'provider.name-taken',
  })
  expect(await listed(username)).toMatchObject({ role: 'reader' })
})

test("lets a provider's member log in or sign with a PIN only if the provider has confirmed the member on the same day", {
  meta: { claim: 'sessions.departed-member-pin' },
}, async () => {
  const { subject, username } = somebody(['data-office'])
  await enter(subject)
  await withPin(username)
  const request = { username, proof }
  await expect(world.call(OpenEdgeSession, request, new Browser(world.now))).rejects.toMatchObject({
    code: 'edge.session-by-provider',
  })
  const add = () => {
    const another = { username: `a${++count}`, displayName: '', role: 'reader', department: '' } as const
    return world.call(AddEdgeMember, { ...another, proof }, person(username))
  }
  await add()
  world.clock.skewMs = EDGE_SESSION.hours * 3_600_000 + 1_000
  const later = person(username, { userId: `u-${username}` })
  const token = await world.fake.edgeToken(later, {
    iat: Math.floor(world.now().getTime() / 1_000),
    exp: Math.floor(world.now().getTime() / 1_000) + 300,
  })
  const late = { username: `a${++count}`, displayName: '', role: 'reader', department: '', proof } as const
  await expect(world.call(AddEdgeMember, late, { token })).rejects.toMatchObject({ code: 'signing.provider-first' })
})

test("does not let a signer change the role or department of a provider's member", async () => {
  const { subject, username } = somebody(['cardiology'])
  await enter(subject)
  const act = { username, role: 'signer', department: '', proof } as const
  await expect(world.call(ChangeEdgeMember, act, person('dora'))).rejects.toMatchObject({
    code: 'signing.place-from-provider',
  })
})

test('binds a member to the console user with whom the member first logged in, and to no other', async () => {
  const [one, two] = [somebody(['cardiology']), somebody(['cardiology'])]
  await enter(one.subject, undefined, person(one.username))
  expect(findMember(world.db, one.username)?.userId).toBe(`u-${one.username}`)
  await enter(two.subject, undefined, person('mallory'))
  expect(findMember(world.db, two.username)?.userId).toBeNull()
})

test("accepts provider log-ins only from the edge's own pages, and logs no codes for a provider's members at start", {
  meta: { claim: 'sessions.forged-provider-login' },
}, async () => {
  const browser = new Browser(world.now)
  const answer = await answered(somebody(['cardiology']).subject, browser)
  for (const { path, payload } of [
    { path: BeginProviderSession.path, payload: {} },
    { path: OpenProviderSession.path, payload: { answer } },
  ]) {
    const headers = { ...(await browser.headers('POST', path, payload)), origin: world.fake.consoleOrigin }
    const answered = await world.app.inject({ method: 'POST', url: path, headers, payload })
    expect(answered.json().error).toBe('signing.own-page-only')
  }
  const { subject, username } = somebody(['data-office'])
  await enter(subject)
  await offerFirstFactors({ ...world.deps.grant, logger: createLogger('silent') }, { firstPin: PIN, page: 'the page' })
  expect(await listed(username)).toMatchObject({ hasPin: false })
})

test('returns an error if no identity provider is configured', async () => {
  const plain = await buildWorld()
  const browser = new Browser()
  expect(await plain.call(GetSessionProvider, {}, browser)).toBeNull()
  await expect(plain.call(BeginProviderSession, {}, browser)).rejects.toMatchObject({ code: 'provider.none' })
  await expect(plain.call(OpenProviderSession, { answer: '' }, browser)).rejects.toMatchObject({
    code: 'provider.none',
  })
  await plain.close()
})

test("keeps a provider's member logged in beside their own console user, even under another name, but not beside another member's", {
  meta: { claim: 'sessions.shared-browser' },
}, async () => {
  const { subject, username } = somebody(['cardiology'])
  const browser = await enter(subject, new Browser(world.now), person('known otherwise'))
  const request = async (claims: object) => {
    const { method, path: url } = GetEdgeSession
    const headers = { ...(await browser.headers(method, url)), 'x-access-token': await world.fake.edgeToken(claims) }
    return (await world.app.inject({ method, url, headers })).json().result
  }
  expect(await request(person('known otherwise'))).toMatchObject({ username })
  expect(await request(person('the next user'))).toBeNull()
  expect(await own(browser)).toBeNull()
  // The edge already knows that the listed member is another person.
  await expect(enter(subject, new Browser(world.now), person('dora'))).rejects.toMatchObject({
    code: 'edge.session-another-user',
  })
})
