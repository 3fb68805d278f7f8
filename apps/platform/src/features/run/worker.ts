import { after, SECOND_MS } from '../../lib/clock.ts'
import type { Stop } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { EDGE_CHANGED } from '../environment/index.ts'
import type { ModelDeps } from '../model/index.ts'
import { failOrphanedTasks } from './fail-orphaned-tasks.ts'
import { openFlowerLink } from './flower-link.ts'
import { Follower } from './follow-run.ts'
import { claimRuns, giveBackLeases, renewLease } from './queries.ts'
import { RUN_CHANGED } from './signals.ts'

const TICK_MS = SECOND_MS
/** Duration of a worker's lease of a run. If the worker dies, another worker takes over the run after this time. */
const LEASE_MS = 15 * SECOND_MS
const SWEEP_EVERY_TICKS = 30

/**
 * Claims queued and orphaned runs and follows each run to its end. Any number of processes may do this at the same
 * time.
 */
export function startRunWorker(deps: ModelDeps): Stop {
  const owner = newId()
  const flower = openFlowerLink(deps.settings.DATA_DIR)
  const following = new Map<string, Promise<void>>()
  const alarm = openAlarm()
  const unsubscribe = [RUN_CHANGED, EDGE_CHANGED].map((channel) => deps.bus.subscribe(channel, alarm.ring))
  let stopping = false
  let ticks = 0

  const renew = (runId: string) => renewLease(deps.db, runId, owner, after(deps.clock.now(), LEASE_MS))

  async function follow(runId: string) {
    const follower = new Follower(deps, flower, runId)
    while (!stopping) {
      const rung = alarm.next()
      const goesOn = await look(follower, runId).catch((error: unknown) => {
        deps.log.error({ err: error, runId }, 'a look at a run failed; trying again')
        return true
      })
      if (!goesOn) return
      await Promise.race([rung, pause(TICK_MS)])
    }
  }

  /**
   * Checks the run once. Returns false if the run has ended or another worker holds it. The lease is renewed meanwhile,
   * because Flower starts slowly and a check may take longer than a lease.
   */
  async function look(follower: Follower, runId: string): Promise<boolean> {
    if (!(await renew(runId))) return false
    const renewing = setInterval(() => renew(runId).catch(() => {}), LEASE_MS / 5)
    try {
      return await follower.step()
    } finally {
      clearInterval(renewing)
    }
  }

  async function tick() {
    const now = deps.clock.now()
    for (const { id } of await claimRuns(deps.db, owner, now, after(now, LEASE_MS))) {
      if (following.has(id)) continue
      following.set(
        id,
        follow(id).finally(() => following.delete(id)),
      )
    }
    if (ticks++ % SWEEP_EVERY_TICKS === 0) await failOrphanedTasks(deps)
  }

  const main = (async () => {
    while (!stopping) {
      const rung = alarm.next()
      await tick().catch((error: unknown) => deps.log.error({ err: error }, 'looking for runs failed; trying again'))
      await Promise.race([rung, pause(TICK_MS)])
    }
  })()

  return async () => {
    stopping = true
    for (const stop of unsubscribe) stop()
    alarm.ring()
    await Promise.all([main, ...following.values()])
    await giveBackLeases(deps.db, owner).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'runs could not be returned; their leases will expire'),
    )
    await flower.close()
  }
}

/** Returns an alarm that wakes all of its current waiters. Later waiters wait for the next alarm. */
function openAlarm() {
  let { promise, resolve } = Promise.withResolvers<void>()
  return {
    next: () => promise,
    ring: () => {
      resolve()
      ;({ promise, resolve } = Promise.withResolvers<void>())
    },
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
