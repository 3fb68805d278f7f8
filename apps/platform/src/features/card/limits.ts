import { COMPARE_PARAMETER, FEW_ROWS, inputColumnsOf, type ModelCard, tellsPersonsApart } from '@tessera/contract'
import { figure, type Say } from './phrases.ts'
import type { CardFacts } from './read-facts.ts'
import { listed, type PageLimits, scoredRowsOf } from './texts.ts'

/** Returns the model's limitations that its scores do not show, the most serious first. */
export function limitsOf({ card, application, parties, repeatedIds }: CardFacts, t: Say, limits: PageLimits): string[] {
  const { regression, scores, output } = card
  const few = fewOf(card, parties)
  const ranges = rangesOf(card, t)
  const filled = filledOf(card, t)
  const applies = application ? t('limits.application', { text: application }) : t('limits.noApplication')
  if (card.imported) return [t('limits.imported'), t('limits.noRange'), applies]
  return [
    ...(repeatedIds.length > 0
      ? [
          t(repeatedIds.every(tellsPersonsApart) ? 'limits.repeated' : 'limits.repeatedValues', {
            names: listed(repeatedIds, limits.columns, t),
          }),
        ]
      : []),
    ...(regression && !regression.converged ? [t('limits.unsettled')] : []),
    ...(regression && regression.separated.length > 0
      ? [t('limits.separated', { names: listed(regression.separated, limits.columns, t) })]
      : []),
    ...(few.length > 0 ? [t('limits.few', { few: FEW_ROWS, names: listed(few, limits.classes, t) })] : []),
    ...(card.parties.length > 1 && card.parameters?.[COMPARE_PARAMETER] === false ? [t('limits.notCompared')] : []),
    ...(card.scores?.chosen ?? []).map((one) => t(`limits.chosen.${one}`)),
    ...(scores || output.kind === 'clusters' ? [] : [t('limits.noIntervals')]),
    ranges.length > 0 ? t('limits.range', { ranges: listed(ranges, limits.columns, t) }) : t('limits.noRange'),
    ...(filled.length > 0
      ? [t(card.trees ? 'limits.filled.branch' : 'limits.filled.mean', { columns: listed(filled, limits.columns, t) })]
      : []),
    t('limits.elsewhere'),
    applies,
    t(card.parties.length > 1 ? 'limits.sums' : 'limits.alone'),
    t('limits.code'),
  ]
}

/** Returns the classes and parties that have too few scored rows for a percentage. */
function fewOf(card: ModelCard, parties: CardFacts['parties']): string[] {
  const classes = (card.scores?.classes ?? []).filter(({ sensitivity }) => (sensitivity?.rows ?? 0) < FEW_ROWS)
  const small = card.parties.flatMap((party, place) => {
    const rows = scoredRowsOf(card, party)
    return rows !== null && rows < FEW_ROWS ? [parties[place]?.name ?? party.partyId] : []
  })
  return [...classes.map((one) => one.class), ...small]
}

/**
 * Returns the ranges of the columns, between the outermost points on which all parties agreed. Rows beyond these points
 * are not described.
 */
function rangesOf({ input }: ModelCard, t: Say): string[] {
  return inputColumnsOf(input).flatMap(({ column, seen }) => {
    const [low] = seen?.points ?? []
    const high = seen?.points.at(-1)
    return low === undefined || high === undefined
      ? []
      : [`${column} ${t('range', { low: figure(low), high: figure(high) })}`]
  })
}

/** Returns the numeric columns with missing training values, each with the number of missing values. */
function filledOf({ input }: ModelCard, t: Say): string[] {
  return inputColumnsOf(input).flatMap(({ column, missing }) => {
    if (missing === undefined || missing === 0) return []
    if (missing === null) return [t('filled.hidden', { column })]
    if (typeof missing === 'number') return [t('filled.exact', { column, count: missing })]
    return [t(missing.startsWith('<') ? 'filled.fewer' : 'filled.more', { column, count: Number(missing.slice(1)) })]
  })
}
