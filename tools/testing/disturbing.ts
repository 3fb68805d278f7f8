/**
 * Causes a fault during a run, and follows the run on its page until it ends. For tests with real processes, and for
 * benchmarks.
 */
import type { Run, RunEvent } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../client.ts'
import { until } from '../until.ts'
import { limit } from './limits.ts'
import type { Disturbance, Wire } from './wire.ts'

/** Time limit that only a hung run reaches. */
export const LONG_MS = 900_000
const MAX_LOOK_MS = 1_000

export interface Sight {
  run: Run
  events: RunEvent[]
}

/** Reads the run. Returns undefined while the platform cannot answer. */
export async function look(client: Client, taskId: string): Promise<Sight | undefined> {
  const { run, events } = await client.call(wire.GetRun, { taskId }).catch(() => ({ run: null, events: [] }))
  return run ? { run, events } : undefined
}

/** Reads the run, but returns undefined after `ms`, because a platform without its database does not answer. */
function lookFor(ms: number, client: Client, taskId: string): Promise<Sight | undefined> {
  const waited = new Promise<undefined>((done) => setTimeout(() => done(undefined), ms))
  return Promise.race([look(client, taskId), waited])
}

export function isOver({ phase }: Run): boolean {
  return phase === 'completed' || phase === 'failed' || phase === 'stopped'
}

export function runEnded(client: Client, taskId: string): Promise<Run> {
  return until(
    'the run to end',
    async () => {
      const sight = await look(client, taskId)
      return sight && isOver(sight.run) ? sight.run : undefined
    },
    LONG_MS,
  )
}

/** A fault during a run, with its duration. */
export interface Fault {
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  seconds: number
  /**
   * Whether the fault ends once its cause is reported, and at the latest after `seconds`, scaled to this machine's
   * speed.
   */
  endsOnceReported?: boolean
  /** The party that causes the fault; null if the run may name no party. */
  partyId: string | null
  /** Returns whether the cause is reported. Absent if naming the party is sufficient, or if no report is required. */
  isReported?: (sight: Sight | undefined) => boolean | Promise<boolean>
}

/** Returns a fault of the network between this party and the platform. */
export const onWay = ([partyId, way]: [string, Wire], disturbance: Disturbance, seconds: number): Fault => ({
  begin: () => way.set(disturbance),
  end: () => way.set('pass'),
  seconds,
  partyId,
})

/** What the page of a run showed during a fault. */
export interface Disturbed {
  run: Run | undefined
  /** Seconds until the page named the right party or reported the cause; null if it did neither. */
  reportedAfter: number | null
  /** Whether the report came before the fault ended. */
  isReportedInTime: boolean
  /** Other parties that the page wrongly named, each with the time. */
  innocent: string[]
  seconds: number
}

/** Starts the fault at once, and follows the task's run until it has ended. */
export async function disturb(client: Client, taskId: string, fault: Fault): Promise<Disturbed> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  const seen: Omit<Disturbed, 'seconds'> = {
    run: undefined,
    reportedAfter: null,
    isReportedInTime: false,
    innocent: [],
  }
  await fault.begin()
  let isOn = true
  const most = fault.endsOnceReported ? limit(fault.seconds * 1_000) / 1_000 : fault.seconds
  try {
    while (seconds() < LONG_MS / 1_000) {
      if (isOn && (seconds() > most || (fault.endsOnceReported && seen.reportedAfter !== null))) {
        await fault.end()
        isOn = false
      }
      const sight = await lookFor(MAX_LOOK_MS, client, taskId)
      seen.run = sight?.run ?? seen.run
      const named = [...(seen.run?.waitingFor ?? []), seen.run?.failure?.partyId ?? []].flat()
      const isNamed = fault.partyId !== null && named.includes(fault.partyId)
      if (seen.reportedAfter === null && (fault.isReported ? await fault.isReported(sight) : isNamed)) {
        seen.reportedAfter = seconds()
        seen.isReportedInTime = isOn
      }
      for (const other of named.filter((partyId) => partyId !== fault.partyId)) {
        seen.innocent.push(`${other} after ${seconds().toFixed(1)} s`)
      }
      if (seen.run && isOver(seen.run)) break
      await new Promise((done) => setTimeout(done, 50))
    }
  } finally {
    if (isOn) await fault.end()
  }
  return { ...seen, seconds: seconds() }
}
