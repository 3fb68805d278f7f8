import {
  type ColumnTypes,
  fail,
  findTypeMismatch,
  type Language,
  selectedColumns,
  type TypeMismatch,
} from '@tessera/contract'
import { nameOfParty } from '../party/index.ts'
import { joinedOf, type LoadedTask } from './load.ts'
import type { RegistrationRow } from './table.ts'

/**
 * What the columns that the task uses hold: in the initiator's rows, and where no row of those has a value, in those of the
 * next party. So who came first is the measure, and two that differ are never both refused.
 */
export function taskTypesOf(loaded: LoadedTask): ColumnTypes {
  const { columnSelection } = loaded.task
  if (!columnSelection) return {}
  const brought = joinedOf(loaded).flatMap(({ datasetId }) => loaded.datasets.get(datasetId ?? '') ?? [])
  const types: ColumnTypes = {}
  for (const column of selectedColumns(columnSelection)) {
    const holder = brought.find(({ columnTypes }) => columnTypes[column] !== undefined)
    const type = holder?.columnTypes[column]
    if (type) types[column] = type
  }
  return types
}

/** Which column of what a party brings holds something else than the task's. */
export function typeMismatchOf(registration: RegistrationRow, loaded: LoadedTask): TypeMismatch | undefined {
  const dataset = loaded.datasets.get(registration.datasetId ?? '')
  return dataset && findTypeMismatch(dataset, taskTypesOf(loaded))
}

/** Waiting would not make it ready: that party has to choose other data. */
export function refuseMismatch(loaded: LoadedTask, parties: RegistrationRow[], language: Language) {
  for (const party of parties) {
    const mismatch = typeMismatchOf(party, loaded)
    if (!mismatch) continue
    fail('task.type-mismatch', { ...mismatch, party: nameOfParty(loaded.parties.get(party.partyId), language) })
  }
}
