import { type RunSilence, WORKER_SILENT_SECONDS } from '@tessera/contract'
import { lifeSigns } from '@tessera/server'
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

/** What a process had been counted when it was last seen to live. */
interface Still {
  counts: string
  since: number
}

interface Seen extends Still {
  worker: Worker
  isTold: boolean
  endAskedAt: number | null
}

/**
 * Distinguishes a process that hangs from one that is slow: none of its threads runs or could run. The kernel shows
 * that from outside, since an algorithm reports nothing within a stage, and a Python process that imports its modules
 * on a busy machine waits for a processor most of the time.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps
  readonly #now: () => number
  readonly #seen = new Map<string, Seen>()
  /** By process id. */
  readonly #processes = new Map<number, Still>()
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
      const still = stillness(pid, this.#processes.get(pid), now)
      if (still === undefined) continue
      if (now - still.since >= WORKER_SILENT_SECONDS * 1_000) this.#deps.endProcess(name)
      this.#processes.set(pid, still)
    }
  }

  #judge(worker: Worker, now: number) {
    const seen = this.#seen.get(worker.messageId)
    const still = stillness(worker.pid, seen, now)
    if (still === undefined || seen?.since !== still.since) {
      if (seen) this.#forget(worker.messageId, seen)
      if (still) this.#seen.set(worker.messageId, { worker, ...still, isTold: false, endAskedAt: null })
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

/** Since when a process has given no sign of life: since now where it just gave one. Undefined where it cannot be seen. */
function stillness(pid: number, before: Still | undefined, now: number): Still | undefined {
  const signs = lifeSigns(pid)
  if (signs === undefined) return undefined
  const isStill = before?.counts === signs.counts && !signs.isRunnable
  return { counts: signs.counts, since: isStill ? before.since : now }
}
