import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { joinedOf, type LoadedTask, loadTasks } from './load.ts'
import { listTrainingRelatives } from './queries.ts'
import type { TaskRow } from './table.ts'

/**
 * The task or clone that trains now under a ticket of one of these parties which this task would be trained under too.
 * A ticket pays for one run: two at once spend it together, and both fail.
 */
export async function findTrainingUnderSameTickets(
  tx: Db,
  deps: Pick<AlgorithmDeps, 'algorithms'>,
  loaded: LoadedTask,
  partyIds: string[],
): Promise<TaskRow | undefined> {
  const relatives = await loadTasks(tx, deps, await listTrainingRelatives(tx, loaded.task))
  const spends = (relative: LoadedTask, partyId: string) =>
    partyIds.includes(partyId) && ticketTaskOf(relative, partyId) === ticketTaskOf(loaded, partyId)
  return relatives.find((relative) => joinedOf(relative).some(({ partyId }) => spends(relative, partyId)))?.task
}

/** Whose ticket the party's edge takes: the task's own, else that of the task it was cloned from. */
function ticketTaskOf({ task, tickets }: LoadedTask, partyId: string): string {
  const hasOwn = tickets.some((ticket) => ticket.taskId === task.id && ticket.partyId === partyId)
  return hasOwn ? task.id : (task.originTaskId ?? task.id)
}
