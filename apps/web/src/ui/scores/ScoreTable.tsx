import { intervalEnds, type Scores } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { isMacro, MIN_ERROR, metricNames, metricText } from '../../lib/metrics.ts'
import { MetricName } from '../MetricName.tsx'
import { phrases } from './phrases.ts'
import './scores.css'
import { ScrollX } from '../ScrollX.tsx'

/** Each score with its 95 % confidence interval and its number of rows. */
export function ScoreTable({ scores: { metrics, chosen = [] }, rows }: { scores: Scores; rows: string }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const names = metricNames(Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value])))
  return (
    <>
      <ScrollX>
        <table className="t-table">
          <thead>
            <tr>
              {(['metric', 'value', 'interval', 'rows.many'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(head, { rows })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const found = metrics[name]
              const ends = found && intervalEnds(name, found)
              return (
                found && (
                  <tr key={name}>
                    <th scope="row">
                      <MetricName metric={name} />
                    </th>
                    <td>
                      <strong>{metricText(name, found.value)}</strong>
                    </td>
                    <td>
                      {ends
                        ? t('interval.value', { low: metricText(name, ends.low), high: metricText(name, ends.high) })
                        : t('interval.few', { rows })}
                      {found.error !== undefined && found.error >= MIN_ERROR && (
                        <div className="t-soft scores-error">
                          {t('auc.error', { error: metricText(name, found.error) })}
                        </div>
                      )}
                    </td>
                    <td>{format.number(found.rows)}</td>
                  </tr>
                )
              )
            })}
          </tbody>
        </table>
      </ScrollX>
      {chosen.length > 0 && (
        <p className="t-soft">
          {t('decided', { rows, what: chosen.map((one) => t(`decided.${one}`)).join(t('decided.and')) })}
        </p>
      )}
      {names.some(isMacro) && <p className="t-soft">{t('macro', { rows })}</p>}
    </>
  )
}
