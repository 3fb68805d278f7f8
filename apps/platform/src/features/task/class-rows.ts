import type { ClassRows, LabelNames } from '@tessera/contract'
import type { Agreement } from './agree-names.ts'
import { joinedOf, type LoadedTask } from './load.ts'

/**
 * How many rows each class has over all parties that bring some, at least; undefined where no classes are predicted, or
 * nobody has confirmed any. It says no party's by name, though of two parties each can tell the other's.
 */
export function classRowsOf(loaded: Pick<LoadedTask, 'registrations' | 'names' | 'agreement'>): ClassRows | undefined {
  const bringing = joinedOf(loaded).filter(({ datasetId }) => datasetId !== null)
  const confirmed = bringing.flatMap(({ partyId }) => loaded.names.find((one) => one.partyId === partyId) ?? [])
  // A party whose rows have no value of the label has none of any class.
  const counted = confirmed.map(({ names: { label } }) => (label === null ? [] : label.counts))
  const known = counted.filter((counts) => counts !== undefined)
  const classes = classesOf(
    loaded.agreement,
    confirmed.flatMap(({ names }) => names.label ?? []),
  ).map((name) => {
    const rows = known.flatMap((counts) => counts.find((one) => one.name === name)?.rows ?? [])
    return { name, rows: rows.reduce((sum, some) => sum + some, 0), parties: rows.length }
  })
  if (known.length === 0 || classes.length === 0) return undefined
  return { classes, parties: known.length, missing: bringing.length - known.length }
}

/**
 * Of entities and boxes their kinds: a row is a text or a picture that has some. In the plan's order; while there is none,
 * those that were confirmed so far, numbers by their size.
 */
function classesOf(agreement: Agreement | undefined, labels: LabelNames[]): string[] {
  const target = agreement && agreement.kind !== 'waiting' ? agreement.names?.target : undefined
  if (target) return 'classes' in target ? target.classes : []
  if (labels.some(({ classes }) => classes === null)) return []
  const names = [...new Set(labels.flatMap(({ classes }) => classes ?? []))]
  return labels.every(({ integral }) => integral)
    ? names.toSorted((one, other) => Number(one) - Number(other))
    : names.toSorted()
}
