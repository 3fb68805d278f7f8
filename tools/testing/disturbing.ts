/** A run in which something is broken: as its page shows it, until it is over. For tests on real processes, and for the benches. */
import type { Run, RunEvent } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../client.ts'
import { until } from '../until.ts'
import { limit } from './limits.ts'
import type { Disturbance, Wire } from './wire.ts'

/** Only ends what hangs. */
export const LONG_MS = 900_000
const MOST_LOOK_MS = 1_000

export interface Sight {
  run: Run
  events: RunEvent[]
}

/** Undefined while the platform cannot answer. */
export async function look(client: Client, taskId: string): Promise<Sight | undefined> {
  const { run, events } = await client.call(wire.GetRun, { taskId }).catch(() => ({ run: null, events: [] }))
  return run ? { run, events } : undefined
}

/** The same, or undefined after so long: without its database the platform keeps a call waiting. */
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

/** What is done in the midst of a run, and for how long. */
export interface Fault {
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  seconds: number
  /** The fault ends once its cause is reported, and after `seconds` at this machine's speed at the latest. */
  endsOnceSaid?: boolean
  /** Whose fault it is; of one that is nobody's no party is to be named. */
  partyId: string | null
  /** Whether it is told what it is; absent where a party's name says enough, or nothing has to be said. */
  isSaid?: (sight: Sight | undefined) => boolean | Promise<boolean>
}

/** On the way between this party and the platform. */
export const onWay = ([partyId, way]: [string, Wire], disturbance: Disturbance, seconds: number): Fault => ({
  begin: () => way.set(disturbance),
  end: () => way.set('pass'),
  ...{ seconds, partyId },
})

/** What a run came to that was disturbed. */
export interface Disturbed {
  run: Run | undefined
  /** After how many seconds its page named the right party, or the cause was told; null where neither was. */
  said: number | null
  /** Whether that was so before the fault ended. */
  isSaidInTime: boolean
  /** Others that it named, each with the second. */
  innocent: string[]
  seconds: number
}

/** Disturbs the task's run at once, and looks at it until it is over. */
export async function disturb(client: Client, taskId: string, fault: Fault): Promise<Disturbed> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  const seen: Omit<Disturbed, 'seconds'> = { run: undefined, said: null, isSaidInTime: false, innocent: [] }
  await fault.begin()
  let isOn = true
  const most = fault.endsOnceSaid ? limit(fault.seconds * 1_000) / 1_000 : fault.seconds
  try {
    while (seconds() < LONG_MS / 1_000) {
      if (isOn && (seconds() > most || (fault.endsOnceSaid && seen.said !== null))) {
        await fault.end()
        isOn = false
      }
      const sight = await lookFor(MOST_LOOK_MS, client, taskId)
      seen.run = sight?.run ?? seen.run
      const named = [...(seen.run?.waitingFor ?? []), seen.run?.failure?.partyId ?? []].flat()
      const isNamed = fault.partyId !== null && named.includes(fault.partyId)
      if (seen.said === null && (fault.isSaid ? await fault.isSaid(sight) : isNamed)) {
        seen.said = seconds()
        seen.isSaidInTime = isOn
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
