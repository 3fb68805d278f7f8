import type { Model } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { paths } from '../../lib/paths.ts'
import { LinkCard, PartyTile } from '../../ui/index.ts'
import { ImportedTag } from './import/ImportedTag.tsx'
import styles from './model.module.css'
import { phrases } from './phrases.ts'

/** A model in a list: owner, scores and purpose. */
export function ModelCard({ model, from }: { model: Model; from: 'myModel' | 'pool' }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const nameOf = useMetricName()
  const shown = metricNames(model.metrics).filter((name) => name !== 'loss')
  return (
    <LinkCard
      to={paths.model(model.id, { from })}
      title={model.name}
      tag={model.isImported && <ImportedTag />}
      footer={
        <>
          <span className="t-row" style={{ gap: 6 }}>
            <PartyTile partyId={model.partyId} size={18} />
            {model.partyName}
          </span>
          <span>{format.date(model.updateTime)}</span>
        </>
      }
    >
      <div className={styles.cardMetrics}>
        {shown.length === 0 && <span>{t(model.isImported ? 'imported.noScore' : 'card.noMetric')}</span>}
        {shown.slice(0, 3).map((name) => (
          <span key={name}>
            {nameOf(name)} <strong className="t-num">{metricText(name, model.metrics[name] ?? 0)}</strong>
          </span>
        ))}
      </div>
      {model.description || t('card.noText')}
    </LinkCard>
  )
}
