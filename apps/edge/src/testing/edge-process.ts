import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatasetDraft, Endpoint, Input, Language, Output } from '@tessera/contract'
import { CheckHealth, type Envelope, ListRows, OpenEdgeSession, SaveDataset, UploadZip } from '@tessera/contract/wire'
import { freePort, LIFELINE } from '@tessera/server'
import { z } from 'zod'
import { ROWS_FILE } from '../kinds/index.ts'
import { Browser } from './browser.ts'
import { FakePlatform } from './fake-platform.ts'
import { answerOf, PIN, peopleCsv, zipOf } from './world.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Mounts a separate disk for the edge. The disk disappears when the process ends. */
const ON_OWN_DISK = 'mount -t tmpfs -o mode=700,size="$DISK_BYTES" tmpfs "$DATA_DIR" && exec "$@"'
/**
 * SQLite follows symbolic links, and the path to another process's disk contains one. So the process that opens the
 * database uses this folder as its working directory.
 */
const BOOKS = `
  const [dataDir, ...statements] = process.argv.slice(1)
  const books = new (require('node:sqlite').DatabaseSync)(dataDir + '/edge.sqlite')
  console.log(JSON.stringify(statements.map((sql) => books.prepare(sql).get() ?? {})))
  process.stdin.resume()
`
/**
 * Stand-in for the engine: reports that it sandboxes its work and where its authorisation socket is, and runs no code.
 */
const PYTHON = `#!/bin/sh
[ "$2" = engine.flower.sandbox ] && exec echo '{"confinement":"on","words":"on"}'
[ "$2" = engine.flower.runner ] && echo "$TESSERA_GUARD_URL" > guard-url
cat <&3
`
const BOUNDARY = 'x-boundary-x'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="table.zip"\r\nContent-Type: application/zip\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/**
 * Returns whether a disk can be mounted. Mounting needs no administrator rights, but does not work on every machine.
 */
export const canHaveOwnDisk = () =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && exec nsenter --version']).status === 0

export type EdgeProcess = Awaited<ReturnType<typeof startProcess>>

