import { WAITING_FAILED_DAYS, WAITING_MOST, type WaitingItem, WaitingKind } from '@tessera/contract'
import { allows, rankOf } from '@tessera/contract/rights'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { readEdges } from '../environment/index.ts'
import { listJoinRequests, nameOfParty } from '../party/index.ts'
import { listNewestRuns } from '../run/index.ts'
import { joinedOf, type LoadedTask, listPending, loadTasks, nextStepOf, stateOf, taskAbilities } from '../task/index.ts'

/** Maximum number of open tasks that are checked. Members find any further tasks in their task list. */
const TASKS_MOST = 100

/**
 * Returns the actions that this reader can take and that other members wait for. The number of database queries does
 * not depend on the number of tasks.
 */
export async function readWaiting(deps: AlgorithmDeps, actor: Actor) {
  const tasks = await loadTasks(deps.db, deps, await listPending(deps.db, requireParty(actor), TASKS_MOST))
  const found = [
    ...tasks.flatMap((loaded) => invitationIn(loaded, actor)),
    ...(await failuresIn(deps, tasks, actor)),
    ...tasks.flatMap((loaded) => applicationsIn(loaded, actor)),
    ...(await joinRequestsOf(deps, actor)),
    ...(await stepsIn(deps, tasks, actor)),
  ]
  const place = ({ kind }: WaitingItem) => WaitingKind.options.indexOf(kind)
  const items = found.toSorted((one, other) => place(one) - place(other))
  return { items: items.slice(0, WAITING_MOST), total: items.length }
}

function invitationIn(loaded: LoadedTask, actor: Actor): WaitingItem[] {
  if (!taskAbilities(actor, stateOf(loaded)).answerInvitation) return []
  const mine = loaded.registrations.find(({ partyId }) => partyId === actor.partyId)
  const by = nameOfParty(loaded.parties.get(loaded.task.partyId), actor.language)
  return [{ ...aboutTask(loaded, 'invitation'), by, since: mine?.createTime ?? null }]
}

/**
 * Returns failed and stopped runs. A failed run is shown to members who can resubmit the task and to the party at which
 * the run failed; a stopped run only to members who can resubmit the task.
 */
async function failuresIn({ db, clock }: AlgorithmDeps, tasks: LoadedTask[], actor: Actor): Promise<WaitingItem[]> {
  const failed = tasks.filter(({ task }) => task.status === 'failed' || task.status === 'stopped')
  const runs = await listNewestRuns(
    db,
    failed.map(({ task }) => task.id),
  )
  const since = new Date(clock.now().getTime() - WAITING_FAILED_DAYS * DAY_MS)
  return failed.flatMap((loaded) => {
    const run = runs.find(({ taskId }) => taskId === loaded.task.id)
    if (!run?.endTime || run.endTime < since) return []
    const { resubmit } = taskAbilities(actor, stateOf(loaded))
    const partyId = run.failure?.partyId
    const kind = loaded.task.status === 'stopped' ? 'stopped' : 'failed'
    if (!resubmit && (kind === 'stopped' || partyId !== actor.partyId)) return []
    const by = partyId ? nameOfParty(loaded.parties.get(partyId), actor.language) : null
    return [{ ...aboutTask(loaded, kind), by, since: run.endTime }]
  })
}

function applicationsIn(loaded: LoadedTask, actor: Actor): WaitingItem[] {
  if (!taskAbilities(actor, stateOf(loaded)).review) return []
  return loaded.registrations
    .filter(({ status }) => status === 'applying')
    .map(({ id, partyId, createTime }) => ({
      ...aboutTask(loaded, 'application'),
      id,
      by: nameOfParty(loaded.parties.get(partyId), actor.language),
      since: createTime,
    }))
}

async function joinRequestsOf({ db }: AlgorithmDeps, actor: Actor): Promise<WaitingItem[]> {
  if (!allows('party.review-request', { who: rankOf(actor), is: ['own'], state: {} })) return []
  const requests = await listJoinRequests(db, actor, requireParty(actor))
  return requests
    .filter(({ status }) => status === 'waiting')
    .map(({ id, displayName, username, createTime }) => ({
      kind: 'join-request',
      id,
      taskId: null,
      taskName: null,
      by: displayName || username,
      since: createTime,
    }))
}

async function stepsIn(deps: AlgorithmDeps, tasks: LoadedTask[], actor: Actor): Promise<WaitingItem[]> {
  const partyIds = tasks.flatMap((loaded) => joinedOf(loaded).map(({ partyId }) => partyId))
  const edges = await readEdges(deps, [...new Set(partyIds)])
  return tasks.flatMap((loaded) => {
    const step = nextStepOf(loaded, actor, edges, deps.clock.now())
    return step ? [{ ...aboutTask(loaded, step), by: null, since: null }] : []
  })
}

const aboutTask = ({ task }: LoadedTask, kind: WaitingKind) => ({
  kind,
  id: task.id,
  taskId: task.id,
  taskName: task.name,
})
