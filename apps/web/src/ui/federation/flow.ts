import type { PartyWork, Run, RunPhase, RunStep, ScreenWatch } from '@tessera/contract'

/** What lies between the platform and a party just now, as the run reports it; nothing moves that it does not tell of. */
export type Flow =
  | { kind: 'rest' }
  /** The run waits for the party to connect. */
  | { kind: 'awaited' }
  /** It takes part; of what each party does no more is known. */
  | { kind: 'training'; step: RunStep | null }
  /** What computes there has given no sign of life since then. */
  | { kind: 'silent'; since: Date }
  /** The model is with the party, which works on it. */
  | { kind: 'working'; work: PartyWork }
  /** Its update is with the platform. */
  | { kind: 'answered'; isSaving: boolean }

export const REST: Flow = { kind: 'rest' }

interface Watched {
  phase: RunPhase
  /** Null for who takes no part. */
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

/** Of several runs the one that says most of the party. */
export function busiestFlow(flows: Flow[]): Flow {
  return flows.toSorted((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind])[0] ?? REST
}

const WEIGHT: Record<Flow['kind'], number> = { rest: 0, training: 1, answered: 2, awaited: 3, working: 4, silent: 5 }

/** The same of a run that one takes part in. */
export function watchOf({ step, round, rounds, waitingFor, parties }: Run): ScreenWatch {
  const work = parties.flatMap(({ partyId, work }) => (work ? [{ partyId, ...work }] : []))
  const silent = parties.flatMap(({ partyId, silentSince }) => (silentSince ? [{ partyId, since: silentSince }] : []))
  return { step, round, rounds, waitingFor, work, silent }
}
