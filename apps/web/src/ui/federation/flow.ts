import type { PartyWork, Run, RunPhase, RunStep, ScreenWatch } from '@tessera/contract'

/** What passes between the platform and a party, as the run reports it. The picture moves only for reported events. */
export type Flow =
  | { kind: 'rest' }
  /** The run waits until the party connects. */
  | { kind: 'awaited' }
  /** The party takes part in training, but its present work is unknown. */
  | { kind: 'training'; step: RunStep | null }
  /** The time of the party's last report about its computation. */
  | { kind: 'silent'; since: Date }
  /** The party has received the model and works on it. */
  | { kind: 'working'; work: PartyWork }
  /** The party's update is at the platform. */
  | { kind: 'answered'; isSaving: boolean }

export const REST: Flow = { kind: 'rest' }

interface Watched {
  phase: RunPhase
  /** The run in which the party takes part, or null. */
  watch: ScreenWatch | null
}

export function flowOf({ phase, watch }: Watched, partyId: string): Flow {
  if (phase !== 'waiting' && phase !== 'running') return REST
  if (watch?.waitingFor.includes(partyId)) return { kind: 'awaited' }
  if (phase === 'waiting') return REST
  if (!watch) return { kind: 'training', step: null }
  if (watch.step === 'starting') return REST
  if (watch.step === 'export') return { kind: 'answered', isSaving: true }
  const silent = watch.silent.find((one) => one.partyId === partyId)
  if (silent) return { kind: 'silent', since: silent.since }
  const work = watch.work.find((one) => one.partyId === partyId)
  if (!work) return { kind: 'training', step: watch.step }
  return work.percent === 100 ? { kind: 'answered', isSaving: false } : { kind: 'working', work }
}

/** Returns the most informative state of a party that is in several runs. */
export function busiestFlow(flows: Flow[]): Flow {
  return flows.toSorted((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind])[0] ?? REST
}

const WEIGHT: Record<Flow['kind'], number> = { rest: 0, training: 1, answered: 2, awaited: 3, working: 4, silent: 5 }

/** Returns the data of a run that the picture shows, for a user who takes part. */
export function watchOf({ step, round, rounds, waitingFor, parties }: Run): ScreenWatch {
  const work = parties.flatMap(({ partyId, work }) => (work ? [{ partyId, ...work }] : []))
  const silent = parties.flatMap(({ partyId, silentSince }) => (silentSince ? [{ partyId, since: silentSince }] : []))
  return { step, round, rounds, waitingFor, work, silent }
}
