import { readdirSync, readFileSync } from 'node:fs'
import { type RunSilence, WORKER_SILENT_SECONDS } from '@tessera/contract'
import type { ProcessName } from './processes.ts'
import type { Worker, Workers } from './workers.ts'

const LOOK_MS = 2_000
/** Who did not look for so long stood still itself, and knows nothing of what others did meanwhile. */
const GAP_MS = 10_000
/** How long the runner has to end a worker that it is told to. */
const GRACE_MS = 10_000

export interface SilenceDeps {
  workers: Pick<Workers, 'current'>
  /** A worker that gives no sign of life is ended after so long. */
  limitSeconds: number
  tell: (silence: RunSilence) => void
  /** Asks the runner, whose child it is: it knows then of what it died. */
  end: (worker: Worker, seconds: number) => void
  /** The runner did not: it hangs itself. */
  endRunner: () => void
  /** SuperNode and runner, by name: they ask for work again and again, so one of them that is never woken hangs. */
  processes: () => ReadonlyMap<ProcessName, number>
  endProcess: (name: ProcessName) => void
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

interface Seen {
  worker: Worker
  spent: string
  since: number
  isTold: boolean
  endAskedAt: number | null
}

/**
 * Tells a worker that hangs from one that is slow: its processor time stands still. That is seen from outside, as an
 * algorithm need not say a word within a stage.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps
  readonly #now: () => number
  readonly #seen = new Map<string, Seen>()
  /** By process id. */
  readonly #processes = new Map<number, { wakings: number; since: number }>()
  #lookedAt: number
  #timer: NodeJS.Timeout | null = null

  constructor(deps: SilenceDeps) {
    this.#deps = deps
    this.#now = deps.now ?? (() => performance.now())
    this.#lookedAt = this.#now()
  }

  start() {
    this.#timer ??= setInterval(() => this.look(), LOOK_MS)
  }

  stop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  look() {
    const now = this.#now()
    const gap = now - this.#lookedAt
    this.#lookedAt = now
    if (gap > GAP_MS) for (const still of [...this.#seen.values(), ...this.#processes.values()]) still.since += gap
    const working = new Map(this.#deps.workers.current.map((worker) => [worker.messageId, worker]))
    for (const [messageId, seen] of this.#seen) if (!working.has(messageId)) this.#forget(messageId, seen)
    for (const worker of working.values()) this.#judge(worker, now)
    this.#lookAtProcesses(now)
  }

  #lookAtProcesses(now: number) {
    const running = this.#deps.processes()
    const pids = new Set(running.values())
    for (const pid of this.#processes.keys()) if (!pids.has(pid)) this.#processes.delete(pid)
    for (const [name, pid] of running) {
      const wakings = wakingsOf(pid)
      if (wakings === undefined) continue
      const before = this.#processes.get(pid)
      const since = before?.wakings === wakings ? before.since : now
      if (now - since >= WORKER_SILENT_SECONDS * 1_000) this.#deps.endProcess(name)
      this.#processes.set(pid, { wakings, since })
    }
  }

  #judge(worker: Worker, now: number) {
    const spent = spentBy(worker.pid)
    const seen = this.#seen.get(worker.messageId)
    if (spent === undefined || seen?.spent !== spent) {
      if (seen) this.#forget(worker.messageId, seen)
      if (spent === undefined) return
      this.#seen.set(worker.messageId, { worker, spent, since: now, isTold: false, endAskedAt: null })
      return
    }
    const seconds = Math.floor((now - seen.since) / 1_000)
    if (seconds >= WORKER_SILENT_SECONDS && !seen.isTold) {
      seen.isTold = true
      this.#deps.tell({ runId: worker.runId, seconds })
    }
    if (seconds < this.#deps.limitSeconds) return
    if (seen.endAskedAt === null) {
      seen.endAskedAt = now
      this.#deps.end(worker, seconds)
    } else if (now - seen.endAskedAt >= GRACE_MS) {
      seen.endAskedAt = now
      this.#deps.endRunner()
    }
  }

  #forget(messageId: string, seen: Seen) {
    this.#seen.delete(messageId)
    if (seen.isTold) this.#deps.tell({ runId: seen.worker.runId, seconds: null })
  }
}

/** Processor time of all its threads so far, in the kernel's ticks; undefined where the process is gone, or the system tells none. */
export function spentBy(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold blanks and brackets; its 12th and 13th fields from there on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${fields[11]} ${fields[12]}`
  } catch {
    return undefined
  }
}

/** How often its threads have been woken. Whoever only asks for work uses too little processor time to tell by that. */
function wakingsOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const counts = threads.map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1])
    })
    return counts.reduce((sum, count) => sum + count, 0)
  } catch {
    return undefined
  }
}
