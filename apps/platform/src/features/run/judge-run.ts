import { constants } from 'node:os'
import {
  HEARTBEAT_SECONDS,
  HEARTBEATS_MISSED,
  type Plan,
  type RunFailure,
  WAIT_MINUTES,
  waitMinutesOf,
} from '@tessera/contract'
import type { FlowerRun } from '../../fleet/flower.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { type Expired, FLEET_EXPIRED } from './read-expired.ts'
import { readExit, type ServerExit } from './run-folder.ts'
import { failureOf, hasEnded, isRestarting, type RunState, type ServerDeaths, withDeath } from './run-state.ts'

type Health = 'ok' | 'starting' | 'failed'

/** The current state of one party's edge, as the platform sees it. */
export interface PartyPresence {
  partyId: string
  /** Whether the edge is revoked and can no longer connect. */
  isRevoked: boolean
  isOnline: boolean
  lastSeen: Date | null
  supernode: Health
  runner: Health
}

export interface Sight {
  now: Date
  parties: PartyPresence[]
  /**
   * The run as Flower reports it, `away` if the SuperLink does not answer, or undefined if the SuperLink does not know
   * the run.
   */
  flower: FlowerRun | 'away' | undefined
  exit: ServerExit | undefined
  /** Time for which the fleet has answered without interruption. */
  answeredForMs: number
  /** Whether the algorithm and its library are still those that the parties signed and with which the run began. */
  hasItsCode: boolean
}

export interface JudgedRun extends RunState {
  createTime: Date
  resumedTime: Date | null
  serverDeaths: ServerDeaths | null
  engineAwaySince: Date | null
  roundTimeoutSeconds: number
  plan: Pick<Plan, 'waitMinutes'>
}

export type Verdict =
  | {
      kind: 'go-on'
      engineAwaySince: Date | null
      /**
       * Parties whose edge, SuperNode or task runner is away. The ServerApp waits for them and fails after its
       * deadline.
       */
      away: string[]
    }
  /** The ServerApp ended unexpectedly, so another ServerApp resumes from the last completed stage. */
  | { kind: 'restart'; serverDeaths: ServerDeaths; cause: string }
  | { kind: 'fail'; failure: RunFailure }
  | { kind: 'collect' }

/** The decision about a run that waits to resume until all of its parties are back. */
export type Return = { kind: 'go-on' } | { kind: 'wait'; waitingFor: string[] } | { kind: 'fail'; failure: RunFailure }

/**
 * Maximum number of consecutive ServerApp deaths without progress. After that, the same cause would end the next
 * ServerApp, too.
 */
const MAX_SERVER_DEATHS = 5
const MAX_CAUSE_CHARACTERS = 300
/** Time that a run waits for the federation's server (SuperLink). */
export const SERVER_WAIT_MS = WAIT_MINUTES * MINUTE_MS
/**
 * Time for parties to reconnect after the fleet answers again: a SuperNode pauses before it reconnects, and then sends
 * a heartbeat.
 */
const SETTLE_MS = 30_000
/**
 * Maximum time from the call to Flower to the ServerApp's first event. It doubles with each ServerApp that has ended.
 */
const FIRST_WORD_MS = 120_000

/** Returns how long the run waits for a party that is away, according to the plan. */
export const waitMsOf = ({ plan }: Pick<JudgedRun, 'plan'>) => waitMinutesOf(plan) * MINUTE_MS

export function judgeReturn(
  run: JudgedRun,
  { now, parties }: Pick<Sight, 'now' | 'parties'>,
  expired: Expired | undefined,
): Return {
  // Reports from before the run's restart do not describe an edge's current state.
  const hasReported = ({ lastSeen }: PartyPresence) => lastSeen !== null && lastSeen.getTime() > beginOf(run)
  const isBack = (party: PartyPresence) => isWell(party) && hasReported(party)
  const missing = parties.filter((party) => !isBack(party))
  const [first] = missing
  if (!first) return { kind: 'go-on' }
  const isTooLong = now.getTime() - beginOf(run) >= waitMsOf(run)
  // Edges do not count as late before their next heartbeat is due.
  const isLate = now.getTime() - beginOf(run) >= HEARTBEAT_SECONDS * HEARTBEATS_MISSED * SECOND_MS
  const late = missing.filter((party) => isLate || hasReported(party))
  if (!isTooLong) return { kind: 'wait', waitingFor: late.map(({ partyId }) => partyId) }
  const isLinked = (party: PartyPresence) => party.isOnline && hasReported(party)
  const lost = missing.find((party) => !isKeptAwayBy(expired, isLinked(party)))
  if (expired && !lost) return { kind: 'fail', failure: failureOf(run, expired) }
  const party = lost ?? first
  const code = isLinked(party) ? 'run.supernode-lost' : 'run.edge-lost'
  return { kind: 'fail', failure: failureOf(run, { code, partyId: party.partyId }) }
}

/**
 * Returns whether an expired certificate of the platform or fleet is the reason why a party is away. If only the
 * platform's certificate has expired, an edge that is still connected is away for another reason. An offline edge
 * cannot reconnect.
 */
const isKeptAwayBy = (expired: Expired | undefined, isLinked: boolean) =>
  expired !== undefined && (expired.code === FLEET_EXPIRED || !isLinked)

/**
 * Failures by which a ServerApp stops waiting for a party. If the party is offline, the ServerApp may report the
 * party's last failure instead.
 */
const LOSSES = ['run.party-offline', 'run.party-silent', 'run.worker-died', 'run.worker-hung', 'guard.unreachable']

