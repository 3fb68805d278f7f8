import { type EdgeReport, type ErrorCode, type ErrorParams, isErrorCode, placeholdersOf } from '@tessera/contract'
import type { Reports } from '../../lib/reports.ts'

export interface Worker {
  pid: number
  runId: string
  flowerRunId: string
  grantId: string
  messageId: string
  messageType: string
}

type WorkerReport = Extract<EdgeReport, { kind: 'worker' }>

const STEPS: Record<string, string> = { query: 'statistics', train: 'train', evaluate: 'evaluate' }
export const stepOf = (messageType: string) => STEPS[messageType] ?? 'starting'

/** Which process works for which run just now, so that stop and withdrawal can end it. */
export class Workers {
  readonly #byMessage = new Map<string, Worker>()
  readonly #killed = new Set<string>()
  /** Kills a process on behalf of the party; the runner, whose child it is, is asked as well. */
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

  /** Answers whether its end was our own doing. */
  ended(messageId: string): boolean {
    this.#byMessage.delete(messageId)
    return this.#killed.delete(messageId)
  }

  killOfRun(runId: string): Worker[] {
    return this.#killWhere((worker) => worker.runId === runId)
  }

  /** Until they end, the SuperNode takes no other message. */
  killOfAttempt(flowerRunId: string): Worker[] {
    return this.#killWhere((worker) => worker.flowerRunId === flowerRunId)
  }

  killOfGrant(grantId: string): Worker[] {
    return this.#killWhere((worker) => worker.grantId === grantId)
  }

  /** The runner ended and took them all along; answers what they were at. */
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

/** Ends what works under a ticket that stands no more; the platform hears the reason, not just of a death. */
export const killingWorkers = (workers: Workers, outbox: Reports) => (grantId: string, because: ErrorCode) => {
  for (const worker of workers.killOfGrant(grantId)) outbox.add(workerReport(worker, 'refused', because))
}

/** The runner has ended, or the SuperNode: what its workers were at is lost, and the platform hears of it, but for those we killed. */
export const tellingDeaths = (workers: Workers, outbox: Reports) => (because: ErrorCode) => {
  for (const worker of workers.forgetAll()) outbox.add(workerReport(worker, 'died', because))
}

/**
 * What the platform hears of a message's end: a code that has a text, and what that text asks for. The runner has checked
 * both against the app; this is the last door out.
 */
export function workerReport(
  worker: Pick<Worker, 'runId' | 'flowerRunId' | 'messageType'>,
  outcome: WorkerReport['outcome'],
  reported: string,
  params: ErrorParams = {},
): WorkerReport {
  const code = isErrorCode(reported) ? reported : 'internal'
  const asked = placeholdersOf(code).flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]))
  const step = stepOf(worker.messageType)
  const { runId, flowerRunId } = worker
  const of = { runId, ...(flowerRunId && { flowerRunId }) }
  return { kind: 'worker', ...of, outcome, step, code, params: Object.fromEntries(asked) }
}
