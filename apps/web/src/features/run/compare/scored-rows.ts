import type { ComparableRun, ScoredBy } from '@tessera/contract'

/** The rows on which a run's scores are computed: the parties, the rows of each party, and the scheme. */
export interface ScoredRows {
  /** The scheme, or null if it was not recorded, as in a run that failed before its first score. */
  scheme: ScoredBy | null
  /** Parties by id. `rows` is null if their number was not recorded. */
  parties: { partyId: string; name: string; rows: number | null }[]
  /**
   * Number of rows over all parties, as the engine reports it. For older runs it is the sum, or null if a party's
   * number is unknown.
   */
  total: number | null
}

export type RowsDifference = 'parties' | 'counts' | 'scheme' | 'target' | 'unknown'

export function scoredRowsOf({ scoredBy, parties, metrics, scores }: ComparableRun): ScoredRows {
  const scheme = scoredBy ?? schemeOf(parties, Object.keys(metrics).length > 0)
  const scored = parties
    .map(({ partyId, partyName, rowsUsed, validationRows }) => ({
      partyId,
      name: partyName,
      rows: scheme === null ? null : scheme === 'leave-one-out' ? rowsUsed : validationRows,
    }))
    .toSorted((a, b) => a.partyId.localeCompare(b.partyId))
  const known = scored.flatMap(({ rows }) => rows ?? [])
  return {
    scheme,
    parties: scored,
    total: scores?.rows ?? (known.length === scored.length ? known.reduce((sum, rows) => sum + rows, 0) : null),
  }
}

/**
 * Returns the scheme of a failed run, which has no model card: validation rows or, if all rows are used for fitting,
 * leave-one-out.
 */
function schemeOf(parties: ComparableRun['parties'], isScored: boolean): ScoredBy | null {
  if (parties.some(({ validationRows }) => validationRows === null)) return null
  if (parties.some(({ validationRows }) => validationRows)) return 'rows'
  return isScored ? 'leave-one-out' : null
}

/** Returns the differences between the rows of two runs' scores. Empty if both are scored on the same rows. */
export function rowsDifferences(first: ComparableRun, other: ComparableRun): RowsDifference[] {
  const [one, two] = [scoredRowsOf(first), scoredRowsOf(other)]
  const ids = (scored: ScoredRows) => scored.parties.map(({ partyId }) => partyId).join()
  const counts = ({ parties }: ComparableRun, scored: ScoredRows) =>
    JSON.stringify([
      scored.parties.map(({ rows }) => rows),
      parties.toSorted((a, b) => a.partyId.localeCompare(b.partyId)).map(({ rowsOffered }) => rowsOffered),
    ])
  const isOtherTotal = first.scores && other.scores && first.scores.rows !== other.scores.rows
  if (ids(one) !== ids(two)) return ['parties', ...rest()]
  const isKnown = [...one.parties, ...two.parties].every(({ rows }) => rows !== null)
  return [
    ...(isKnown && (isOtherTotal || counts(first, one) !== counts(other, two)) ? ['counts' as const] : []),
    ...rest(),
    ...(isKnown ? [] : ['unknown' as const]),
  ]

  function rest(): RowsDifference[] {
    const isOtherScheme = one.scheme !== null && two.scheme !== null && one.scheme !== two.scheme
    const isOtherTarget = JSON.stringify(first.target) !== JSON.stringify(other.target)
    return [...(isOtherScheme ? ['scheme' as const] : []), ...(isOtherTarget ? ['target' as const] : [])]
  }
}

export const isScoredOnSameRows = (first: ComparableRun, other: ComparableRun): boolean =>
  rowsDifferences(first, other).length === 0
