import type { RunEvent } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { notifyRunMoved } from '../task/index.ts'
import { finishRun, lockWithTask } from './end-run.ts'
import { attributeFailure } from './judge-run.ts'
import { readPartyPresence } from './party-presence.ts'
import { updateRun } from './queries.ts'
import { readExpired } from './read-expired.ts'
import { applyRunEvent, type RunState } from './run-state.ts'
import { type RunRow, runEvent } from './table.ts'

/**
 * Applies the events of a ServerApp, which the ServerApp posts and also writes to a file. Repeated events and events
 * that arrive too early change nothing.
 */
export async function applyEvents(deps: AlgorithmDeps, runId: string, events: RunEvent[]): Promise<void> {
  if (events.length === 0) return
  await deps.db.transaction(async (tx) => {
    const before = await lockWithTask(tx, runId)
    if (!before) return
    let run: RunRow = before
    for (const event of events.filter((one) => one.runId === runId).toSorted((a, b) => a.seq - b.seq)) {
      const judged = event.kind === 'failed' ? await judge(deps, tx, run, event) : event
      const next = applyRunEvent(run, judged)
      if (next === run) continue
      run = next
      await tx.insert(runEvent).values({ runId, seq: event.seq, event: judged, time: new Date(event.time) })
    }
    if (run !== before) await write(tx, deps, run)
  })
}

/**
 * Corrects the party to which a ServerApp attributes a failure. A ServerApp has its own deadline and cannot see that a
 * certificate has expired.
 */
async function judge(deps: AlgorithmDeps, db: Db, run: RunRow, event: Extract<RunEvent, { kind: 'failed' }>) {
  return attributeFailure(event, await readPartyPresence({ ...deps, db }, run), await readExpired(deps))
}

async function write(tx: Db, deps: AlgorithmDeps, run: RunRow) {
  await updateRun(tx, run.id, stateOf(run))
  if (run.phase === 'failed' && run.failure) await finishRun(tx, deps, run, { phase: 'failed', failure: run.failure })
  else await notifyRunMoved(tx, deps, run.taskId, run.lastSeq)
}

function stateOf(run: RunRow): RunState {
  const { phase, step, round, rounds, metrics, parties, waitingFor, failure, lastSeq, startTime } = run
  return { phase, step, round, rounds, metrics, parties, waitingFor, failure, lastSeq, startTime }
}
