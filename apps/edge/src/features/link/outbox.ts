import { EdgeReport } from '@tessera/contract'
import { ProgressLimit } from '@tessera/server'
import { all, type Db, get, run } from '../../db/open.ts'
import { type Reports, requireSendable } from '../../lib/reports.ts'

type Answer = { error: string | null }

interface Waiting {
  progressLimit: ProgressLimit
  end: (answer: Answer) => void
}

/** Interval at which a waiting call checks whether its time has run out. */
const CHECK_MS = 100

/**
 * Queue of reports to the platform, stored on disk. A report stays in the queue until the platform confirms it, so that
 * reports are not lost while the platform is offline.
 */
export class Outbox implements Reports {
  readonly #db: Db
  readonly #now: () => Date
  readonly #waiting = new Map<number, Set<Waiting>>()
  /** Callback when there is a new report to send. */
  onReport: () => void = () => {}

  constructor(db: Db, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  add(report: EdgeReport): number {
    requireSendable(report)
    const text = JSON.stringify(EdgeReport.parse(report))
    const { lastInsertRowid } = run(
      this.#db,
      'insert into outbox (report, create_time) values (?, ?)',
      text,
      this.#now().toISOString(),
    )
    // Lists the reports that the platform has not yet confirmed, oldest first.
    queueMicrotask(() => this.onReport())
    return Number(lastInsertRowid)
  }

  /**
   * Removes a report that the platform has confirmed. A report that the platform refused stays stored with its error,
   * for diagnosis.
   */
  unsent(afterId = 0): { id: number; report: EdgeReport }[] {
    const rows = all(this.#db, 'select id, report from outbox where sent = 0 and id > ? order by id limit 500', afterId)
    return rows.map((row) => ({ id: Number(row.id), report: JSON.parse(String(row.report)) as EdgeReport }))
  }

  /**
   * Removes a report that the platform has confirmed. A report that it refused stays stored with the error, for
   * diagnosis.
   */
  acknowledge(id: number, error: string | null) {
    if (error === null) run(this.#db, 'delete from outbox where id = ?', id)
    else run(this.#db, 'update outbox set sent = 1, error = ? where id = ?', error, id)
    for (const { end } of this.#waiting.get(id) ?? []) end({ error })
    for (const others of this.#waiting.values()) for (const { progressLimit } of others) progressLimit.restart()
  }

  /**
   * Waits for the platform's answer to a report. Returns 'away' if the platform answers no report for `limitMs`; on a
   * busy machine, it waits longer.
   */
  settled(id: number, limitMs: number): Promise<Answer | 'away'> {
    const answered = this.#answerTo(id)
    if (answered) return Promise.resolve(answered)
    return new Promise((resolve) => {
      const all = this.#waiting.get(id) ?? new Set()
      const timer = setInterval(() => {
        if (waiting.progressLimit.hasPassed) end('away')
      }, CHECK_MS)
      const end = (answer: Answer | 'away') => {
        clearInterval(timer)
        all.delete(waiting)
        if (all.size === 0) this.#waiting.delete(id)
        resolve(answer)
      }
      const waiting: Waiting = { progressLimit: new ProgressLimit(limitMs), end }
      this.#waiting.set(id, all.add(waiting))
    })
  }

  /** Returns the platform's stored answer. A confirmed report is no longer stored. */
  #answerTo(id: number): Answer | undefined {
    const row = get(this.#db, 'select sent, error from outbox where id = ?', id)
    if (!row) return { error: null }
    return row.sent === 1 ? { error: row.error as string | null } : undefined
  }
}
