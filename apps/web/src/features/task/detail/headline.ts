import type { Registration, Run, TaskDetail } from '@tessera/contract'
import type { taskPhrases } from '../phrases.ts'
import { isPreparing } from '../status-tones.ts'
import { isReady, type Lack, lacksOf } from './panel.ts'

type Key = keyof (typeof taskPhrases)['en']
interface Phrase {
  key: Key
  params?: Record<string, string | number>
}

type Choice = 'data' | 'columns' | 'algorithm'
interface NextStep extends Phrase {
  /** The choices that the initiator has not made yet. */
  choices?: Choice[]
  /** The ids of the parties that must act next. */
  who?: string[]
}

/**
 * The content of a task's status line: the current state, its duration, the next step, and the parties that the task
 * waits for.
 */
export interface Headline {
  now: Phrase
  /** The time in the status line: the start time of a state, a running clock, or the duration of a completed run. */
  time: { kind: 'since'; date: Date } | { kind: 'ticking' } | { kind: 'took'; ms: number } | null
  next: NextStep | null
  waitingFor: { partyId: string; name: string; lacks: Lack[] }[]
}

export function headlineOf(task: TaskDetail, registrations: Registration[], run: Run | null): Headline {
  const initiator = task.partyName
  switch (task.status) {
    case 'recruiting':
      return recruiting(task, registrations)
    case 'training':
      return {
        now: training(run),
        time: run?.startTime ? { kind: 'ticking' } : null,
        next: { key: 'next.model' },
        waitingFor: (run?.waitingFor ?? []).map((partyId) => named(partyId, registrations)),
      }
    case 'completed':
      return {
        now: { key: 'now.completed' },
        time: run ? { kind: 'took', ms: run.elapsedMs } : null,
        next: afterwards(task),
        waitingFor: [],
      }
    case 'failed':
      return {
        now: { key: 'now.failed' },
        time: run ? { kind: 'took', ms: run.elapsedMs } : null,
        next: { key: 'next.recruit', params: { initiator } },
        waitingFor: run?.failure?.partyId ? [named(run.failure.partyId, registrations)] : [],
      }
    case 'stopped':
      return {
        now: { key: 'status.stopped.by', params: { party: initiator } },
        time: run ? { kind: 'took', ms: run.elapsedMs } : null,
        next: { key: 'next.recruit', params: { initiator } },
        waitingFor: [],
      }
    case 'disbanded':
      return { now: { key: 'now.disbanded' }, time: null, next: null, waitingFor: [] }
  }
}

/**
 * Returns the next step of a completed task, or null. A descriptive table is already on the page, and the result of a
 * single-party run is at its edge.
 */
function afterwards({ modelId, researchType, partyName }: TaskDetail): Phrase | null {
  if (modelId) return { key: 'next.use' }
  return researchType === 'independent' ? { key: 'next.share', params: { initiator: partyName } } : null
}

function recruiting(task: TaskDetail, registrations: Registration[]): Headline {
  const initiator = { initiator: task.partyName }
  const ready = registrations.filter(isReady).length
  const isAlone = task.researchType === 'federated' && registrations.length < 2
  const lacking = registrations.filter((registration) => !isReady(registration))
  // Whether all choices except the participants are made. The participants are fixed when joining is closed.
  const hasPlan = task.isComplete && (task.planHash !== null || task.columnSelection !== null)
  const everyone = lacking.map((registration) => ({
    partyId: registration.partyId,
    name: registration.partyName,
    lacks: lacksOf(registration),
  }))

  const isUnnamed = task.isComplete && registrations.some(({ names }) => names === 'missing')
  const initiating = registrations.find(({ partyId }) => partyId === task.partyId)
  const open: Record<Choice, boolean> = {
    data: !initiating?.datasetId,
    columns: task.planHash === null && task.columnSelection === null,
    algorithm: task.algorithms.length === 0,
  }
  const next = (): NextStep => {
    if (isUnnamed) return { key: 'next.names' }
    if (!hasPlan) {
      const choices = (['data', 'columns', 'algorithm'] as const).filter((choice) => open[choice])
      return { key: 'next.plan', params: initiator, choices }
    }
    if (isAlone) return { key: 'next.invite', params: initiator }
    if (task.planHash === null) return { key: 'next.close', params: initiator }
    if (lacking.length === 0) return { key: 'next.start', params: initiator }
    const idsOf = (some: Registration[]) => some.map(({ partyId }) => partyId)
    const withoutData = lacking.filter(({ datasetId }) => datasetId === null)
    return withoutData.length > 0
      ? { key: 'next.data', who: idsOf(withoutData) }
      : { key: 'next.sign', who: idsOf(lacking) }
  }
  return {
    now:
      task.researchType === 'independent'
        ? { key: 'now.preparing' }
        : {
            key: isPreparing(task) ? 'now.closed' : 'now.recruiting',
            params: { ready, total: registrations.length },
          },
    time: { kind: 'since', date: task.createTime },
    next: next(),
    // Before there is a plan, only the initiator and parties that must confirm names can act.
    waitingFor: hasPlan || isUnnamed ? everyone : everyone.filter(({ partyId }) => partyId === task.partyId),
  }
}

function training(run: Run | null): Phrase {
  // Without a loaded run, or for a user who cannot see the run, only the fact of the training is known.
  if (!run) return { key: 'now.step.train' }
  if (run.phase === 'submitted' || run.phase === 'queued') return { key: 'now.queued' }
  if (run.phase === 'waiting') return { key: run.failure ? 'now.waiting.server' : 'now.waiting' }
  if (run.step === 'train' && run.round > 0) {
    return { key: 'now.round', params: { round: run.round, rounds: run.rounds } }
  }
  return { key: `now.step.${run.step}` }
}

function named(partyId: string, registrations: Registration[]) {
  const registration = registrations.find((candidate) => candidate.partyId === partyId)
  return { partyId, name: registration?.partyName ?? partyId, lacks: [] }
}
