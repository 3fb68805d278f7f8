import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Returns a function that formats the value of a cell: booleans as words, a missing value as a dash. */
export function useCellText(): (value: string | number | boolean | null | undefined) => string {
  const t = usePhrases(uiPhrases)
  return (value) => {
    if (value === null || value === undefined || value === '') return '—'
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)
  }
}
