import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Returns a function for the text of a data cell: booleans as words, a dash for a missing value. */
export function useCellText(): (value: string | number | boolean | null | undefined) => string {
  const t = usePhrases(uiPhrases)
  return (value) => {
    if (value === null || value === undefined || value === '') return '—'
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)
  }
}
