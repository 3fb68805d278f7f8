import type { ModelCard } from '@tessera/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PartyTile } from '../../ui/index.ts'
import { AloneTogetherChart } from './AloneTogetherChart.tsx'
import { type Comparison, comparableMetrics, compareParties, verdictOf } from './comparison.ts'
import { gainText, isPercentage, metricText } from './metrics.ts'
import styles from './model.module.css'
import { phrases } from './phrases.ts'
import { useMetricName } from './use-metric.ts'

/** The reason to federate: each party's score alone and together, losses shown as plainly as gains. */
export function AloneTogether({ card }: { card: ModelCard }) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  const metrics = comparableMetrics(card)
  const [chosen, setChosen] = useState<string | null>(null)
  const metric = chosen !== null && metrics.includes(chosen) ? chosen : metrics[0]
  if (metric === undefined) return <p className="t-soft">{t('compare.none')}</p>

  const compared = compareParties(card, metric)
  const { mean, ...verdict } = verdictOf(compared)
  const key = verdict.better === verdict.total ? 'compare.verdict.all' : 'compare.verdict.mixed'
  const gain = isPercentage(metric) ? t('compare.points', { gain: gainText(metric, mean) }) : gainText(metric, mean)
  return (
    <>
      <p className={styles.verdict}>{t(key, { ...verdict, gain })}</p>
      <p className="t-soft">{t('compare.note')}</p>
      {metrics.length > 1 && (
        <Segmented
          aria-label={t('metric.choose')}
          style={{ margin: '12px 0' }}
          value={metric}
          onChange={setChosen}
          options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
        />
      )}
      <AloneTogetherChart metric={metric} compared={compared} />
      <ComparisonTable metric={metric} compared={compared} />
    </>
  )
}

function ComparisonTable({ metric, compared }: { metric: string; compared: Comparison[] }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  return (
    <div className="t-scroll-x" style={{ marginTop: 12 }}>
      <table className="t-table">
        <thead>
          <tr>
            <th scope="col">{t('compare.party')}</th>
            <th scope="col">{t('compare.rows')}</th>
            <th scope="col">{t('compare.alone')}</th>
            <th scope="col">{t('compare.together')}</th>
            <th scope="col">{t(isPercentage(metric) ? 'compare.gainPoints' : 'compare.gain')}</th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ partyId, name, rows, alone, together, gain }) => (
            <tr key={partyId}>
              <th scope="row">
                <span className="t-row" style={{ gap: 8, flexWrap: 'nowrap' }}>
                  <PartyTile partyId={partyId} size={20} />
                  {name}
                </span>
              </th>
              <td>{format.number(rows)}</td>
              <td>{metricText(metric, alone)}</td>
              <td>
                <strong>{metricText(metric, together)}</strong>
              </td>
              <td className={gain > 0 ? styles.better : gain < 0 ? styles.worse : undefined}>
                {gainText(metric, gain)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
