import { expect, test } from 'vitest'
import { differenceLimitsOf, readEdgeSettings } from './settings.ts'

const base = { PLATFORM_URL: 'http://127.0.0.1:8080/' }

const house = {
  ...base,
  EDGE_OIDC_ISSUER: 'https://id.hospital.example/realms/house',
  EDGE_OIDC_CLIENT_ID: 'edge',
  EDGE_OIDC_GROUPS: 'cn=data office=signer, cardiology=reader/A01',
}

test("reads the organisation's identity provider from the settings, with a role and a department for each group", () => {
  expect(readEdgeSettings(base).PROVIDER).toBeUndefined()
  expect(readEdgeSettings(house).PROVIDER).toEqual({
    issuer: house.EDGE_OIDC_ISSUER,
    clientId: 'edge',
    clientSecret: undefined,
    name: 'id.hospital.example',
    scope: 'openid profile',
    groupsClaim: 'groups',
    usernameClaim: 'preferred_username',
    groups: [
      { group: 'cn=data office', role: 'signer', department: '' },
      { group: 'cardiology', role: 'reader', department: 'A01' },
    ],
    returnUrl: 'http://127.0.0.1:8081/session',
  })
  expect(readEdgeSettings({ ...house, EDGE_OIDC_ISSUER: 'http://127.0.0.1:9000' }).PROVIDER?.name).toBe(
    '127.0.0.1:9000',
  )
})

test('has default settings with which a demo runs on one machine', () => {
  expect(readEdgeSettings({ ...base, PORT: '8099' })).toMatchObject({
    EDGE_URL: 'http://127.0.0.1:8099',
    PLATFORM_URL: 'http://127.0.0.1:8080',
    EDGE_MINIMUM_ROWS: 20,
    EDGE_SIGNERS: [],
    PREFIX: '/jeecg-boot',
  })
  expect(readEdgeSettings({ ...base, EDGE_SIGNERS: 'alice, bob,' }).EDGE_SIGNERS).toEqual(['alice', 'bob'])
})

test('accepts only limits for differing rows that are higher than the defaults', {
  meta: { claim: 'differencing.lowered-limits' },
}, () => {
  const limits = (more: object) => differenceLimitsOf(readEdgeSettings({ ...base, ...more }))
  expect(limits({})).toEqual({ refused: 3, confirmed: 10 })
  expect(limits({ EDGE_DIFFERENCE_REFUSED: '5', EDGE_DIFFERENCE_CONFIRMED: '20' })).toEqual({
    refused: 5,
    confirmed: 20,
  })
  // Rows with a refused difference need no confirmation, so this limit is raised, too.
  expect(limits({ EDGE_DIFFERENCE_REFUSED: '15' })).toEqual({ refused: 15, confirmed: 15 })
  expect(() => limits({ EDGE_DIFFERENCE_REFUSED: '2' })).toThrow(/EDGE_DIFFERENCE_REFUSED/)
  expect(() => limits({ EDGE_DIFFERENCE_CONFIRMED: '9' })).toThrow(/EDGE_DIFFERENCE_CONFIRMED/)
})

test.each([
  ['', '/jeecg-boot'],
  ['/', ''],
  ['/api/v1/', '/api/v1'],
])('reads PREFIX=%s as %s', (value, prefix) => {
  expect(readEdgeSettings({ ...base, PREFIX: value }).PREFIX).toBe(prefix)
})