/** Starts a platform and prepares a folder for edges. All of them are separate processes, as in the product. */
export async function buildSite(options: { diskBytes?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-edge-process-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const python = join(folder, 'python')
  writeFileSync(python, PYTHON, { mode: 0o755 })
  const platform = await new FakePlatform().start()
  const edges: EdgeProcess[] = []

  async function start() {
    const edge = await startProcess({ dataDir, python, platform, ...options })
    edges.push(edge)
    return edge
  }
  async function close() {
    for (const edge of edges) await edge.kill()
    await platform.goAway()
    await rm(folder, { recursive: true, force: true })
  }
  return { dataDir, start, close }
}

async function startProcess(of: { dataDir: string; python: string; platform: FakePlatform; diskBytes?: number }) {
  const port = await freePort()
  const plain = [process.execPath, MAIN]
  const [command = '', ...args] =
    of.diskBytes === undefined ? plain : ['unshare', '-rm', 'sh', '-c', ON_OWN_DISK, 'sh', ...plain]
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: of.dataDir,
      PYTHON: of.python,
      [LIFELINE]: '3',
      PLATFORM_URL: of.platform.url,
      EDGE_ENROLMENT: of.platform.enrolmentCode,
      EDGE_MINIMUM_ROWS: '2',
      EDGE_FIRST_PIN: PIN,
      PAGE_DIR: of.dataDir,
      DISK_BYTES: String(of.diskBytes),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  child.stdio[3]?.on('error', () => {})
  const printed: string[] = []
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => printed.push(String(text)))
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text) => String(text).includes(' ready ') && resolve())
  })
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(printed.join(''))))])
  const pid = child.pid as number
  const url = `http://127.0.0.1:${port}`
  const token = await of.platform.edgeToken()

  /** Begins an upload of `size` bytes. The test sends the bytes later. */
  function begin(size: number, language: Language = 'en') {
    const call = request(`${url}${UploadZip.path}`, {
      method: UploadZip.method,
      headers: {
        'x-access-token': token,
        'accept-language': language,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': HEAD.length + size + TAIL.length,
      },
    })
    call.write(HEAD)
    const answer = envelopeOf(call)
    answer.catch(() => {})
    call.on('error', () => {})
    return {
      send: (bytes: Buffer) => call.write(bytes),
      end: () => call.end(TAIL),
      abort: () => call.destroy(),
      answer,
    }
  }

  async function upload(zip: Buffer, language: Language = 'en'): Promise<DatasetDraft> {
    const { send, end, answer } = begin(zip.length, language)
    send(zip)
    end()
    return answerOf(UploadZip, await answer)
  }

  async function call<E extends Endpoint>(endpoint: E, input: Input<E>, browser?: Browser): Promise<Output<E>> {
    const body = z.encode(endpoint.input, input as never) as Record<string, string>
    const inQuery = endpoint.carrier === 'query'
    const path = `${endpoint.path}${inQuery ? `?${new URLSearchParams(body)}` : ''}`
    const sent = inQuery ? '' : body
    const shown = { 'x-access-token': token, ...(await browser?.headers(endpoint.method, path, sent)) }
    const response = await fetch(`${url}${path}`, {
      method: endpoint.method,
      headers: { ...shown, 'accept-language': 'en', 'content-type': 'application/json' },
      ...(inQuery ? {} : { body: JSON.stringify(body) }),
    })
    return answerOf(endpoint, (await response.json()) as Envelope)
  }

  /** Saves a dataset, so that a test can check later whether it still exists. */
  async function keep(name: string, rows: number) {
    const { draftId, tableName } = await upload(await zipOf({ 'table.csv': peopleCsv(rows) }))
    await call(SaveDataset, { draftId, name, description: 'test', sharing: 'party' })
    return tableName
  }

  async function rowCount(tableName: string) {
    const browser = new Browser()
    await call(OpenEdgeSession, { username: 'alice', proof: { pin: PIN } }, browser)
    return (await call(ListRows, { tableName, pageSize: 1 }, browser)).total
  }

  /** Sends a request to the edge's guard in the same way as its task runner. */
  async function askGuard(question: object): Promise<unknown> {
    const secret = readFileSync(join(folder, 'keys', 'guard-secret'), 'utf8').trim()
    const response = await fetch(`${readFileSync(join(folder, 'guard-url'), 'utf8').trim()}/authorize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
    })
    return response.json()
  }

  /** The data folder of the edge as the edge process sees it. */
  const folder = of.diskBytes === undefined ? of.dataDir : `/proc/${pid}/root${of.dataDir}`

  const inside = ['--preserve-credentials', '-U', '-m', '-t', `${pid}`]

  /**
   * Simulates another program that fills the disk except for this many bytes, or frees all of it. The edge process is
   * suspended during the change.
   */
  function leaveFree(bytes: number) {
    child.kill('SIGSTOP')
    const { blocks, bfree, bsize } = statfsSync(folder)
    const size = `remount,size=${(blocks - bfree) * bsize + bytes}`
    const { status, stderr } = spawnSync('nsenter', [...inside, 'mount', '-o', size, 'tmpfs', of.dataDir])
    child.kill('SIGCONT')
    if (status !== 0) throw new Error(String(stderr))
  }

  /**
   * Simulates another program that opens the database on the edge's separate disk, and keeps it open until `close` is
   * called.
   */
  async function openBooks(statements: string[]) {
    const books = spawn('nsenter', [...inside, process.execPath, '-e', BOOKS, of.dataDir, ...statements])
    const [answers] = (await once(books.stdout, 'data')) as [Buffer]
    const close = async () => {
      books.stdin.end()
      await once(books, 'close')
    }
    return { answers: JSON.parse(String(answers)) as object[], close }
  }

  return {
    folder,
    leaveFree,
    openBooks,
    askGuard,
    pid,
    url,
    begin,
    upload,
    call,
    keep,
    rowCount,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns whether the rows file of a dataset is complete. */
export function areRowsWhole(folder: string): boolean {
  const file = join(folder, ROWS_FILE)
  return existsSync(file) && /^PAR1.*PAR1$/s.test(readFileSync(file, 'latin1'))
}

async function envelopeOf(call: ClientRequest): Promise<Envelope> {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Envelope
}

/**
 * Sends requests to the edge while `work` runs. Returns the longest time until a response, and the number of responses.
 */
export async function pinging<T>({ url }: Pick<EdgeProcess, 'url'>, work: Promise<T>) {
  let isDone = false
  const done = work
    .catch(() => {})
    .then(() => {
      isDone = true
    })
  let answered = 0
  while (!isDone) {
    await (await fetch(`${url}${CheckHealth.path}`)).text()
    answered += 1
    // Wait between requests. Otherwise they would use the processor time of the work that they measure.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await done
  return { answered }
}
