import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIFELINE } from './lifeline.ts'
import { LogFile, type LogLimits, stamped, WholeLines } from './log-file.ts'

/**
 * How long the pipes of a child process are read after it has ended. They contain its last output, but a process that
 * it started may keep them open.
 */
const LAST_WORDS_MS = 300

export interface ChildOptions {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  logPath: string
  logLimits?: LogLimits
  /** Whether to add times to the output lines and remove colours, for example for Flower's processes. */
  stamps?: boolean
  /** Callback with the output of the child process as it arrives. */
  onOutput?: (bytes: Buffer) => void
  /**
   * Milliseconds before the first, second and further restarts after an unexpected end; the last value is repeated.
   * Without this option, the process is never restarted.
   */
  restartAfterMs?: number[]
  /** If the child process has run for this long, it counts as healthy again. */
  healthyAfterMs?: number
  onExit?: (exit: { code: number | null; signal: NodeJS.Signals | null; wanted: boolean }) => void
  onStart?: (pid: number) => void
}

const HEALTHY_AFTER_MS = 30_000
const MAX_PAUSE_MS = 600_000

interface Start {
  at: number
  /** Duration of the last start in milliseconds, or null until the first output. */
  tookMs: number | null
}

/**
 * A child process that holds our lifeline, is logged, and is restarted if it ends unexpectedly. A start ends with the
 * first output of the process. On a busy machine a start can take minutes, and each further start adds to the load. So
 * the pause before a restart is at least as long as the last start took (at most 10 minutes), and doubles with each
 * consecutive start that ended without output.
 */
export class Child {
  readonly options: ChildOptions
  #log: LogFile | null = null
  #process: ChildProcess | null = null
  #stopping = false
  #failures = 0
  /** Number of consecutive starts that ended before the process wrote any output. */
  #silentStarts = 0
  #timer: NodeJS.Timeout | null = null

  constructor(options: ChildOptions) {
    this.options = options
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null
  }

  start(): this {
    const { command, args, env, cwd, logPath, logLimits, stamps, onOutput } = this.options
    this.#log ??= new LogFile(logPath, logLimits)
    const log = this.#log
    const start: Start = { at: performance.now(), tookMs: null }
    this.#stopping = false
    // The fourth file descriptor is the lifeline: it closes when this process ends, for any reason. This process writes
    // the child's log, because a file that the child writes itself could not be rotated while the child runs.
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const
    // The child has a separate process session, so that Ctrl-C in a terminal reaches only this process, which then
    // stops its children in order.
    const child = spawn(command, args, { cwd, env: { ...env, [LIFELINE]: '3' }, stdio: [...stdio], detached: true })
    for (const output of [child.stdout, child.stderr]) {
      const lines = new WholeLines((bytes) => log.write(stamps ? stamped(bytes, new Date()) : bytes))
      output?.on('data', (bytes: Buffer) => {
        start.tookMs ??= performance.now() - start.at
        lines.take(bytes)
        if (this.#process === child) onOutput?.(bytes)
      })
      output?.on('close', () => lines.end()).on('error', () => {})
    }
    // Errors of the lifeline are ignored: a child that ends resets it, and the 'exit' event reports the end.
    child.stdio[3]?.on('error', () => {})
    this.#process = child
    if (child.pid !== undefined) this.options.onStart?.(child.pid)
    child.on('error', () => this.#ended(null, null, start))
    child.on('exit', (code, signal) => this.#ended(code, signal, start))
    return this
  }

  /** Writes a line to the child's lifeline, for children that read it (`docs/concepts/processes.md`). */
  tell(line: string) {
    if (this.isRunning) (this.#process?.stdio[3] as Writable | undefined)?.write(`${line}\n`)
  }

  /** Sends SIGTERM, kills the process if it is still running after `graceMs`, and resolves when it has ended. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#stopping = true
    if (this.#timer) clearTimeout(this.#timer)
    const child = this.#process
    if (!child || !this.isRunning) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
    await Promise.race([closed, sleep(LAST_WORDS_MS)])
    for (const output of [child.stdout, child.stderr]) output?.destroy()
  }

  async restart(): Promise<void> {
    await this.stop()
    this.start()
  }

  #ended(code: number | null, signal: NodeJS.Signals | null, start: Start) {
    if (this.#process === null) return
    this.#process = null
    this.options.onExit?.({ code, signal, wanted: this.#stopping })
    if (this.#stopping || !this.options.restartAfterMs?.length) return
    this.#timer = setTimeout(() => this.start(), this.#pauseAfter(start))
  }

  #pauseAfter({ at, tookMs }: Start): number {
    const { restartAfterMs: pauses = [], healthyAfterMs = HEALTHY_AFTER_MS } = this.options
    const livedMs = performance.now() - at
    if (livedMs - (tookMs ?? 0) > healthyAfterMs) this.#failures = 0
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)] ?? 0
    this.#failures += 1
    this.#silentStarts = tookMs === null ? this.#silentStarts + 1 : 0
    const startMs = tookMs ?? livedMs * 2 ** (this.#silentStarts - 1)
    return Math.max(pause, Math.min(startMs, MAX_PAUSE_MS))
  }
}
