import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIFELINE } from './lifeline.ts'
import { LogFile, type LogLimits, stamped, WholeLines } from './log-file.ts'

/** How long a child that is gone may still be heard: what it said last is in the pipe, which a child of its own may hold open. */
const LAST_WORDS_MS = 300

export interface ChildOptions {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  logPath: string
  logLimits?: LogLimits
  /** Its lines have neither a time of their own nor a use for colours in a file, as those of Flower's processes. */
  stamps?: boolean
  /** Is told what it says, as it says it. */
  onOutput?: (bytes: Buffer) => void
  /** Milliseconds before the first, second, … restart after an unwanted end; the last one repeats. None: never restarted. */
  restartAfterMs?: number[]
  /** A child that ran this long after it had started counts as healthy again. */
  healthyAfterMs?: number
  onExit?: (exit: { code: number | null; signal: NodeJS.Signals | null; wanted: boolean }) => void
  onStart?: (pid: number) => void
}

const HEALTHY_AFTER_MS = 30_000
const MAX_PAUSE_MS = 600_000

interface Start {
  at: number
  /** Null until the child's first output. */
  tookMs: number | null
}

/**
 * A child process that holds our lifeline, is written down and is started again when it ends unasked. A start is over
 * with the child's first output. On a busy machine a start takes minutes, and each further one adds to the load: so the
 * pause before a restart is at least as long as the last start took (10 minutes at most), and doubles with each start in a
 * row that ended without output.
 */
export class Child {
  readonly options: ChildOptions
  #log: LogFile | null = null
  #process: ChildProcess | null = null
  #stopping = false
  #failures = 0
  /** Starts in a row that ended before the child wrote a word. */
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
    // The fourth descriptor is the lifeline: it closes when this process ends, whatever ended it. What the child says
    // comes through us, as a file it writes itself could not be set aside while it writes.
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const
    // In a session of its own: Ctrl-C in a terminal is for us, who end our children in good order.
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
    // A child that dies resets the lifeline under us; its end is told by 'exit'.
    child.stdio[3]?.on('error', () => {})
    this.#process = child
    if (child.pid !== undefined) this.options.onStart?.(child.pid)
    child.on('error', () => this.#ended(null, null, start))
    child.on('exit', (code, signal) => this.#ended(code, signal, start))
    return this
  }

  /** Writes a line to the child's lifeline, for those that read one (`docs/processes.md`). */
  tell(line: string) {
    if (this.isRunning) (this.#process?.stdio[3] as Writable | undefined)?.write(`${line}\n`)
  }

  /** Asks it to end, kills it after a while, and resolves when it is gone. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#stopping = true
    if (this.#timer) clearTimeout(this.#timer)
    const child = this.#process
    if (!child || !this.isRunning) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const heard = new Promise<void>((resolve) => child.once('close', () => resolve()))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
    await Promise.race([heard, sleep(LAST_WORDS_MS)])
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
