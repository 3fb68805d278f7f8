import { canonicalJson, type RunSpec, waitMinutesOf } from '@tessera/contract'
import type { PlatformSettings } from '../../settings.ts'
import type { RunRow } from './table.ts'

/** Timeout of one message in a round. It leaves enough time for the local training of the largest party. */
export const ROUND_TIMEOUT_SECONDS = 600

export function buildSpec(run: RunRow, settings: Pick<PlatformSettings, 'HOST' | 'PORT' | 'EVENTS_PORT'>): RunSpec {
  return {
    runId: run.id,
    taskId: run.taskId,
    algorithm: run.algorithmId,
    codeHash: run.codeHash,
    plan: run.plan,
    parties: run.parties.map(({ partyId, name, rowsOffered }) => ({ partyId, name, rows: rowsOffered })),
    roundTimeoutSeconds: ROUND_TIMEOUT_SECONDS,
    waitSeconds: waitMinutesOf(run.plan) * 60,
    eventsUrl: `http://${eventsHost(settings)}/engine/runs/${run.id}/events`,
  }
}

/** Returns the run configuration that SuperNodes receive beside the code. It contains no secret. */
export const runConfigOf = (run: RunRow) => ({
  'run-id': run.id,
  plan: canonicalJson(run.plan),
  parties: canonicalJson(run.parties.map(({ partyId }) => partyId).toSorted()),
})

/**
 * Returns host and port to which ServerApps post events. A platform that serves https has a separate port for events
 * (`engine-entrance.ts`).
 */
function eventsHost({ HOST, PORT, EVENTS_PORT }: Pick<PlatformSettings, 'HOST' | 'PORT' | 'EVENTS_PORT'>): string {
  return EVENTS_PORT ? `127.0.0.1:${EVENTS_PORT}` : `${reachable(HOST)}:${PORT}`
}

/**
 * Returns the host under which ServerApps reach the platform. They run on this machine, so a wildcard listening address
 * becomes the loopback address.
 */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
