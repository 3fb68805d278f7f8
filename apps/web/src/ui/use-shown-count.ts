import type { ShownCount } from '@tessera/contract'
import { formatNumber } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

/** A count as words where it is hidden: "<5" says little to who hears it read out. */
export function useShownCount(): (count: ShownCount) => string {
  const t = usePhrases(uiPhrases)
  return (count) => {
    if (count === null) return t('count.hidden')
    if (typeof count === 'number') return formatNumber(count)
    return t(count.startsWith('<') ? 'count.fewer' : 'count.more', { count: Number(count.slice(1)) })
  }
}
