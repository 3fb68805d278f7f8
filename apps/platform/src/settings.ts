import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { BadSettings, isLoopback, list, port, prefix, readSettings, setting } from '@tessera/server'
import { OWN } from '@tessera/server/certificates'
import { z } from 'zod'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const path = z
  .string()
  .min(1)
  .transform((value) => resolve(value))
/** The platform's default data folder. The fleet process stores its files in the same folder. */
export const DEFAULT_DATA_DIR = resolve(REPOSITORY, '.data/platform')

/** Returns whether traffic to this address is encrypted or stays on this machine. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Returns whether the address consists of origin and path only, because requests append their own path to it. */
function isPlain(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && !url.username && !url.password && !url.search && !url.hash
}

function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isPrivate(url) && !url.username && !url.password && !url.hash
}

/**
 * All settings of the platform. They are read once from the environment, and all invalid values are reported together.
 */
export const SETTINGS = {
  PORT: setting(port.default(8080), 'console, API and WebSocket'),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'address to listen on; with any address except loopback, the installation counts as a real one',
  ),
  PUBLIC_URL: setting(
    z.url().optional(),
    'where browsers and edges reach the console; HOST:PORT if absent, https with TLS_CERT',
  ),
  TLS_CERT: setting(
    z.union([z.literal(OWN), path]).optional(),
    'certificate (PEM, with its chain) to serve https with; `own` for one under a root of this platform',
  ),
  TLS_KEY: setting(path.optional(), 'its private key (PEM)'),
  PREFIX: setting(prefix.default(DEFAULT_PREFIX), 'path before every call; / for none'),
  DATA_DIR: setting(path.default(DEFAULT_DATA_DIR), 'database, files, keys, outbox and runs'),
  DATABASE_URL: setting(z.string().optional(), 'PostgreSQL; the embedded database in DATA_DIR if absent'),
  WEB_DIR: setting(path.default(resolve(REPOSITORY, 'apps/web/dist')), 'the built console'),
  ALGORITHMS_DIR: setting(
    path.default(resolve(REPOSITORY, 'engine/build')),
    'folder of the algorithms that `engine.build` has written',
  ),
  PYTHON: setting(
    z.string().default(resolve(REPOSITORY, '.venv/bin/python')),
    "Python with the engine's requirements, whose launcher confines the processes that run models",
  ),
  ENGINE_DIR: setting(path.default(resolve(REPOSITORY, 'engine')), 'the engine folder of this installation'),
  FLEET_PORT: setting(port.optional(), "the fleet process's front door; PORT + 4 if absent"),
  EVENTS_PORT: setting(
    port.optional(),
    'loopback port to which runs report their progress if the platform serves https; a free port if absent',
  ),
  CAPTCHA_ANSWER: setting(z.string().optional(), 'answers every captcha for clients on loopback; refused elsewhere'),
  DEMO_SECRET: setting(
    z.string().min(32).optional(),
    "secret that the demo's launcher sets: marks the demo's own accounts as such; refused wherever CAPTCHA_ANSWER is refused",
  ),
  TRUSTED_PROXIES: setting(list.optional(), 'addresses of reverse proxies whose X-Forwarded-For counts, comma list'),
  SMTP_URL: setting(z.url().optional(), 'smtp(s)://user:password@host:port; the outbox folder if absent'),
  SMTP_FROM: setting(z.string().default('Tessera <no-reply@localhost>'), 'sender of mails'),
  SMS_WEBHOOK: setting(z.url().optional(), 'gets a POST {to, kind, code, text}; the outbox folder if absent'),
  OPERATOR_EMAIL: setting(z.email().optional(), "where users' feedback is mailed; the outbox folder if absent"),
  MARKET_URL: setting(
    z.url().refine(isSafe, 'must be https, or http on loopback, without user or fragment').optional(),
    'the smart market that people are led to, logged in',
  ),
  TRANSLATE_URL: setting(
    z
      .url({ protocol: /^https?$/ })
      .refine(isPlain, 'must be without user, query or fragment')
      .optional(),
    'a LibreTranslate service that translates for users; no translations if absent',
  ),
  TRANSLATE_KEY: setting(z.string().optional(), 'its API key'),
  TRANSLATE_PRIVATE: setting(z.literal('1').optional(), '1 lets TRANSLATE_URL lie in a private network, and be http'),
  LOG_LEVEL: setting(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'), 'how much is logged'),
} as const

