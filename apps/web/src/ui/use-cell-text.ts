import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** What stands in a table's cell for a value of somebody's data: booleans in words, a dash for nothing. */
export function useCellText(): (value: string | number | boolean | null | undefined) => string {
  const t = usePhrases(uiPhrases)
  return (value) => {
    if (value === null || value === undefined || value === '') return '—'
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)
  }
}
