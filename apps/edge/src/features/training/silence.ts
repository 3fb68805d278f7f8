import { type RunSilence, WORKER_SILENT_SECONDS } from '@tessera/contract'
import { lifeSigns } from '@tessera/server'
import type { ProcessName } from './processes.ts'
import type { Worker, Workers } from './workers.ts'

const LOOK_MS = 2_000
/**
 * Maximum interval between two checks. A longer interval means that the edge itself was suspended, so it does not count
 * as silence.
 */
const GAP_MS = 10_000
/** Time within which the task runner must end a worker on request. */
const GRACE_MS = 10_000

export interface SilenceDeps {
  workers: Pick<Workers, 'current'>
  /** A worker without a sign of life for this time is ended. */
  limitSeconds: number
  tell: (silence: RunSilence) => void
  /**
   * Asks the task runner, which is the worker's parent, to end the worker, so that the task runner knows why the worker
   * ended.
   */
  end: (worker: Worker, seconds: number) => void
  /** Callback if the task runner does not end the worker, which means that the task runner itself hangs. */
  endRunner: () => void
  /**
   * SuperNode and task runner by name. Both wake up regularly to look for work, so a process that does not wake up
   * hangs.
   */
  processes: () => ReadonlyMap<ProcessName, number>
  endProcess: (name: ProcessName) => void
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number
}

/** Counters of a process when it last showed a sign of life. */
interface Still {
  counts: string
  since: number
}

interface Seen extends Still {
  worker: Worker
  isReported: boolean
  endAskedAt: number | null
}

/**
 * Distinguishes a hung process from a slow one: no thread of a hung process runs or is runnable. The kernel shows this
 * without help from the process. Algorithms do not report progress within a stage, and a Python process that imports
 * modules on a busy machine mostly waits for a processor.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps
  readonly #now: () => number
  readonly #seen = new Map<string, Seen>()
  /** The watched processes by process id. */
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
      if (still) this.#seen.set(worker.messageId, { worker, ...still, isReported: false, endAskedAt: null })
      return
    }
    const seconds = Math.floor((now - seen.since) / 1_000)
    if (seconds >= WORKER_SILENT_SECONDS && !seen.isReported) {
      seen.isReported = true
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
    if (seen.isReported) this.#deps.tell({ runId: seen.worker.runId, seconds: null })
  }
}

/**
 * Returns the time of a process's last sign of life. If its counters have changed, this is the current time. Returns
 * undefined if the process cannot be inspected.
 */
function stillness(pid: number, before: Still | undefined, now: number): Still | undefined {
  const signs = lifeSigns(pid)
  if (signs === undefined) return undefined
  const isStill = before?.counts === signs.counts && !signs.isRunnable
  return { counts: signs.counts, since: isStill ? before.since : now }
}
