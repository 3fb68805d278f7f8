import { FEW_ROWS, type Share } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

/** A share as a percentage with its count and interval. */
export function ShareText({ share }: { share: Share | null }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  if (!share) return <span className="t-soft">{t('share.none')}</span>
  const texts = [format.percent(share.value), t('share.count', { count: share.count, rows: share.rows })]
  const [first, second] = share.rows < FEW_ROWS ? texts.toReversed() : texts
  return (
    <>
      <strong>{first}</strong> {second}
      <div className="t-soft">
        {t('interval.value', { low: format.percent(share.low), high: format.percent(share.high) })}
      </div>
    </>
  )
}
