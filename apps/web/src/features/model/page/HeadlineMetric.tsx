import { type ContentType, intervalEnds, type Metrics, type ModelCard } from '@tessera/contract'
import { type Translate, usePhrases } from '../../../lib/i18n.ts'
import { metricNames, metricText } from '../../../lib/metrics.ts'
import { type RowsWords, useRowsWords } from '../../../lib/rows-words.ts'
import { MetricName } from '../../../ui/index.ts'
import { NoScore } from '../../../ui/scores/NoScore.tsx'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'

interface Props {
  metrics: Metrics
  card: ModelCard | null
  contentType: ContentType
}

/** Shows the headline metric, followed by the other metrics. */
export function HeadlineMetric({ metrics, card, contentType }: Props) {
  const t = usePhrases(phrases)
  const words = useRowsWords(contentType)
  const [first, ...others] = metricNames(metrics)
  if (first === undefined && card?.scores?.rows === 0) return <NoScore rows={words.many} />
  if (first === undefined) return <p className="t-soft">{t('card.noMetric')}</p>
  const interval = card?.scores?.metrics[first]
  const ends = interval && intervalEnds(first, interval)
  return (
    <div className={styles.headline}>
      <div>
        <div className="t-soft">
          <MetricName metric={first} />
          {card && ` · ${givenBy(card, t)}`}
        </div>
        <div className={styles.headlineValue}>{metricText(first, metrics[first] ?? 0)}</div>
        {interval && (
          <div className="t-soft">
            {ends
              ? t('detail.interval', { low: metricText(first, ends.low), high: metricText(first, ends.high) })
              : t('detail.few', { rows: words.many })}
          </div>
        )}
        <div className="t-soft">{scoredOn(card, t, words)}</div>
      </div>
      <dl className={styles.headlineRest}>
        {others.map((name) => (
          <div key={name}>
            <dt>
              <MetricName metric={name} />
            </dt>
            <dd>{metricText(name, metrics[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const givenBy = ({ output, label }: ModelCard, t: Translate<keyof typeof phrases.en>): string =>
  output.kind === 'clusters' ? t('detail.makesClusters', { count: output.clusters }) : t('detail.predicts', { label })

/** Returns a text about the rows on which the metrics were computed. */
function scoredOn(card: ModelCard | null, t: Translate<keyof typeof phrases.en>, words: RowsWords): string {
  if (card && card.scoredBy === 'leave-one-out') {
    const count = card.parties.reduce((sum, { rows }) => sum + rows, 0)
    return t(`detail.headline.${card.scoredBy}`, { rows: words.count(count), count })
  }
  const rows = validationRows(card)
  return rows ? t('detail.headline', { rows: words.count(rows) }) : t('detail.headlineAll', { rows: words.many })
}

/** Returns the number of validation rows, or null if any party has not reported its number. */
function validationRows(card: ModelCard | null): number | null {
  const counts = card?.parties.map(({ validationRows }) => validationRows) ?? []
  return counts.length > 0 && counts.every((count) => typeof count === 'number')
    ? (counts as number[]).reduce((sum, count) => sum + count, 0)
    : null
}
