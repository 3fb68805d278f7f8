import type {
  RegistrationStatus,
  ResearchType,
  TaskAbilities,
  TaskRole,
  TaskStatus,
  Visibility,
} from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'

/** Who asks, for which party. A tourist acts for none. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>

export interface TaskState {
  initiatorPartyId: string
  createdByUserId: string
  status: TaskStatus
  visibility: Visibility
  researchType: ResearchType
  registrations: { partyId: string; role: TaskRole; status: RegistrationStatus; createdByUserId: string }[]
}

/** What this asker may do with this task right now. The web shows exactly these. */
export function taskAbilities(asker: Asker, task: TaskState): TaskAbilities {
  const { role, mine } = partOf(asker, task)
  const joined = mine?.status === 'joined'
  const leads = isInitiator(asker, task) && (asker.role === 'admin' || asker.userId === task.createdByUserId)
  const speaks = mine !== undefined && (asker.role === 'admin' || asker.userId === mine.createdByUserId)
  const recruiting = task.status === 'recruiting'
  const federated = task.researchType === 'federated'
  const outside = asker.partyId !== null && (mine === undefined || mine.status === 'rejected' || mine.status === 'left')

  return {
    join: recruiting && federated && outside && task.visibility === 'public',
    apply: recruiting && federated && outside && task.visibility === 'invite-only',
    quit: recruiting && role === 'participant' && (joined || mine?.status === 'applying') && speaks,
    disband: recruiting && leads,
    delete: leads && (task.status === 'completed' || task.status === 'failed'),
    invite: recruiting && federated && leads,
    edit: recruiting && leads,
    offerData: recruiting && joined && (role === 'participant' || leads),
    start: recruiting && leads,
    stop: task.status === 'training' && leads,
    resubmit: task.status === 'failed' && leads,
    remind: recruiting && federated && joined,
    review: recruiting && leads,
    watch: joined,
  }
}

/** Private tasks exist only for their own parties, while they are in it. */
export function canSeeTask(asker: Asker, task: TaskState): boolean {
  const { mine } = partOf(asker, task)
  return task.visibility !== 'private' || mine?.status === 'joined' || mine?.status === 'applying'
}

export function isInitiator(asker: Pick<Asker, 'partyId'>, task: Pick<TaskState, 'initiatorPartyId'>): boolean {
  return asker.partyId !== null && asker.partyId === task.initiatorPartyId
}

function partOf(asker: Asker, task: TaskState) {
  const mine = task.registrations.find(({ partyId }) => partyId === asker.partyId)
  return { mine, role: mine?.role ?? null }
}
