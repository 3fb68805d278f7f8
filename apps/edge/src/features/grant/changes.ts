import { type ColumnMapping, columnsOf, type GrantDraft, lentColumns, type Plan } from '@tessera/contract'
import type { Findings } from './draft.ts'
import type { StoredGrant } from './queries.ts'

type Change = NonNullable<GrantDraft['changes']>[number]
interface Lent {
  plan: Plan
  mapping: ColumnMapping[]
}

/** What differs from a ticket signed before; field names are the console's to put into words. */
export function changesSince(last: StoredGrant, { task, dataset, leftOut, codeHash }: Findings): Change[] {
  const before: Record<string, string> = {
    ...fieldsOf(last.plan),
    code: last.codeHash,
    rows: String(last.rowCount),
    dataset: last.datasetName,
    parties: [...last.parties].sort().join(', '),
  }
  const after: Record<string, string> = {
    ...fieldsOf(task.plan),
    code: codeHash,
    rows: String(dataset.rowCount - leftOut),
    dataset: dataset.name,
    parties: task.parties
      .map(({ partyId }) => partyId)
      .sort()
      .join(', '),
  }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((change) => change.before !== change.after)
  return [...fields, ...sourcesSince(last, { plan: task.plan, mapping: dataset.mapping })]
}

function fieldsOf(plan: Plan): Record<string, string> {
  const parameters = Object.entries(plan.parameters).map(([name, value]) => [
    `parameters.${name}`,
    JSON.stringify(value),
  ])
  return {
    algorithm: plan.algorithm,
    columns: columnsOf(plan).join(', '),
    label: plan.target?.column ?? '',
    classes: plan.target?.kind === 'classes' ? plan.target.classes.join(', ') : '',
    maxRounds: String(plan.maxRounds),
    ...Object.fromEntries(parameters),
    ...Object.fromEntries(categoriesOf(plan)),
  }
}

const categoriesOf = ({ data }: Plan) =>
  data.columns.flatMap((column) =>
    column.kind === 'categories' ? [[`categories.${column.name}`, column.categories.join(', ')] as const] : [],
  )

/** Which own column stands for one of the task's, and how it is read. A column no longer lent is told with the columns. */
function sourcesSince(last: Lent, now: Lent): Change[] {
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
const sourcesOf = ({ plan, mapping }: Lent) =>
  new Map(
    lentColumns(plan).map(
      (column) => [column, mapping.find((one) => one.column === column) ?? asItIs(column)] as const,
    ),
  )
