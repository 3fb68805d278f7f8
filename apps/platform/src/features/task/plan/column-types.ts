import {
  type ColumnTypes,
  fail,
  findTypeMismatch,
  type Language,
  selectedColumns,
  type TypeMismatch,
} from '@tessera/contract'
import { nameOfParty } from '../../party/index.ts'
import { joinedOf, type LoadedTask } from '../load.ts'
import type { RegistrationRow } from '../table.ts'

/**
 * Returns the types of the columns that the task uses. The type is that of the initiator's rows or, if they have no
 * value, of the next party's. So the first party decides the type, and of two parties that differ only one is refused.
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

/** Returns the first column of a party's data whose type differs from the task's type. */
export function typeMismatchOf(registration: RegistrationRow, loaded: LoadedTask): TypeMismatch | undefined {
  const dataset = loaded.datasets.get(registration.datasetId ?? '')
  return dataset && findTypeMismatch(dataset, taskTypesOf(loaded))
}

/**
 * Fails if a party's column types differ from the task's. Waiting would not help, because the party has to offer other
 * data.
 */
export function refuseMismatch(loaded: LoadedTask, parties: RegistrationRow[], language: Language) {
  for (const party of parties) {
    const mismatch = typeMismatchOf(party, loaded)
    if (!mismatch) continue
    fail('task.type-mismatch', { ...mismatch, party: nameOfParty(loaded.parties.get(party.partyId), language) })
  }
}
