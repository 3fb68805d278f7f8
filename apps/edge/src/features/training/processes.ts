import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComponentHealth } from '@tessera/contract'
import { Child, freePort, plainEnvironment, writeAtomically } from '@tessera/server'

export type ProcessName = 'supernode' | 'runner'

export interface ProcessOptions {
  dataDir: string
  python: string
  engineDir: string
  fleetAddress: string
  fleetAuthorityFile: string
  nodeKeyFile: string
  guardUrl: string
  guardSecretFile: string
  /** Callback, called immediately when a process ends unexpectedly or becomes ready. */
  onChange: (name: ProcessName, change: 'ended' | 'ready') => void
}

const LOOPBACK = '127.0.0.1'
/**
 * Delays between attempts to restart. After a hard kill, the SuperLink considers the old SuperNode connected for up to
 * one minute and refuses the new one.
 */
const RESTART_MS = [300, 1_000, 2_000, 3_000, 5_000]
/** Text that Flower's SuperNode prints once the SuperLink has accepted the SuperNode. */
const CONNECTED = 'SuperNode ID: '
/**
 * Texts that the SuperNode prints when it gives up connecting, after several attempts or at the first untrusted
 * certificate. Its process does not end then.
 */
const GAVE_UP = ['Giving up reconnection', 'SSL/TLS handshake error detected']
const MAX_WORD = Math.max(...[CONNECTED, ...GAVE_UP].map((word) => word.length))

/** Runs the party's Flower SuperNode and task runner, and restarts them while the edge runs. */
export class EngineProcesses {
  readonly #options: ProcessOptions
  #supernode: Child | null = null
  #runner: Child | null = null
  #isConnected = false
  /** The last characters of the SuperNode's output, because a line may arrive in two pieces. */
  #lastWords = ''

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
  }

  /** Kills a worker through its parent, the task runner, and also directly, in case the task runner hangs. */
  kill(pid: number) {
    this.#runner?.tell(`kill ${pid}`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Nothing to kill: the process has already ended.
    }
  }

  /**
   * Makes the task runner end a hung process and report that it hung. If the edge killed the process itself, the cause
   * would be lost.
   */
  endHung(pid: number, seconds: number) {
    this.#runner?.tell(`hung ${pid} ${seconds}`)
  }

  /** Running processes by name, with their process ids. */
  get running(): ReadonlyMap<ProcessName, number> {
    const pids = [
      ['supernode', this.#supernode?.pid],
      ['runner', this.#runner?.pid],
    ] as const
    return new Map(pids.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid]])))
  }

  /** Kills a process as if it had crashed. Its work is then reported as lost, and the process is restarted. */
  endUnasked(name: ProcessName) {
    const pid = this.running.get(name)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  /**
   * Restarts the SuperNode. Otherwise the work of a task runner that has ended would be pending until its heartbeat
   * expires. A SuperNode that is stopped signs off, so the SuperLink knows at once.
   */
  async renewSupernode() {
    if (this.#supernode?.isRunning) await this.#supernode.restart()
  }

  async stop() {
    await Promise.all([this.#runner?.stop(), this.#supernode?.stop()])
  }

  #startSupernode(port: number, secretFile: string): Child {
    const { fleetAddress, fleetAuthorityFile, nodeKeyFile } = this.#options
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

  #child(name: ProcessName, of: { args: string[]; env: Record<string, string> }): Child {
    const { python, engineDir, dataDir } = this.#options
    return new Child({
      name,
      command: python,
      args: of.args,
      cwd: dataDir,
      env: { ...plainEnvironment(process.env), PYTHONPATH: engineDir, FLWR_HOME: join(dataDir, 'flower'), ...of.env },
      logPath: join(dataDir, 'logs', `${name}.log`),
      stamps: true,
      ...(name === 'supernode' ? { onOutput: (bytes) => this.#listen(bytes) } : {}),
      restartAfterMs: RESTART_MS,
      onStart: () => {
        if (name === 'supernode') this.#disconnected()
        else this.#options.onChange('runner', 'ready')
      },
      onExit: ({ wanted }) => {
        if (name === 'supernode') this.#disconnected()
        if (!wanted) this.#options.onChange(name, 'ended')
      },
    }).start()
  }

  async #executorSecret(): Promise<string> {
    const path = join(this.#options.dataDir, 'keys', 'executor-secret')
    await writeAtomically(path, randomBytes(32).toString('hex'))
    return path
  }

  /** Discards the previous SuperNode's output, which does not apply to the next one. */
  #disconnected() {
    this.#isConnected = false
    this.#lastWords = ''
  }

  /** Flower shows the connection only by a log line, which may come after much other output. */
  #listen(bytes: Buffer) {
    if (!this.#supernode?.isRunning) return
    const text = this.#lastWords + bytes.toString('latin1')
    this.#lastWords = text.slice(-MAX_WORD)
    if (GAVE_UP.some((word) => text.includes(word))) return this.endUnasked('supernode')
    if (text.includes(CONNECTED)) this.#connected()
  }

  #connected() {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#options.onChange('supernode', 'ready')
  }
}

/**
 * Creates the secret with which the task runner authenticates to the guard. It is new at each start and is passed in a
 * file.
 */
export async function makeGuardSecret(dataDir: string): Promise<{ secret: string; file: string }> {
  const file = join(dataDir, 'keys', 'guard-secret')
  await writeAtomically(file, randomBytes(32).toString('hex'))
  return { secret: (await readFile(file, 'utf8')).trim(), file }
}
