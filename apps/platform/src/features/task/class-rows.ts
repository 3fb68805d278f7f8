import type { ClassCount, ClassRows, LabelNames, NamesWanted, TaskDetail } from '@tessera/contract'
import type { Agreement } from './agree-names.ts'
import { joinedOf, type LoadedTask } from './load.ts'
import type { PartyNamesRow } from './table.ts'

/**
 * How many rows each class has over all parties that bring some, at least; undefined where no classes are predicted, or
 * nobody has confirmed any. It says no party's by name, though of two parties each can tell the other's.
 */
export function classRowsOf(loaded: Pick<LoadedTask, 'registrations' | 'names' | 'agreement'>): ClassRows | undefined {
  const { bringing, confirmed } = confirmedOf(loaded)
  // A party whose rows have no value of the label has none of any class.
  const counted = confirmed.map(({ names: { label } }) => (label === null ? [] : label.counts))
  const known = counted.filter((counts) => counts !== undefined)
  const classes = classesOf(loaded.agreement, labelsOf(confirmed)).map((name) => {
    const own = known.flatMap((counts) => counts.find((one) => one.name === name) ?? [])
    const boxSide = medianSide(own)
    return {
      ...{ name, rows: own.reduce((sum, { rows }) => sum + rows, 0), parties: own.length },
      ...(boxSide !== undefined && { boxSide }),
    }
  })
  if (known.length === 0 || classes.length === 0) return undefined
  return { classes, parties: known.length, missing: bringing.length - known.length }
}

/** The two classes, the positive one last, of what the parties confirmed so far; undefined where other than two are predicted. */
export function positiveOf(
  loaded: Pick<LoadedTask, 'task' | 'registrations' | 'names' | 'agreement'>,
  wanted: NamesWanted | undefined,
): TaskDetail['positive'] {
  if (!wanted?.targets.includes('classes')) return undefined
  const labels = labelsOf(confirmedOf(loaded).confirmed)
  const target = targetOf(loaded.agreement)
  if (target ? target.kind !== 'classes' : labels.some(({ kind }) => kind === 'labels')) return undefined
  const [first, second, ...more] = classesOf(loaded.agreement, labels)
  if (first === undefined || second === undefined || more.length > 0) return undefined
  const chosen = loaded.task.columnSelection?.positive
  return {
    classes: chosen === first ? [second, first] : [first, second],
    isChosen: chosen === first || chosen === second,
  }
}

function confirmedOf(loaded: Pick<LoadedTask, 'registrations' | 'names'>) {
  const bringing = joinedOf(loaded).filter(({ datasetId }) => datasetId !== null)
  const confirmed = bringing.flatMap(({ partyId }) => loaded.names.find((one) => one.partyId === partyId) ?? [])
  return { bringing, confirmed }
}

const labelsOf = (confirmed: PartyNamesRow[]) => confirmed.flatMap(({ names }) => names.label ?? [])

const targetOf = (agreement: Agreement | undefined) =>
  agreement && agreement.kind !== 'waiting' ? agreement.names?.target : undefined

/** The median of the parties' medians, each as heavy as its rows; undefined where no party reports one. */
function medianSide(counts: ClassCount[]): number | undefined {
  const sided = counts.flatMap(({ rows, boxSide }) => (boxSide === undefined ? [] : [{ rows, boxSide }]))
  const sorted = sided.toSorted((one, other) => one.boxSide - other.boxSide)
  const half = sorted.reduce((sum, { rows }) => sum + rows, 0) / 2
  let below = 0
  return sorted.find(({ rows }) => {
    below += rows
    return below >= half
  })?.boxSide
}

/**
 * Of entities and boxes their kinds: a row is a text or a picture that has some. In the plan's order; while there is none,
 * those that were confirmed so far, numbers by their size.
 */
function classesOf(agreement: Agreement | undefined, labels: LabelNames[]): string[] {
  const target = targetOf(agreement)
  if (target) return 'classes' in target ? target.classes : []
  if (labels.some(({ classes }) => classes === null)) return []
  const names = [...new Set(labels.flatMap(({ classes }) => classes ?? []))]
  return labels.every(({ integral }) => integral)
    ? names.toSorted((one, other) => Number(one) - Number(other))
    : names.toSorted()
}