export type PlatformSettings = ReturnType<typeof readPlatformSettings>

export function readPlatformSettings(env: NodeJS.ProcessEnv = process.env) {
  const read = readSettings(SETTINGS, env)
  checkTls(read)
  checkDatabase(read)
  const host = read.HOST.includes(':') ? `[${read.HOST}]` : read.HOST
  const settings = {
    ...read,
    PUBLIC_URL: read.PUBLIC_URL ?? `${read.TLS_CERT ? 'https' : 'http'}://${host}:${read.PORT}`,
    FLEET_PORT: read.FLEET_PORT ?? read.PORT + 4,
  }
  if (settings.CAPTCHA_ANSWER !== undefined && isReachableFromOutside(settings)) {
    throw new BadSettings(
      'CAPTCHA_ANSWER opens the door to password guessing: remove it, or listen on loopback only (HOST, PUBLIC_URL).',
    )
  }
  if (settings.DEMO_SECRET !== undefined && isReachableFromOutside(settings)) {
    throw new BadSettings("DEMO_SECRET is the demo's own: remove it, or listen on loopback only (HOST, PUBLIC_URL).")
  }
  if (settings.TRANSLATE_URL?.startsWith('http:') && !settings.TRANSLATE_PRIVATE) {
    throw new BadSettings(
      'TRANSLATE_URL: what users translate would travel in the clear. Begin it with https://, or set TRANSLATE_PRIVATE=1 where it lies in a network of your own.',
    )
  }
  const address = new URL(settings.PUBLIC_URL)
  const isHeardOutside = address.protocol === 'http:' && !isLoopback(settings.HOST)
  if (!isPrivate(address) || isHeardOutside) {
    throw new BadSettings(
      `PUBLIC_URL=${settings.PUBLIC_URL}: passwords and tokens would travel in the clear. Begin it with https:// and name who speaks it: TLS_CERT (\`own\` makes a certificate), or a proxy before this platform. docs/guides/installing.md, “Who speaks https”.`,
    )
  }
  return settings
}

function checkTls({
  TLS_CERT,
  TLS_KEY,
  PUBLIC_URL,
}: { [name in 'TLS_CERT' | 'TLS_KEY' | 'PUBLIC_URL']?: string | undefined }) {
  if (TLS_CERT === OWN && TLS_KEY) {
    throw new BadSettings('TLS_CERT=own: the platform makes the key itself. Remove TLS_KEY, or name a certificate.')
  }
  if (TLS_CERT !== OWN && Boolean(TLS_CERT) !== Boolean(TLS_KEY)) {
    throw new BadSettings('TLS_CERT and TLS_KEY go together: set both or neither.')
  }
  if (TLS_CERT && PUBLIC_URL && !PUBLIC_URL.startsWith('https:')) {
    throw new BadSettings(
      `PUBLIC_URL=${PUBLIC_URL}: with TLS_CERT the platform speaks https only. Begin it with https://.`,
    )
  }
}

/** Checks DATABASE_URL. The error message does not contain the URL, because the URL contains a password. */
function checkDatabase({ DATABASE_URL }: { DATABASE_URL?: string | undefined }) {
  if (!DATABASE_URL || /^postgres(ql)?:$/.test(URL.parse(DATABASE_URL)?.protocol ?? '')) return
  throw new BadSettings(
    'DATABASE_URL is no address of a database. Write postgres://<user>:<password>@<host>:5432/<database>; of a password all but letters and digits as %XX.',
  )
}

/** Returns the host in the form that certificates use, without the brackets of an IPv6 address. */
export const publicHost = (settings: { PUBLIC_URL: string }): string =>
  new URL(settings.PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')

/** Returns whether users on other machines can reach the platform, as in a production installation. */
export function isReachableFromOutside(settings: { HOST: string; PUBLIC_URL: string }): boolean {
  return !isLoopback(settings.HOST) || !isLoopback(publicHost(settings))
}

/** Returns the exact origin of the console, for CORS at the edges and for the WebSocket. */
export const consoleOrigin = (settings: { PUBLIC_URL: string }): string => new URL(settings.PUBLIC_URL).origin
