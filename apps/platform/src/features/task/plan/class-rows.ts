import type { ClassCount, ClassRows, LabelNames, NamesWanted, TaskDetail } from '@tessera/contract'
import { joinedOf, type LoadedTask } from '../load.ts'
import type { PartyNamesRow } from '../table.ts'
import type { Agreement } from './agree-names.ts'

/**
 * Returns the number of rows per class that the parties report, added over all parties; undefined if the task predicts
 * no classes or no party has confirmed any. The result names no party. However, with two parties, each can derive the
 * other's numbers.
 */
export function classRowsOf(loaded: Pick<LoadedTask, 'registrations' | 'names' | 'agreement'>): ClassRows | undefined {
  const { bringing, confirmed } = confirmedOf(loaded)
  // A party whose rows have no label value has zero rows of every class.
  const counted = confirmed.map(({ names: { label } }) => (label === null ? [] : label.counts))
  const known = counted.filter((counts) => counts !== undefined)
  const classes = classesOf(loaded.agreement, labelsOf(confirmed)).map((name) => {
    const own = known.flatMap((counts) => counts.find((one) => one.name === name) ?? [])
    const boxSide = medianSide(own)
    return {
      name,
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
      parties: own.length,
      ...(boxSide !== undefined && { boxSide }),
    }
  })
  if (known.length === 0 || classes.length === 0) return undefined
  return { classes, parties: known.length, missing: bringing.length - known.length }
}

/** Returns the two confirmed classes, the positive one last; undefined unless the task predicts exactly two classes. */
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

/**
 * Returns the median of the parties' median box sides, weighted by their rows; undefined if no party reports a median.
 */
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
 * Returns the classes: in the plan's order or, without a plan, the classes confirmed so far, with numbers sorted by
 * size. For entities and boxes, a row of a class is a text or picture that contains the class.
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
