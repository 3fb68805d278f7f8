/**
 * The number of log-ins per second that a platform handles at argon2's cost, and how soon it answers other requests
 * meanwhile.
 *
 *     node bench/logins.ts [seconds]
 *
 * Starts the real server on its own database on PostgreSQL (TEST_DATABASE_URL), logs in as many users at once as
 * `AT_ONCE` states, and requests the page and /healthz all the time. The reference, in the same run on the same cores:
 * bare argon2 verifications. Prints one JSON object; times in milliseconds.
 */

import { spawn } from 'node:child_process'
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVER = process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
const SECONDS = Number(process.argv[2] ?? 15)
const PORT = 18_780
const BASE = `http://127.0.0.1:${PORT}`
/** Number of users. It is so high that no user logs in twice at once, which would count as guessing. */
const PEOPLE = 5_000
const AT_ONCE = [4, 16, 48]
/** Number of concurrent log-ins. It exceeds the length of the queue, so that the platform refuses some at once. */
const FLOOD = 120
const PROBE_MS = 25
const PASSWORD = 'Right@2026'
const CAPTCHA = 'bench'
/** The same parameters as in `features/account/passwords.ts`. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const agent = new Agent({ keepAlive: true })

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
const database = `tessera_bench_${randomBytes(6).toString('hex')}`
try {
  await onServer(`create database ${database}`)
  console.log(JSON.stringify(await measure()))
} finally {
  await onServer(`drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const url = new URL(SERVER)
  url.pathname = `/${database}`
  const stop = await startPlatform(url.href)
  try {
    await addPeople(url.href)
    const bodies = await loginBodies()
    const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1))
    const bare = { one: await bareVerifications(1), allCores: await bareVerifications(availableParallelism()) }
    const idle = await probing(() => sleep(SECONDS * 1_000))
    const busy = []
    for (const atOnce of [...AT_ONCE, FLOOD])
      busy.push({ atOnce, ...(await probing(() => logInForAWhile(bodies, atOnce))) })
    const held = Math.max(...busy.map(({ result }) => result.loginsASecond))
    return {
      cores: availableParallelism(),
      seconds: SECONDS,
      loadBefore,
      bareVerificationsASecond: bare,
      pageIdle: idle.page,
      logins: busy.map(({ atOnce, result, page }) => ({ atOnce, ...result, page })),
      ofBareOnOneCore: round(held / bare.one),
      ofBareOnAllCores: round(held / bare.allCores),
    }
  } finally {
    await stop()
  }
}

async function bareVerifications(atOnce: number): Promise<number> {
  const stored = await hash(PASSWORD, ARGON2ID)
  const end = performance.now() + SECONDS * 1_000
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await verify(stored, PASSWORD)
        done += 1
      }
    }),
  )
  return round((done * 1_000) / (performance.now() - began))
}

/** Runs `work`, and returns its result and the response times of page and health check during the run. */
async function probing<T>(work: () => Promise<T>) {
  const times: Record<'/' | '/healthz', number[]> = { '/': [], '/healthz': [] }
  let isOver = false
  const probe = async (path: keyof typeof times) => {
    while (!isOver) {
      const { status, ms } = await ask('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times[path].push(ms)
      await sleep(PROBE_MS)
    }
  }
  const probes = Promise.all([probe('/'), probe('/healthz')])
  // Errors of the probes are reported below, because an error of `work` is more informative.
  probes.catch(() => {})
  const result = await work()
  isOver = true
  await probes
  return { result, page: { page: percentiles(times['/']), healthz: percentiles(times['/healthz']) } }
}

async function logInForAWhile(bodies: string[], atOnce: number) {
  const end = performance.now() + SECONDS * 1_000
  const began = performance.now()
  const times: number[] = []
  let next = 0
  let refused = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const { status, ms, body } = await ask('POST', '/jeecg-boot/sys/login', bodies[next++ % bodies.length])
        if (status === 200 && JSON.parse(body).success) times.push(ms)
        else if (status === 429) {
          refused += 1
          await sleep(100)
        } else throw new Error(`a log-in answered ${status}: ${body}`)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  return {
    loginsASecond: round(times.length / seconds),
    refusedASecond: round(refused / seconds),
    login: percentiles(times),
  }
}

function ask(method: string, path: string, payload?: string): Promise<{ status: number; ms: number; body: string }> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = { accept: 'text/html,application/json', ...(payload ? { 'content-type': 'application/json' } : {}) }
    const request = httpRequest(`${BASE}${path}`, { method, agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - began, body }))
    })
    request.on('error', reject)
    request.end(payload)
  })
}

async function startPlatform(databaseUrl: string): Promise<() => Promise<void>> {
  const env = {
    ...process.env,
    PORT: String(PORT),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    CAPTCHA_ANSWER: CAPTCHA,
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, ['apps/platform/src/main.ts'], { cwd: ROOT, env, stdio: 'inherit' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  for (let tries = 0; ; tries++) {
    const health = await ask('GET', '/healthz').catch(() => undefined)
    if (health?.status === 200) break
    if (tries > 300 || server.exitCode !== null) throw new Error('the platform did not start')
    await sleep(200)
  }
  return async () => {
    agent.destroy()
    server.kill('SIGTERM')
    await ended
  }
}

async function addPeople(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into account (id, username, username_key, display_name, password_hash, create_time)
     select 'p' || i, 'p' || i, 'p' || i, 'p' || i, $1, now() from generate_series(1, ${PEOPLE}) as i`,
    [await hash(PASSWORD, ARGON2ID)],
  )
  await client.end()
}

async function loginBodies(): Promise<string[]> {
  const { spki } = JSON.parse((await ask('GET', '/jeecg-boot/sys/publicKey')).body).result
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const encrypt = (text: string) => publicEncrypt(options, Buffer.from(text)).toString('base64')
  return Array.from({ length: PEOPLE }, (_none, i) =>
    JSON.stringify({ username: encrypt(`p${i + 1}`), password: encrypt(PASSWORD), captcha: CAPTCHA, checkKey: '1' }),
  )
}

function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) }
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1))
}