test.each([
  ['no platform', {}, 'PLATFORM_URL'],
  ['a bad port', { ...base, PORT: 'high' }, 'PORT'],
  ['half a certificate', { ...base, EDGE_TLS_CERT: 'a.pem' }, 'EDGE_TLS_KEY'],
  ['a key for a self-made certificate', { ...base, EDGE_TLS_CERT: 'own', EDGE_TLS_KEY: 'b' }, 'Remove EDGE_TLS_KEY'],
  [
    'a certificate for an http address',
    { ...base, EDGE_TLS_CERT: 'own', EDGE_URL: 'http://127.0.0.1:1' },
    'speaks https',
  ],
  ['unencrypted rows on a network', { ...base, HOST: '0.0.0.0' }, 'in the clear'],
  ['an http address for browsers', { ...base, EDGE_URL: 'http://edge.hospital.example' }, 'in the clear'],
  [
    'an http address for browsers that only begins like loopback',
    { ...base, EDGE_URL: 'http://127.example.com' },
    'in the clear',
  ],
  ['an http connection to the platform', { PLATFORM_URL: 'http://platform.example' }, 'Use https'],
  [
    'an http connection to a platform that only begins like loopback',
    { PLATFORM_URL: 'http://127.0.0.1.example.com' },
    'Use https',
  ],
  ['another protocol', { PLATFORM_URL: 'ftp://127.0.0.1' }, 'Use https'],
  [
    'another port than in EDGE_URL',
    { ...base, PORT: '9000', EDGE_URL: 'http://127.0.0.1:8081' },
    'leads browsers to port 8081, and this edge listens on PORT=9000',
  ],
  [
    'another port than in EDGE_URL on a network',
    { ...base, HOST: '0.0.0.0', PORT: '9000', EDGE_URL: 'https://ward-7.hospital.example:8081' },
    'Write the same port in both',
  ],
  [
    'a PIN for demonstrations on a network',
    { ...base, HOST: '0.0.0.0', EDGE_URL: 'https://ward-7.hospital.example:8081', EDGE_FIRST_PIN: '202620' },
    'EDGE_FIRST_PIN is for demonstrations',
  ],
  [
    'a PIN for demonstrations behind a proxy',
    { ...base, EDGE_URL: 'https://edge.hospital.example', EDGE_FIRST_PIN: '202620' },
    'EDGE_FIRST_PIN is for demonstrations',
  ],
  [
    'a PIN that is too short',
    { ...base, EDGE_FIRST_PIN: '20262' },
    'EDGE_FIRST_PIN=20262: a PIN has 6 characters or more: set a longer one',
  ],
  ['a provider without groups', { ...house, EDGE_OIDC_GROUPS: '' }, 'nobody would be let in'],
  ['a provider without a client id', { ...house, EDGE_OIDC_CLIENT_ID: '' }, 'set EDGE_OIDC_CLIENT_ID'],
  ['groups without a provider', { ...base, EDGE_OIDC_GROUPS: 'a=reader' }, 'without EDGE_OIDC_ISSUER'],
  ['an http connection to the provider', { ...house, EDGE_OIDC_ISSUER: 'http://id.hospital.example' }, 'Use https'],
  ['a provider’s address with a query', { ...house, EDGE_OIDC_ISSUER: 'https://id.hospital.example/?a=b' }, 'bare'],
  ['a group without a valid role', { ...house, EDGE_OIDC_GROUPS: 'a=owner' }, 'must read group=reader'],
  ['a scope without openid', { ...house, EDGE_OIDC_SCOPE: 'profile' }, 'must hold openid'],
  ['fewer than one row', { ...base, EDGE_MINIMUM_ROWS: '0' }, 'EDGE_MINIMUM_ROWS'],
])('refuses settings with %s, and names the setting', (_what, env, text) => {
  expect(() => readEdgeSettings(env)).toThrow(text)
})

test.each(['https://platform.example', 'http://localhost:8080', 'http://[::1]:8080', 'http://127.0.0.2:8080'])(
  'accepts a platform whose address is %s',
  (url) => expect(readEdgeSettings({ PLATFORM_URL: url }).PLATFORM_URL).toBe(url),
)

test('accepts another port in EDGE_URL if a proxy forwards to the edge', () => {
  const behindProxy = { ...base, PORT: '9000', EDGE_URL: 'https://edge.hospital.example:8443' }
  expect(readEdgeSettings(behindProxy).PORT).toBe(9000)
  const forwarded = { ...base, HOST: '0.0.0.0', EDGE_URL: 'https://edge.hospital.example' }
  expect(readEdgeSettings(forwarded).PORT).toBe(8081)
})

test('accepts a listening address on a network only with a certificate, and otherwise expects a proxy', () => {
  const proxied = { ...base, EDGE_URL: 'https://edge.hospital.example/' }
  expect(readEdgeSettings(proxied)).toMatchObject({
    EDGE_URL: 'https://edge.hospital.example',
    EDGE_TLS_CERT: undefined,
  })
  const direct = { ...base, HOST: '0.0.0.0', EDGE_TLS_CERT: 'a', EDGE_TLS_KEY: 'b' }
  expect(readEdgeSettings(direct)).toMatchObject({ EDGE_URL: expect.stringMatching(/^https:/), EDGE_TLS_CERT: 'a' })
})

test('creates its own certificate if it listens on a network and has no other certificate', () => {
  const env = { ...base, HOST: '0.0.0.0', EDGE_URL: 'https://ward-7.hospital.example:8081' }
  expect(readEdgeSettings(env).EDGE_TLS_CERT).toBe('own')
  expect(readEdgeSettings({ ...base, EDGE_TLS_CERT: 'own' }).EDGE_URL).toMatch(/^https:/)
})
