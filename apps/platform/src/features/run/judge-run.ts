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

/** What is seen of one party's edge at this moment. */
export interface PartySight {
  partyId: string
  /** Nobody lets this edge in any more. */
  isRevoked: boolean
  isOnline: boolean
  lastSeen: Date | null
  supernode: Health
  runner: Health
}

export interface Sight {
  now: Date
  parties: PartySight[]
  /** Flower's word on the run; `away` when the SuperLink does not answer, undefined when it knows of no such run. */
  flower: FlowerRun | 'away' | undefined
  exit: ServerExit | undefined
  /** How long the fleet has been seen to answer without a break. */
  answeredForMs: number
  /** Whether the algorithm, and the library that it runs with, are still those that the run began with and parties signed. */
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
      /** Parties whose edge, or what trains there, is away. The ServerApp waits for them, and gives them up in time. */
      away: string[]
    }
  /** Its ServerApp ended unasked: another one goes on from the last stage. */
  | { kind: 'restart'; serverDeaths: ServerDeaths; cause: string }
  | { kind: 'fail'; failure: RunFailure }
  | { kind: 'collect' }

/** Of a run that is to be taken up again: when all of its parties are there. */
export type Return = { kind: 'go-on' } | { kind: 'wait'; waitingFor: string[] } | { kind: 'fail'; failure: RunFailure }

/** In a row, without coming further: whatever ended it that often will end it again. */
const MOST_SERVER_DEATHS = 5
const MOST_CAUSE_CHARACTERS = 300
/** How long a run waits for the federation's server. */
export const SERVER_WAIT_MS = WAIT_MINUTES * MINUTE_MS
/** From the fleet's first answer after a silence until parties count as late again: a SuperNode's pause before it tries again, and its heartbeat. */
const SETTLE_MS = 30_000
/** From the call to Flower to the ServerApp's first word; twice as long after each ServerApp that ended. */
const FIRST_WORD_MS = 120_000

/** How long it waits for a party that is away. */
export const waitMsOf = ({ plan }: Pick<JudgedRun, 'plan'>) => waitMinutesOf(plan) * MINUTE_MS

export function judgeReturn(
  run: JudgedRun,
  { now, parties }: Pick<Sight, 'now' | 'parties'>,
  expired: Expired | undefined,
): Return {
  // What an edge said before the restart is not how it is now.
  const isHeard = ({ lastSeen }: PartySight) => lastSeen !== null && lastSeen.getTime() > beginOf(run)
  const isBack = (party: PartySight) => isWell(party) && isHeard(party)
  const missing = parties.filter((party) => !isBack(party))
  const [first] = missing
  if (!first) return { kind: 'go-on' }
  const isTooLong = now.getTime() - beginOf(run) >= waitMsOf(run)
  // Before its next heartbeat is due nobody is late.
  const isLate = now.getTime() - beginOf(run) >= HEARTBEAT_SECONDS * HEARTBEATS_MISSED * SECOND_MS
  const late = missing.filter((party) => isLate || isHeard(party))
  if (!isTooLong) return { kind: 'wait', waitingFor: late.map(({ partyId }) => partyId) }
  const isLinked = (party: PartySight) => party.isOnline && isHeard(party)
  const lost = missing.find((party) => !isKeptAwayBy(expired, isLinked(party)))
  if (expired && !lost) return { kind: 'fail', failure: failureOf(run, expired) }
  const party = lost ?? first
  const code = isLinked(party) ? 'run.supernode-lost' : 'run.edge-lost'
  return { kind: 'fail', failure: failureOf(run, { code, partyId: party.partyId }) }
}

/** Whose link stands lacks something of its own; nobody comes back to a certificate of ours that ran out. */
const isKeptAwayBy = (expired: Expired | undefined, isLinked: boolean) =>
  expired !== undefined && (expired.code === FLEET_EXPIRED || !isLinked)

/** What a ServerApp gives a party up for that it waited for in vain: the last that it heard of one that has been away since. */
const LOSSES = ['run.party-offline', 'run.party-silent', 'run.worker-died', 'run.worker-hung', 'guard.unreachable']

type Told = Pick<RunFailure, 'code' | 'params'> & { partyId?: string | undefined }

