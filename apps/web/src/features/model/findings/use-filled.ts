import { type InputColumn, inputColumnsOf, type ModelCard } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { useShownCount } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'

/**
 * Returns a function that describes in how many rows a value is missing, and how training handled these rows. It
 * returns null if no value is missing or no count is stored.
 */
export function useFilled(card: ModelCard): (input: InputColumn | undefined) => string | null {
  const t = usePhrases(phrases)
  const shown = useShownCount()
  const rows = card.parties.reduce((sum, party) => sum + party.rows, 0)
  // Trees have a branch for missing values. Other models replace them by the mean.
  const way = card.trees ? 'branch' : 'mean'
  return (input) => {
    const missing = input?.missing
    if (missing === undefined || missing === 0) return null
    if (missing === null) return t(`missing.${way}.hidden`)
    return t(`missing.${way}`, { missing: shown(missing), rows })
  }
}

/** Returns the description of missing values for all columns, each with its name. */
export function useFilledColumns(card: ModelCard): string[] {
  const filled = useFilled(card)
  const t = usePhrases(phrases)
  return inputColumnsOf(card.input).flatMap((input) => {
    const text = filled(input)
    return text === null ? [] : [t('missing.of', { column: input.column, text })]
  })
}
