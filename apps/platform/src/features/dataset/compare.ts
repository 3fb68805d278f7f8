import { fail } from '@tessera/contract'
import type { Db } from '../../db/pool.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { listDifferences } from './formats.ts'
import { mayCompare } from './policy.ts'
import { proposeMapping } from './propose-mapping.ts'
import { findDataset } from './queries.ts'
import type { DatasetRow } from './table.ts'
import { findVisible, type TasksOfDatasets } from './tasks.ts'

/** Maximum number of columns that a message names. The console shows all columns side by side. */
const MAX_NAMED = 8

/** Fails if the participant's dataset cannot be used for training together with the initiator's dataset. */
export async function compareDatasets(
  db: Db,
  tasks: TasksOfDatasets,
  chosen: { initiatorId: string | null; participantId: string },
  actor: Actor,
): Promise<void> {
  const partyId = requireParty(actor)
  const participant = await findOwn(db, tasks, chosen.participantId, actor)
  if (!chosen.initiatorId) fail('compare.waiting')
  const initiator = await findVisible(db, tasks, chosen.initiatorId, actor)
  requireSameKind(initiator, participant)
  const differences = listDifferences(initiator, participant, await tasks.requestedOf(db, initiator.id, partyId))
  if (differences.length > 0) fail('compare.columns', { columns: nameColumns(differences) })
}

/** Returns, for each column, how the datasets of two parties differ. */
export async function describeDifferences(
  db: Db,
  tasks: TasksOfDatasets,
  { taskId, datasetId }: { taskId: string; datasetId: string },
  actor: Actor,
) {
  const participant = await findOwn(db, tasks, datasetId, actor)
  const format = await tasks.formatOf(db, taskId, actor)
  const initiator = format.datasetId ? await findDataset(db, format.datasetId) : undefined
  if (!initiator || initiator.deleted) fail('compare.waiting')
  await findVisible(db, tasks, initiator.id, actor)
  requireSameKind(initiator, participant)
  const differences = listDifferences(initiator, participant, format.asked)
  return {
    initiatorName: initiator.name,
    participantName: participant.name,
    differences,
    proposals: proposeMapping(differences, format.asked ?? initiator.columns, participant),
    participantColumns: participant.columns.map((name) => ({ name, type: participant.columnTypes[name] ?? 'text' })),
  }
}

/** Returns a dataset of the actor's own party. Datasets of other parties cannot be offered to a task. */
async function findOwn(db: Db, tasks: TasksOfDatasets, datasetId: string, actor: Actor): Promise<DatasetRow> {
  const row = await findVisible(db, tasks, datasetId, actor)
  if (!mayCompare(actor, row)) fail('dataset.not-found')
  return row
}

function requireSameKind(initiator: DatasetRow, participant: DatasetRow) {
  if (initiator.contentType === participant.contentType) return
  fail('compare.content-type', { initiator: initiator.contentType, participant: participant.contentType })
}

function nameColumns(differences: { column: string }[]): string {
  const names = differences.slice(0, MAX_NAMED).map(({ column }) => column)
  return names.join(', ') + (differences.length > MAX_NAMED ? ` … (${differences.length})` : '')
}
