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
  /** Told at once when one of them ends unasked, or becomes ready. */
  onChange: (name: ProcessName, change: 'ended' | 'ready') => void
}

const LOOPBACK = '127.0.0.1'
/** After a hard kill the SuperLink believes in the old SuperNode for up to a minute and refuses the new: keep trying. */
const RESTART_MS = [300, 1_000, 2_000, 3_000, 5_000]
/** What Flower's SuperNode prints once the SuperLink has taken it in. */
const CONNECTED = 'SuperNode ID: '
/** And once it tries no more, after several tries or at the first certificate that it does not trust: it does not end by itself. */
const GAVE_UP = ['Giving up reconnection', 'SSL/TLS handshake error detected']
const LONGEST_WORD = Math.max(...[CONNECTED, ...GAVE_UP].map((word) => word.length))

/** The party's SuperNode and runner, watched and started again for as long as the edge runs. */
export class EngineProcesses {
  readonly #options: ProcessOptions
  #supernode: Child | null = null
  #runner: Child | null = null
  #isConnected = false
  /** The end of what the SuperNode said last: a line may come in two pieces. */
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

  /** The runner ends the process as its parent; we do too, in case the runner hangs. */
  kill(pid: number) {
    this.#runner?.tell(`kill ${pid}`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }

  /** The runner ends the process and says that it hung; were it killed here, nobody could tell. */
  endHung(pid: number, seconds: number) {
    this.#runner?.tell(`hung ${pid} ${seconds}`)
  }

  /** Those that run, by their process id. */
  get running(): ReadonlyMap<ProcessName, number> {
    const pids = [
      ['supernode', this.#supernode?.pid],
      ['runner', this.#runner?.pid],
    ] as const
    return new Map(pids.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid]])))
  }

  /** Unasked, so that what it was at is told to be lost and it is started again. */
  endUnasked(name: ProcessName) {
    const pid = this.running.get(name)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  /**
   * The SuperNode anew. Whatever a runner that ended was at it would wait for until the runner's heartbeat lapses; its
   * signing off tells the SuperLink at once.
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

  /** What a SuperNode before said is not the next one's word. */
  #disconnected() {
    this.#isConnected = false
    this.#lastWords = ''
  }

  /** Flower shows it by nothing but a line, which may come after much else. */
  #listen(bytes: Buffer) {
    if (!this.#supernode?.isRunning) return
    const text = this.#lastWords + bytes.toString('latin1')
    this.#lastWords = text.slice(-LONGEST_WORD)
    if (GAVE_UP.some((word) => text.includes(word))) return this.endUnasked('supernode')
    if (text.includes(CONNECTED)) this.#connected()
  }

  #connected() {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#options.onChange('supernode', 'ready')
  }
}

/** The guard's secret: made anew at each start, read by the runner from the file. */
export async function makeGuardSecret(dataDir: string): Promise<{ secret: string; file: string }> {
  const file = join(dataDir, 'keys', 'guard-secret')
  await writeAtomically(file, randomBytes(32).toString('hex'))
  return { secret: (await readFile(file, 'utf8')).trim(), file }
}