type Reported = Pick<RunFailure, 'code' | 'params'> & { partyId?: string | undefined }

/**
 * Returns the failure that a ServerApp reports. If an expired certificate of the platform or fleet keeps the blamed
 * party away, the returned failure names no party.
 */
export function attributeFailure<T extends Reported>(
  reported: T,
  parties: PartyPresence[],
  expired: Expired | undefined,
): T {
  const party = parties.find(({ partyId }) => partyId === reported.partyId)
  if (!expired || !party || !LOSSES.includes(reported.code)) return reported
  const isAway = reported.code === 'run.party-offline' || !isWell(party)
  return isAway && isKeptAwayBy(expired, party.isOnline) ? { ...reported, ...expired, partyId: undefined } : reported
}

const isWell = ({ isOnline, supernode, runner }: PartyPresence) => isOnline && supernode === 'ok' && runner === 'ok'

export const beginOf = ({ createTime, resumedTime }: Pick<JudgedRun, 'createTime' | 'resumedTime'>) =>
  (resumedTime ?? createTime).getTime()

/** Decides what to do about an active run. The caller must apply all of the run's events first. */
export function judgeRun(run: JudgedRun, sight: Sight): Verdict {
  const failed = (code: string, more: Partial<RunFailure> = {}): Verdict => ({
    kind: 'fail',
    failure: failureOf(run, { code, ...more }),
  })
  if (hasEnded(run)) return run.failure ? { kind: 'fail', failure: run.failure } : failed('internal')

  if (isComplete(sight.flower)) return { kind: 'collect' }
  // Changed code is checked before the deaths of the ServerApp, because the update causes deaths that would otherwise
  // be reported as the failure.
  if (!sight.hasItsCode) return failed('run.updated')
  // In the export step, the parties have finished their work, and only the model is written.
  const needsParties = run.step !== 'export'
  const revoked = needsParties ? sight.parties.find(({ isRevoked }) => isRevoked) : undefined
  if (revoked) return failed('run.edge-lost', { partyId: revoked.partyId })
  const isWaitedFor = (party: PartyPresence) => needsParties && run.phase === 'running' && !isWell(party)
  const away = sight.parties.filter(isWaitedFor).map(({ partyId }) => partyId)

  const waitForServer = (): Verdict => {
    const since = run.engineAwaySince ?? sight.now
    const isTooLong = sight.now.getTime() - since.getTime() >= SERVER_WAIT_MS
    return isTooLong ? failed('run.engine-away') : { kind: 'go-on', engineAwaySince: since, away }
  }
  if (sight.flower === 'away') return waitForServer()
  const age = sight.now.getTime() - beginOf(run)
  const cause =
    causeOfDeath(sight) ??
    (isRestarting(run) && age > FIRST_WORD_MS * 2 ** (run.serverDeaths?.count ?? 0) ? 'no answer' : undefined)
  if (cause !== undefined) {
    const serverDeaths = withDeath(run, run.serverDeaths)
    if (serverDeaths.count < MAX_SERVER_DEATHS) return { kind: 'restart', serverDeaths, cause }
    return failed('run.server-died', { params: { times: serverDeaths.count, cause } })
  }
  // On a busy machine, a ServerApp starts slowly.
  if (run.lastSeq === 0 && age > FIRST_WORD_MS) return waitForServer()
  if (age > FIRST_WORD_MS + longestRunMs(run)) return failed('run.timeout')
  // After an outage of the fleet, a party needs time to reconnect, and is not at fault during that time.
  const isSettling = sight.answeredForMs < SETTLE_MS && (away.length > 0 || run.waitingFor.length > 0)
  if (run.engineAwaySince && isSettling) return { kind: 'go-on', engineAwaySince: run.engineAwaySince, away: [] }
  return { kind: 'go-on', engineAwaySince: null, away }
}

/**
 * Returns the ServerApp's error text, or how its process ended if there is no text. Returns undefined while the process
 * runs.
 */
function causeOfDeath({ flower, exit }: Sight): string | undefined {
  const isEnded = exit !== undefined && (exit.code !== 0 || Boolean(exit.signal))
  const isGone = flower === undefined || (flower !== 'away' && flower.status === 'finished')
  if (!isEnded && !isGone) return undefined
  const words = flower && flower !== 'away' ? flower.details : ''
  if (words && !words.startsWith(RUNNERS_WORD)) return words.slice(0, MAX_CAUSE_CHARACTERS)
  const { code, signal } = exit ?? readExit(words.slice(RUNNERS_WORD.length)) ?? {}
  if (signal) return nameOfSignal(signal)
  return typeof code === 'number' ? `exit ${code}` : 'gone'
}

/** Prefix of the cause if the ServerApp left no error text. The exit state from the run's folder follows the prefix. */
const RUNNERS_WORD = 'run.server-died|'

const nameOfSignal = (signal: number) =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`

/**
 * Returns the longest possible duration of a run. In each round, a ServerApp waits for absent parties and then for the
 * round's timeout. The final scoring, which also trains each party alone, takes as long as all rounds together.
 */
export function longestRunMs(run: Pick<JudgedRun, 'rounds' | 'roundTimeoutSeconds' | 'plan'>) {
  return (2 * run.rounds + 4) * (run.roundTimeoutSeconds * 1000 + waitMsOf(run))
}

export const isComplete = (flower: Sight['flower']) =>
  flower !== undefined && flower !== 'away' && flower.status === 'finished' && flower.outcome === 'completed'
