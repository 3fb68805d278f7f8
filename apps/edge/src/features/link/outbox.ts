import { EdgeReport } from '@tessera/contract'
import { all, type Db, get, run } from '../../db/open.ts'
import { type Reports, requireSendable } from '../../lib/reports.ts'

type Answer = { error: string | null }

/** Reports wait here, on disk and in order, until the platform says it has them; so an absence of the platform loses none. */
export class Outbox implements Reports {
  readonly #db: Db
  readonly #now: () => Date
  readonly #waiting = new Map<number, ((answer: Answer) => void)[]>()
  /** Called when there is something new to send. */
  onReport: () => void = () => {}
  isConnected: () => boolean = () => true

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
    // Not before the caller's transaction is through.
    queueMicrotask(() => this.onReport())
    return Number(lastInsertRowid)
  }

  /** What the platform does not have yet, oldest first. */
  unsent(afterId = 0): { id: number; report: EdgeReport }[] {
    const rows = all(this.#db, 'select id, report from outbox where sent = 0 and id > ? order by id limit 500', afterId)
    return rows.map((row) => ({ id: Number(row.id), report: JSON.parse(String(row.report)) as EdgeReport }))
  }

  /** The platform has it, or will never take it; what it refused is kept to be looked at. */
  acknowledge(id: number, error: string | null) {
    if (error === null) run(this.#db, 'delete from outbox where id = ?', id)
    else run(this.#db, 'update outbox set sent = 1, error = ? where id = ?', error, id)
    for (const resolve of this.#waiting.get(id) ?? []) resolve({ error })
    this.#waiting.delete(id)
  }

  settled(id: number, timeoutMs: number): Promise<Answer | 'away'> {
    const answered = this.#answerTo(id)
    if (answered) return Promise.resolve(answered)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('away'), this.isConnected() ? timeoutMs : Math.min(timeoutMs, 1_000))
      const done = (answer: Answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), done])
    })
  }

  /** What the platform has said already: a report it took is not kept. */
  #answerTo(id: number): Answer | undefined {
    const row = get(this.#db, 'select sent, error from outbox where id = ?', id)
    if (!row) return { error: null }
    return row.sent === 1 ? { error: row.error as string | null } : undefined
  }
}
