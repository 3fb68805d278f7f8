import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { edgeLines } from './edge-env.ts'
import { changeEnvFile, settle, writeEnvFile } from './env-file.ts'
import { missingIn, platformLines } from './platform-env.ts'

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'tessera-env-')), 'data', 'a.env')
})
afterEach(() => rmSync(join(file, '..', '..'), { recursive: true, force: true }))

const LINES = [
  { name: 'PORT', about: 'Where it listens.', value: '8443' },
  { name: 'DATABASE_URL', about: 'Its database.' },
]

test('stores the settings of the first start, and applies environment variables of a later start only to that start', {
  meta: { spec: 'calls.installation-and-systemd' },
}, async () => {
  const DATABASE_URL = "postgres://t:p#a'ss word@db/t"
  const first = settle(file, LINES, { DATABASE_URL, OTHER: 'x' })
  expect(first).toEqual({ PORT: '8443', DATABASE_URL })
  await writeEnvFile(file, 'Settings.', LINES, first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('# Where it listens.\nPORT=8443\n')
  expect(settle(file, LINES, { PORT: '' })).toEqual(first)
  expect(settle(file, LINES, { PORT: '9' })).toEqual({ ...first, PORT: '9' })
  await writeEnvFile(file, 'Settings.', LINES, { PORT: '9' })
  expect(settle(file, LINES, {})).toEqual(first)
})

test('does not restore removed settings, and changes one setting without touching the rest of the file', async () => {
  await writeEnvFile(file, 'Settings.', LINES, {})
  expect(settle(file, LINES, {})).toEqual({})
  await changeEnvFile(file, { DATABASE_URL: 'postgres://a', NEW: 'n' })
  expect(settle(file, LINES, {})).toEqual({ DATABASE_URL: 'postgres://a', NEW: 'n' })
  expect(readFileSync(file, 'utf8')).toMatch(/^# Settings\.\n\n# Where it listens\.\n#PORT=\n/)
})

const defaults = (lines: { name: string; value?: string | undefined }[]) =>
  Object.fromEntries(lines.filter(({ value }) => value).map(({ name, value }) => [name, value]))

test.each([
  ['directly', { PUBLIC_URL: 'https://t.example:9443' }, { HOST: '0.0.0.0', PORT: '9443', TLS_CERT: 'own' }],
  [
    'with a certificate',
    { PUBLIC_URL: 'https://t.example:9443', TLS_CERT: '/a.pem' },
    { HOST: '0.0.0.0', PORT: '9443' },
  ],
  [
    'behind a proxy',
    { PUBLIC_URL: 'https://t.example', TRUSTED_PROXIES: '127.0.0.1' },
    { HOST: '127.0.0.1', PORT: '8080' },
  ],
  ['on this machine alone', { PUBLIC_URL: 'http://127.0.0.1:8080' }, { HOST: '127.0.0.1', PORT: '8080' }],
])('proposes settings for a platform that browsers reach %s', (_how, env, expected) => {
  expect(defaults(platformLines(env))).toEqual(expected)
})

test('listens on all interfaces for an edge of a remote platform, and on loopback for an edge beside its platform', () => {
  expect(defaults(edgeLines('https://t.example:8443', { PORT: '9001' }))).toMatchObject({
    PLATFORM_URL: 'https://t.example:8443',
    HOST: '0.0.0.0',
    PORT: '9001',
    EDGE_TLS_CERT: 'own',
    EDGE_URL: expect.stringMatching(/^https:\/\/[^/]+:9001$/),
  })
  const here = defaults(edgeLines('http://127.0.0.1:8080', {}))
  expect(here).toMatchObject({ HOST: '127.0.0.1', EDGE_URL: 'http://127.0.0.1:8081' })
  expect(here).not.toHaveProperty('EDGE_TLS_CERT')
})

test('lists all missing settings of a platform at once', () => {
  expect(missingIn({}, file)).toMatch(/PUBLIC_URL: [\s\S]*DATABASE_URL: [\s\S]*make platform/)
  const basics = { PUBLIC_URL: 'https://t.example', DATABASE_URL: 'postgres://a' }
  expect(missingIn(basics, file)).toMatch(/TLS_CERT=own[\s\S]*TRUSTED_PROXIES/)
  expect(missingIn({ ...basics, TLS_CERT: 'own' }, file)).toBeUndefined()
})
