import { type EdgeReport, type ErrorCode, type ErrorParams, isErrorCode, placeholdersOf } from '@tessera/contract'
import type { Reports } from '../../lib/reports.ts'

export interface Worker {
  pid: number
  runId: string
  attemptId: string
  grantId: string
  messageId: string
  messageType: string
}

type WorkerReport = Extract<EdgeReport, { kind: 'worker' }>

const STEPS: Record<string, string> = { query: 'statistics', train: 'train', evaluate: 'evaluate' }
export const stepOf = (messageType: string) => STEPS[messageType] ?? 'starting'

/** Tracks which process works for which run, so that a stop or withdrawal can end it. */
export class Workers {
  readonly #byMessage = new Map<string, Worker>()
  readonly #killed = new Set<string>()
  /** Kills a process, both directly and through the task runner. */
  readonly #kill: (pid: number) => void

  constructor(kill: (pid: number) => void) {
    this.#kill = kill
  }

  get current(): Worker[] {
    return [...this.#byMessage.values()]
  }

  began(worker: Worker) {
    this.#byMessage.set(worker.messageId, worker)
  }

  /** Removes a worker that has ended, and returns whether this edge killed it. */
  ended(messageId: string): boolean {
    this.#byMessage.delete(messageId)
    return this.#killed.delete(messageId)
  }

  killOfRun(runId: string): Worker[] {
    return this.#killWhere((worker) => worker.runId === runId)
  }

  /** Kills the workers of an attempt. The SuperNode accepts no other message until they end. */
  killOfAttempt(attemptId: string): Worker[] {
    return this.#killWhere((worker) => worker.attemptId === attemptId)
  }

  killOfGrant(grantId: string): Worker[] {
    return this.#killWhere((worker) => worker.grantId === grantId)
  }

  /** Removes all workers after the task runner has ended, and returns those that the edge did not kill. */
  forgetAll(): Worker[] {
    const gone = this.current.filter(({ messageId }) => !this.#killed.has(messageId))
    this.#byMessage.clear()
    this.#killed.clear()
    return gone
  }

  #killWhere(matches: (worker: Worker) => boolean): Worker[] {
    const killed = this.current.filter(matches)
    for (const worker of killed) {
      this.#killed.add(worker.messageId)
      this.#kill(worker.pid)
    }
    return killed
  }
}

/**
 * Kills the work under a ticket that is no longer valid, and reports the reason to the platform, which would otherwise
 * learn only that the worker ended.
 */
export const killingWorkers = (workers: Workers, outbox: Reports) => (grantId: string, because: ErrorCode) => {
  for (const worker of workers.killOfGrant(grantId)) outbox.add(workerReport(worker, 'refused', because))
}

/**
 * Reports the work that is lost because the task runner or SuperNode has ended, except the work of processes that this
 * edge killed.
 */
export const reportingDeaths = (workers: Workers, outbox: Reports) => (because: ErrorCode) => {
  for (const worker of workers.forgetAll()) outbox.add(workerReport(worker, 'died', because))
}

/**
 * Returns the report about the end of a message: an error code with a text, and the parameters of the text. The task
 * runner has already compared both with the declarations of the app; this is the last check before they leave the edge.
 */
export function workerReport(
  worker: Pick<Worker, 'runId' | 'attemptId' | 'messageType'>,
  outcome: WorkerReport['outcome'],
  reported: string,
  params: ErrorParams = {},
): WorkerReport {
  const code = isErrorCode(reported) ? reported : 'internal'
  const used = placeholdersOf(code).flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]))
  const step = stepOf(worker.messageType)
  const { runId, attemptId } = worker
  return { kind: 'worker', runId, attemptId, outcome, step, code, params: Object.fromEntries(used) }
}
