import { App } from 'antd'
import type { ReactNode } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { ERROR_SECONDS } from '../../lib/toast.ts'
import { useHasMarket, useMarket } from './api.ts'
import { marketPhrases } from './phrases.ts'

/** A button that opens the smart market, if there is one. `children` renders its content. */
export function MarketButton({ className, children }: { className?: string; children: (label: string) => ReactNode }) {
  const t = usePhrases(marketPhrases)
  const say = useErrorText()
  const { message } = App.useApp()
  const market = useMarket()
  if (!useHasMarket()) return null
  const complain = (text: string) => void message.error(text, ERROR_SECONDS)
  const go = () => {
    if (!market.open((error) => complain(say(error)))) complain(t('blocked'))
  }
  return (
    <button type="button" className={className} aria-label={t('go')} disabled={market.isPending} onClick={go}>
      {children(t('go'))}
    </button>
  )
}
