import { BadSettings } from '@tessera/server'
import { expect, test } from 'vitest'
import { consoleOrigin, readPlatformSettings } from './settings.ts'

test('listens on loopback and uses the default API prefix if nothing is set', () => {
  expect(readPlatformSettings({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1:8080',
    FLEET_PORT: 8084,
    PREFIX: '/jeecg-boot',
  })
})

test.each([
  ['', '/jeecg-boot'],
  ['/', ''],
  ['/api/v1/', '/api/v1'],
])('reads PREFIX=%s as %s', (value, prefix) => {
  expect(readPlatformSettings({ PREFIX: value }).PREFIX).toBe(prefix)
})

test('names every invalid value in one message', () => {
  const read = () => readPlatformSettings({ PORT: 'x', PREFIX: 'no-slash', LOG_LEVEL: 'loud' })
  expect(read).toThrow(BadSettings)
  expect(read).toThrow(/PORT=x[\s\S]*PREFIX=no-slash[\s\S]*LOG_LEVEL=loud/)
})

test.each([
  ['on loopback', {}, true],
  ['on localhost', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }, true],
  ['on every address', { HOST: '0.0.0.0' }, false],
  ['behind a public address', { PUBLIC_URL: 'https://tessera.example.org' }, false],
])('permits a fixed captcha answer on loopback only: %s', (_where, env, isTaken) => {
  const read = () => readPlatformSettings({ CAPTCHA_ANSWER: 'x', ...env })
  if (isTaken) expect(read().CAPTCHA_ANSWER).toBe('x')
  else expect(read).toThrow(/CAPTCHA_ANSWER/)
})

test.each([
  ['on loopback', {}, true],
  ['on every address', { HOST: '0.0.0.0', TLS_CERT: 'own' }, false],
  ['behind a public address', { PUBLIC_URL: 'https://tessera.example.org' }, false],
])('permits the demo’s start secret on loopback only: %s', (_where, env, isTaken) => {
  const read = () => readPlatformSettings({ DEMO_SECRET: 'x'.repeat(32), ...env })
  if (isTaken) expect(read().DEMO_SECRET).toBe('x'.repeat(32))
  else expect(read).toThrow(/DEMO_SECRET/)
  expect(() => readPlatformSettings({ DEMO_SECRET: 'short' })).toThrow(/DEMO_SECRET/)
})

test.each([
  ['postgres://tessera:x@127.0.0.1:5432/tessera', true],
  ['postgresql:///tessera?host=/run/postgresql', true],
  ['tessera:secret@127.0.0.1/tessera', false],
  ['mysql://tessera:secret@127.0.0.1/tessera', false],
  ['tessera', false],
])('accepts only the URL of a PostgreSQL database: %s', (DATABASE_URL, isTaken) => {
  const read = () => readPlatformSettings({ DATABASE_URL })
  if (isTaken) expect(read().DATABASE_URL).toBe(DATABASE_URL)
  else expect(read).toThrow(/^DATABASE_URL is no address of a database(?!.*secret)/)
})

test('returns the origin of the console’s address without its path', () => {
  const settings = readPlatformSettings({ PUBLIC_URL: 'https://tessera.example.org/console/' })
  expect(consoleOrigin(settings)).toBe('https://tessera.example.org')
})

test.each([
  ['https://market.example.org/enter', true],
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000/', true],
  ['http://market.example.org', false],
  ['https://user:pass@market.example.org', false],
  ['https://market.example.org/#part', false],
  ['ftp://market.example.org', false],
  ['market.example.org', false],
])('accepts only a market address to which tokens are sent encrypted: %s', (MARKET_URL, isTaken) => {
  const read = () => readPlatformSettings({ MARKET_URL })
  if (isTaken) expect(read().MARKET_URL).toBe(MARKET_URL)
  else expect(read).toThrow(/MARKET_URL/)
})

test('requires the operator’s e-mail address to be valid', () => {
  expect(readPlatformSettings({ OPERATOR_EMAIL: 'o@example.org' }).OPERATOR_EMAIL).toBe('o@example.org')
  expect(() => readPlatformSettings({ OPERATOR_EMAIL: 'operator' })).toThrow(/OPERATOR_EMAIL/)
})

test('requires an https public address if a certificate is set', () => {
  expect(readPlatformSettings({ TLS_CERT: 'own' })).toMatchObject({
    PUBLIC_URL: 'https://127.0.0.1:8080',
    TLS_CERT: 'own',
  })
  expect(readPlatformSettings({ TLS_CERT: '/a.pem', TLS_KEY: '/a.key' }).TLS_CERT).toBe('/a.pem')
})

test.each([
  ['half a certificate', { TLS_CERT: '/a.pem' }, 'go together'],
  ['a key alone', { TLS_KEY: '/a.key' }, 'go together'],
  ['a key for a certificate of its own', { TLS_CERT: 'own', TLS_KEY: '/a.key' }, 'Remove TLS_KEY'],
  ['a plain public address', { TLS_CERT: 'own', PUBLIC_URL: 'http://tessera.example.org' }, 'speaks https only'],
])('refuses the setting %s and names it', (_what, env, text) => {
  expect(() => readPlatformSettings(env)).toThrow(text)
})

test.each([
  ['http on a name', { PUBLIC_URL: 'http://tessera.example.org' }, false],
  ['http on a private address', { PUBLIC_URL: 'http://192.168.1.20:8080', HOST: '127.0.0.1' }, false],
  ['http on every address, unnamed', { HOST: '0.0.0.0' }, false],
  ['https by a proxy before plain http', { PUBLIC_URL: 'https://tessera.example.org', HOST: '127.0.0.1' }, true],
  ['https by the platform itself', { HOST: '0.0.0.0', TLS_CERT: 'own' }, true],
  ['http on this machine, listening for others', { PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0' }, false],
  ['http on this machine', { PUBLIC_URL: 'http://localhost:8080' }, true],
  ['http on this machine, by IPv6', { HOST: '::1' }, true],
])('requires an address that receives passwords to be https or local: %s', (_what, env, isTaken) => {
  const read = () => readPlatformSettings(env)
  if (isTaken) expect(read).not.toThrow()
  else expect(read).toThrow(/PUBLIC_URL=http:.*https.*TLS_CERT.*docs\/guides\/installing.md/s)
})

test.each([
  ['https://translate.example.org', {}, true],
  ['http://translate.example.org', {}, false],
  ['http://10.0.0.7:5000', { TRANSLATE_PRIVATE: '1' }, true],
  ['ftp://translate.example.org', {}, false],
  ['https://translate.example.org', { TRANSLATE_PRIVATE: 'yes' }, false],
])(
  'requires an address that receives texts to translate to be https or local: %s %j',
  (TRANSLATE_URL, env, isTaken) => {
    const read = () => readPlatformSettings({ TRANSLATE_URL, ...env })
    if (isTaken) expect(read().TRANSLATE_URL).toBe(TRANSLATE_URL)
    else expect(read).toThrow(/TRANSLATE_/)
  },
)
