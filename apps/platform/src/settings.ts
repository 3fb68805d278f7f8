import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { BadSettings, isLoopback, port, prefix, readSettings, setting } from '@tessera/server'
import { z } from 'zod'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const path = z
  .string()
  .min(1)
  .transform((value) => resolve(value))
/** The fleet process keeps its files beside the platform's. */
export const DEFAULT_DATA_DIR = resolve(REPOSITORY, '.data/platform')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/** Every setting of the platform: from the environment, read once, wrong values named together. */
export const SETTINGS = {
  PORT: setting(port.default(8080), 'console, API and WebSocket'),
  HOST: setting(z.string().default('127.0.0.1'), 'address to listen on; anything but loopback is a real installation'),
  PUBLIC_URL: setting(z.url().optional(), 'where browsers and edges reach the console; http://HOST:PORT if absent'),
  PREFIX: setting(prefix.default(DEFAULT_PREFIX), 'path before every call; / for none'),
  DATA_DIR: setting(path.default(DEFAULT_DATA_DIR), 'database, files, keys, outbox and runs'),
  DATABASE_URL: setting(z.string().optional(), 'PostgreSQL; the embedded database in DATA_DIR if absent'),
  WEB_DIR: setting(path.default(resolve(REPOSITORY, 'apps/web/dist')), 'the built console'),
  ALGORITHMS_DIR: setting(
    path.default(resolve(REPOSITORY, 'engine/build')),
    'algorithms as `engine.build` leaves them',
  ),
  FLEET_PORT: setting(port.optional(), "the fleet process's front door; PORT + 4 if absent"),
  CAPTCHA_ANSWER: setting(z.string().optional(), 'answers every captcha for clients on loopback; refused elsewhere'),
  TRUSTED_PROXIES: setting(list.optional(), 'addresses of reverse proxies whose X-Forwarded-For counts, comma list'),
  SMTP_URL: setting(z.url().optional(), 'smtp(s)://user:password@host:port; the outbox folder if absent'),
  SMTP_FROM: setting(z.string().default('Tessera <no-reply@localhost>'), 'sender of mails'),
  SMS_WEBHOOK: setting(z.url().optional(), 'gets a POST {to, kind, code}; the outbox folder if absent'),
  LOG_LEVEL: setting(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'), 'how much is logged'),
} as const

export type PlatformSettings = ReturnType<typeof readPlatformSettings>

export function readPlatformSettings(env: NodeJS.ProcessEnv = process.env) {
  const read = readSettings(SETTINGS, env)
  const settings = {
    ...read,
    PUBLIC_URL: read.PUBLIC_URL ?? `http://${read.HOST.includes(':') ? `[${read.HOST}]` : read.HOST}:${read.PORT}`,
    FLEET_PORT: read.FLEET_PORT ?? read.PORT + 4,
  }
  if (settings.CAPTCHA_ANSWER !== undefined && isReachableFromOutside(settings)) {
    throw new BadSettings(
      'CAPTCHA_ANSWER opens the door to password guessing: remove it, or listen on loopback only (HOST, PUBLIC_URL).',
    )
  }
  return settings
}

/** A real installation: others than this machine's users reach it. */
export function isReachableFromOutside(settings: { HOST: string; PUBLIC_URL: string }): boolean {
  const publicHost = new URL(settings.PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')
  return !isLoopback(settings.HOST) || !isLoopback(publicHost)
}

/** The exact origin of the console: for CORS at the edges and for the WebSocket. */
export const consoleOrigin = (settings: { PUBLIC_URL: string }): string => new URL(settings.PUBLIC_URL).origin
