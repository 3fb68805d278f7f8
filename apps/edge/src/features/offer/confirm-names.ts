import {
  canonicalJson,
  fail,
  type LabelNames,
  MIN_ROWS_NAMED,
  type NamesProposal,
  type NamesToConfirm,
  type PartyNames,
  wordsOf,
} from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import { type Actor, shownBy } from '../../lib/edge-token.ts'
import { type DatasetDeps, findOffered, mayReadRows, type StoredDataset } from '../rows/index.ts'
import { proposeNames } from './names.ts'
import { agreeToShow, isShownAlone } from './own-table.ts'
import { findSpellings } from './spellings.ts'

/**
 * For a member who may read the rows selected for a task, returns the categories and classes that would be sent for
 * these rows.
 */
export async function proposeForTask(deps: DatasetDeps, taskId: string, actor: Actor): Promise<NamesToConfirm> {
  const { dataset, proposal, others } = await propose(deps, taskId, actor)
  const spellings = await findSpellings(deps.duck, dataset, proposal.names, others)
  deps.log.append('read', { datasetId: proposal.datasetId, ...shownBy(actor), names: true })
  return spellings.length > 0 ? { ...proposal, spellings } : proposal
}

/**
 * Sends the platform the categories and classes that a member has confirmed, if they equal those that this edge
 * proposes for the current rows. They leave the edge only in this way; the platform has no message that requests them.
 */
export async function confirmNames(deps: DatasetDeps, confirmed: NamesProposal, actor: Actor): Promise<number> {
  const { taskId, datasetId, names } = confirmed
  const { dataset, proposal, wanted } = await propose(deps, taskId, actor)
  if (dataset.id !== datasetId) fail('task.names-stale')
  requireProposed(names, proposal.names)
  await deps.platform.checkChoosing(taskId, actor.userId)
  const words = wordsOf(names).length
  deps.log.append('names-confirmed', { taskId, datasetId, names, words, userId: actor.userId, name: actor.displayName })
  return transaction(deps.db, () => {
    agreeToShow(deps.db, datasetId, names.ownTable === true)
    return deps.outbox.add({ kind: 'names', taskId, datasetId, wanted, names })
  })
}

async function propose(deps: DatasetDeps, taskId: string, actor: Actor) {
  const dataset: StoredDataset = findOffered(deps.db, taskId) ?? fail('task.no-data')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  const { others = [], ...wanted } = await deps.platform.wantedNames(taskId)
  const ownTable = wanted.ownTables ? { ownTable: isShownAlone(deps.db, dataset.id) } : {}
  const names = { ...(await proposeNames(deps.duck, dataset, wanted)), ...ownTable }
  return { dataset, wanted, others, proposal: { taskId, datasetId: dataset.id, names } }
}

/**
 * Refuses categories and classes that differ from the proposal. A member may only remove some, and decide whether the
 * party's own table is shown.
 */
function requireProposed(names: PartyNames, proposed: PartyNames) {
  if (canonicalJson(wordless(names)) !== canonicalJson(wordless(proposed))) fail('task.names-stale')
  names.columns.forEach((column, place) => {
    const known = proposed.columns[place]
    if (column.kind !== 'categories' || known?.kind !== 'categories') return
    requireWords(column.name, column.categories, known.categories)
  })
  if (names.label?.classes) requireWords(names.label.column, names.label.classes, proposed.label?.classes ?? [])
  requireCounts(names.label, proposed.label)
}

/** Checks that the named classes have the row counts that the edge computed, and that no other counts are sent. */
function requireCounts(label: LabelNames | null, proposed: LabelNames | null) {
  const counted = proposed?.counts?.filter(({ name }) => label?.classes?.includes(name)) ?? []
  if (canonicalJson(label?.counts ?? []) !== canonicalJson(counted)) fail('task.names-stale')
}

export function requireWords(column: string, words: string[], proposed: string[]) {
  const known = new Set(proposed)
  const name = words.find((word) => !known.has(word))
  if (name !== undefined) fail('task.name-not-proposed', { column, name, fewest: MIN_ROWS_NAMED })
  if (new Set(words).size < words.length) fail('task.names-stale')
}

const wordless = ({ columns, label, ownTable }: PartyNames) => ({
  asksOwnTable: ownTable !== undefined,
  columns: columns.map(({ name, kind }) => ({ name, kind })),
  label: label && labelOnly(label),
})

const labelOnly = ({ counts: _counts, ...label }: LabelNames) => ({ ...label, classes: label.classes === null })
