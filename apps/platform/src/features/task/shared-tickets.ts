import type { Db } from '../../db/pool.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { joinedOf, type LoadedTask, loadTasks } from './load.ts'
import { listTrainingRelatives } from './queries.ts'
import type { TaskRow } from './table.ts'

/**
 * Returns the task or clone that currently trains with a ticket that this task would use, too. A ticket covers one run:
 * two concurrent runs would both use the ticket, and both would fail.
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

/**
 * Returns the task whose ticket the party's edge uses: this task or, if the party has no ticket for it, the original
 * task.
 */
function ticketTaskOf({ task, tickets }: LoadedTask, partyId: string): string {
  const hasOwn = tickets.some((ticket) => ticket.taskId === task.id && ticket.partyId === partyId)
  return hasOwn ? task.id : (task.originTaskId ?? task.id)
}
