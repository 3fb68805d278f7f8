import { GetMarketLink } from '@tessera/contract/wire'
import { useAbout } from '../../lib/about.ts'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { marketPhrases } from './phrases.ts'

export const useHasMarket = () => useAbout()?.hasMarket ?? false

/**
 * Returns `open()`, which opens the market in a new tab. The tab opens during the click, before its address is known,
 * because browsers block a tab that opens later.
 */
export function useMarket() {
  const visit = useMutation({
    mutationFn: async (tab: Window) => {
      try {
        const { url } = await call(GetMarketLink, { returnUrl: location.href })
        tab.location.replace(url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
  })
  /** Returns false if the browser blocked the tab. */
  const open = (onError?: (error: unknown) => void): boolean => {
    const tab = window.open('', '_blank')
    if (!tab) return false
    tab.opener = null
    tab.document.title = translate(marketPhrases, 'opening')
    visit.mutate(tab, { onError: (error) => onError?.(error) })
    return true
  }
  return { open, isPending: visit.isPending }
}