/** What a ServerApp says that its run failed of, in view of the party that it names: none is at fault that a certificate of ours keeps away. */
export function judgeTold<T extends Told>(told: T, parties: PartySight[], expired: Expired | undefined): T {
  const party = parties.find(({ partyId }) => partyId === told.partyId)
  if (!expired || !party || !LOSSES.includes(told.code)) return told
  const isAway = told.code === 'run.party-offline' || !isWell(party)
  return isAway && isKeptAwayBy(expired, party.isOnline) ? { ...told, ...expired, partyId: undefined } : told
}

const isWell = ({ isOnline, supernode, runner }: PartySight) => isOnline && supernode === 'ok' && runner === 'ok'

export const beginOf = ({ createTime, resumedTime }: Pick<JudgedRun, 'createTime' | 'resumedTime'>) =>
  (resumedTime ?? createTime).getTime()

/** What to do about an active run, from all that is seen of it. The caller has applied every event first. */
export function judgeRun(run: JudgedRun, sight: Sight): Verdict {
  const failed = (code: string, more: Partial<RunFailure> = {}): Verdict => ({
    kind: 'fail',
    failure: failureOf(run, { code, ...more }),
  })
  if (hasEnded(run)) return run.failure ? { kind: 'fail', failure: run.failure } : failed('internal')

  if (isComplete(sight.flower)) return { kind: 'collect' }
  // Before what the update did to its processes, which would be told as their fault.
  if (!sight.hasItsCode) return failed('run.updated')
  // Once the model is being written the parties have done their part.
  const needsParties = run.step !== 'export'
  const revoked = needsParties ? sight.parties.find(({ isRevoked }) => isRevoked) : undefined
  if (revoked) return failed('run.edge-lost', { partyId: revoked.partyId })
  const isWaitedFor = (party: PartySight) => needsParties && run.phase === 'running' && !isWell(party)
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
    if (serverDeaths.count < MOST_SERVER_DEATHS) return { kind: 'restart', serverDeaths, cause }
    return failed('run.server-died', { params: { times: serverDeaths.count, cause } })
  }
  // On a busy machine it takes long to begin.
  if (run.lastSeq === 0 && age > FIRST_WORD_MS) return waitForServer()
  if (age > FIRST_WORD_MS + longestRunMs(run)) return failed('run.timeout')
  // Whom the fleet's silence cut off is not back at once, and is no more at fault than before.
  const isSettling = sight.answeredForMs < SETTLE_MS && (away.length > 0 || run.waitingFor.length > 0)
  if (run.engineAwaySince && isSettling) return { kind: 'go-on', engineAwaySince: run.engineAwaySince, away: [] }
  return { kind: 'go-on', engineAwaySince: null, away }
}

/** In its own words where it had some, else how its process ended; undefined while it lives. */
function causeOfDeath({ flower, exit }: Sight): string | undefined {
  const isEnded = exit !== undefined && (exit.code !== 0 || Boolean(exit.signal))
  const isGone = flower === undefined || (flower !== 'away' && flower.status === 'finished')
  if (!isEnded && !isGone) return undefined
  const words = flower && flower !== 'away' ? flower.details : ''
  if (words && !words.startsWith(RUNNERS_WORD)) return words.slice(0, MOST_CAUSE_CHARACTERS)
  const { code, signal } = exit ?? readExit(words.slice(RUNNERS_WORD.length)) ?? {}
  if (signal) return nameOfSignal(signal)
  return typeof code === 'number' ? `exit ${code}` : 'gone'
}

/** Of an end that the ServerApp could say nothing of; how it ended follows, as in its folder. */
const RUNNERS_WORD = 'run.server-died|'

const nameOfSignal = (signal: number) =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`

/** A ServerApp gives each round its timeout after it has waited, and its last scoring, which trains alone, as much as all rounds together. */
export function longestRunMs(run: Pick<JudgedRun, 'rounds' | 'roundTimeoutSeconds' | 'plan'>) {
  return (2 * run.rounds + 4) * (run.roundTimeoutSeconds * 1000 + waitMsOf(run))
}

export const isComplete = (flower: Sight['flower']) =>
  flower !== undefined && flower !== 'away' && flower.status === 'finished' && flower.outcome === 'completed'
