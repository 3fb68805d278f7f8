import type { ShownCount } from '@tessera/contract'
import { formatNumber } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** Returns a function that formats a count. Hidden counts become words, because "<5" is unclear when read aloud. */
export function useShownCount(): (count: ShownCount) => string {
  const t = usePhrases(uiPhrases)
  return (count) => {
    if (count === null) return t('count.hidden')
    if (typeof count === 'number') return formatNumber(count)
    return t(count.startsWith('<') ? 'count.fewer' : 'count.more', { count: Number(count.slice(1)) })
  }
}
