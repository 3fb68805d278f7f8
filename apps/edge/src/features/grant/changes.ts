import { type ColumnMapping, type GrantDraft, grantedColumns, type Plan, planChanges } from '@tessera/contract'
import type { StoredDataset } from '../rows/index.ts'
import type { StoredGrant } from './queries.ts'

type Change = NonNullable<GrantDraft['changes']>[number]
interface Granted {
  plan: Plan
  mapping: ColumnMapping[]
}

/**
 * Lists the differences between a ticket and the previously signed one. The console translates the names of the fields.
 */
export function changesSince(
  last: StoredGrant,
  { task, dataset, codeHash }: { task: { plan: Plan }; dataset: StoredDataset; codeHash: string },
  leftOut: number | null,
): Change[] {
  const beside = [
    { field: 'code', before: last.codeHash, after: codeHash },
    ...(leftOut === null
      ? []
      : [{ field: 'rows', before: String(last.rowCount), after: String(dataset.rowCount - leftOut) }]),
    { field: 'dataset', before: last.datasetName, after: dataset.name },
  ].filter((change) => change.before !== change.after)
  const sources = sourcesSince(last, { plan: task.plan, mapping: dataset.mapping })
  return [...planChanges(last.plan, task.plan), ...beside, ...sources]
}

/**
 * Returns the task columns for which another column of the party is used or whose conversion changed. A column that is
 * no longer granted is reported among the columns instead.
 */
function sourcesSince(last: Granted, now: Granted): Change[] {
  const before = sourcesOf(last)
  return [...sourcesOf(now)].flatMap(([column, { from, conversion }]) => {
    const known = before.get(column)
    const was = known ?? asItIs(column)
    return [
      { field: `from.${column}`, before: was.from, after: from },
      { field: `conversion.${column}`, before: was.conversion, after: conversion },
    ]
      .filter((change) => change.before !== change.after)
      .map((change) => (known ? change : { ...change, before: '' }))
  })
}

const asItIs = (column: string): ColumnMapping => ({ column, from: column, conversion: 'none' })
const sourcesOf = ({ plan, mapping }: Granted) =>
  new Map(
    grantedColumns(plan).map(
      (column) => [column, mapping.find((one) => one.column === column) ?? asItIs(column)] as const,
    ),
  )
