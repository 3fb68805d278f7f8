import type { ColumnMapping, ColumnType, Conversion } from '@tessera/contract'
import { type Evidence, storeDifferingColumns, type TakenApart, weighNames } from './column-names.ts'
import type { Format, FormatDifference } from './formats.ts'

interface Candidate {
  column: string
  from: string
  conversion: Conversion
  evidence: Evidence
}

/**
 * Maximum number of pairs of columns. With more pairs, shortened and mistyped names are not considered, because the
 * comparison would delay the page.
 */
const MAX_PAIRS = 400_000
const STRONGEST_FIRST: Evidence[] = [3, 2, 1]

/**
 * Proposes the participant's columns for those columns that the participant's data lack or have with another type. Each
 * column is proposed at most once. If two columns match equally well, neither is proposed and a member chooses.
 */
export function proposeMapping(
  differences: readonly FormatDifference[],
  required: readonly string[],
  participant: Format,
): ColumnMapping[] {
  const open = new Set(differences.map(({ column }) => column))
  const settled = new Set(required.filter((column) => !open.has(column)))
  const free = participant.columns.filter((name) => !settled.has(name))
  const candidates = weighAll(differences, free, participant.columnTypes)
  const [columns, used] = [new Set<string>(), new Set<string>()]
  const proposals: ColumnMapping[] = []
  for (const evidence of STRONGEST_FIRST) {
    const equal = candidates.filter(
      (one) => one.evidence === evidence && !columns.has(one.column) && !used.has(one.from),
    )
    const [byColumn, byFrom] = [countBy(equal, 'column'), countBy(equal, 'from')]
    for (const { column, from, conversion } of equal) {
      // Weaker evidence must not resolve this ambiguity.
      columns.add(column)
      if (byColumn.get(column) !== 1 || byFrom.get(from) !== 1) continue
      used.add(from)
      proposals.push({ column, from, conversion })
    }
  }
  const places = new Map(required.map((column, place) => [column, place]))
  return proposals.toSorted((a, b) => (places.get(a.column) ?? 0) - (places.get(b.column) ?? 0))
}

function weighAll(
  differences: readonly FormatDifference[],
  free: readonly string[],
  types: Record<string, ColumnType>,
): Candidate[] {
  const apart = new Map<string, TakenApart>(free.map((name) => [name, storeDifferingColumns(name)]))
  const isLarge = differences.length * free.length > MAX_PAIRS
  const byCompact = Map.groupBy(free, (name) => apart.get(name)?.compact)
  const byMeaning = Map.groupBy(free, (name) => apart.get(name)?.meaning)
  return differences.flatMap(({ column, initiatorType }) => {
    if (initiatorType === null) return []
    const wanted = storeDifferingColumns(column)
    const alike = byMeaning.get(wanted.meaning ?? Number.NaN) ?? []
    const near = isLarge ? new Set([...(byCompact.get(wanted.compact) ?? []), ...alike]) : free
    return [...near].flatMap((from) => {
      const conversion = conversionTo(initiatorType, types[from] ?? 'text')
      const evidence = from === column ? 3 : weighNames(wanted, apart.get(from) as TakenApart)
      // A column whose name and type both differ is too uncertain if the evidence is weak.
      const isEnough = conversion === 'none' ? evidence > 0 : evidence > 1
      return conversion !== undefined && isEnough ? [{ column, from, conversion, evidence }] : []
    })
  })
}

const NUMERIC: readonly ColumnType[] = ['number', 'integer']
/** Types whose values may be yes and no, or 1 and 0. */
const AS_BOOLEAN: readonly ColumnType[] = ['text', 'integer']
/** Types whose values have a unique text form. A decimal number has several text forms, so its type is not listed. */
const AS_TEXT: readonly ColumnType[] = ['integer', 'boolean', 'date']

/** Returns the conversion from one type to the other; undefined if there is none. */
function conversionTo(wanted: ColumnType, held: ColumnType): Conversion | undefined {
  if (wanted === held || (NUMERIC.includes(wanted) && NUMERIC.includes(held))) return 'none'
  if (NUMERIC.includes(wanted) && (held === 'text' || held === 'boolean')) return 'to-number'
  if (wanted === 'boolean' && AS_BOOLEAN.includes(held)) return 'to-boolean'
  return wanted === 'text' && AS_TEXT.includes(held) ? 'to-text' : undefined
}

function countBy(candidates: readonly Candidate[], key: 'column' | 'from'): Map<string, number> {
  const counts = new Map<string, number>()
  for (const candidate of candidates) counts.set(candidate[key], (counts.get(candidate[key]) ?? 0) + 1)
  return counts
}
