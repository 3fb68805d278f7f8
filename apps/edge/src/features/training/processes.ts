import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Child, freePort, plainEnvironment } from '@tessera/server'
import { writePrivately } from '../../lib/files.ts'
import type { ComponentHealth } from '../link/index.ts'

export interface ProcessOptions {
  dataDir: string
  python: string
  engineDir: string
  fleetAddress: string
  fleetAuthorityFile: string
  nodeKeyFile: string
  guardUrl: string
  guardSecretFile: string
  /** Told at once when one of them ends unasked, or becomes ready. */
  onChange: (name: 'supernode' | 'runner', change: 'ended' | 'ready') => void
}

const LOOPBACK = '127.0.0.1'
/** After a hard kill the SuperLink believes in the old SuperNode for up to a minute and refuses the new: keep trying. */
const RESTART_MS = [300, 1_000, 2_000, 3_000, 5_000]
const WATCH_MS = 500
/** What Flower's SuperNode prints once the SuperLink has taken it in. */
const CONNECTED = 'SuperNode ID: '
const CHUNK_BYTES = 64 * 1024

/** The party's SuperNode and runner, watched and started again for as long as the edge runs. */
export class EngineProcesses {
  readonly #options: ProcessOptions
  #supernode: Child | null = null
  #runner: Child | null = null
  #isConnected = false
  /** Up to where the SuperNode's log was searched. */
  #logRead = 0
  #watch: NodeJS.Timeout | null = null

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  get health(): { supernode: ComponentHealth; runner: ComponentHealth } {
    return {
      supernode: !this.#supernode?.isRunning ? 'failed' : this.#isConnected ? 'ok' : 'starting',
      runner: this.#runner?.isRunning ? 'ok' : 'failed',
    }
  }

  async start() {
    const { dataDir } = this.#options
    const secretFile = await this.#executorSecret()
    const port = await freePort()
    mkdirSync(join(dataDir, 'flower'), { recursive: true, mode: 0o700 })
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    this.#supernode = this.#startSupernode(port, secretFile)
    this.#runner = this.#startRunner(port, secretFile)
    this.#watch = setInterval(() => void this.#lookForConnection(), WATCH_MS)
  }

  /** The runner ends the process as its parent; we do too, in case the runner hangs. */
  kill(pid: number) {
    this.#runner?.tell(`kill ${pid}`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }

  async stop() {
    if (this.#watch) clearInterval(this.#watch)
    await Promise.all([this.#runner?.stop(), this.#supernode?.stop()])
  }

  #startSupernode(port: number, secretFile: string): Child {
    const { fleetAddress, fleetAuthorityFile, nodeKeyFile } = this.#options
    this.#skipLog()
    return this.#child('supernode', {
      args: [
        ...['-m', 'engine.flower.supernode', '--superlink', fleetAddress, '--root-certificates', fleetAuthorityFile],
        ...['--auth-supernode-private-key', nodeKeyFile, '--host', LOOPBACK, '--port', String(port)],
        ...['--isolation', 'process', '--superexec-auth-secret-file', secretFile],
      ],
      env: {},
    })
  }

  #startRunner(port: number, secretFile: string): Child {
    return this.#child('runner', {
      args: [
        ...['-m', 'engine.flower.runner', 'client', '--runtime-api-address', `${LOOPBACK}:${port}`, '--insecure'],
        ...['--superexec-auth-secret-file', secretFile],
      ],
      env: { TESSERA_GUARD_URL: this.#options.guardUrl, TESSERA_GUARD_SECRET_FILE: this.#options.guardSecretFile },
    })
  }

  #child(name: 'supernode' | 'runner', of: { args: string[]; env: Record<string, string> }): Child {
    const { python, engineDir, dataDir } = this.#options
    return new Child({
      name,
      command: python,
      args: of.args,
      cwd: dataDir,
      env: { ...plainEnvironment(process.env), PYTHONPATH: engineDir, FLWR_HOME: join(dataDir, 'flower'), ...of.env },
      logPath: this.#log(name),
      restartAfterMs: RESTART_MS,
      onStart: () => {
        if (name === 'runner') this.#options.onChange('runner', 'ready')
      },
      onExit: ({ wanted }) => {
        if (name === 'supernode') this.#skipLog()
        if (!wanted) this.#options.onChange(name, 'ended')
      },
    }).start()
  }

  #log = (name: string) => join(this.#options.dataDir, 'logs', `${name}.log`)

  async #executorSecret(): Promise<string> {
    const path = join(this.#options.dataDir, 'keys', 'executor-secret')
    await writePrivately(path, randomBytes(32).toString('hex'))
    return path
  }

  /** What a SuperNode before said is not the next one's word. Done before that starts, as it may speak at once. */
  #skipLog() {
    const path = this.#log('supernode')
    this.#isConnected = false
    this.#logRead = existsSync(path) ? statSync(path).size : 0
  }

  /** Flower offers no other sign of it than a line in its log, which may come after much else. */
  async #lookForConnection() {
    for (let isMore = true; isMore; ) {
      if (this.#isConnected || !this.#supernode?.isRunning) return
      const from = this.#logRead
      const text = await readFrom(this.#log('supernode'), from)
      // Started anew, or searched from here by another look meanwhile.
      if (from !== this.#logRead) return
      if (text.includes(CONNECTED)) return this.#connected()
      // The line may be cut by the end of what was read.
      this.#logRead = from + Math.max(0, text.length - CONNECTED.length)
      isMore = text.length === CHUNK_BYTES
    }
  }

  #connected() {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#options.onChange('supernode', 'ready')
  }
}

/** A character for each byte. */
async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, start)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}

/** The guard's secret: made anew at each start, read by the runner from the file. */
export async function makeGuardSecret(dataDir: string): Promise<{ secret: string; file: string }> {
  const file = join(dataDir, 'keys', 'guard-secret')
  await writePrivately(file, randomBytes(32).toString('hex'))
  return { secret: (await readFile(file, 'utf8')).trim(), file }
}
