import type { ContentType } from '@tessera/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { type Comparison, comparableMetrics, compareParties, type Scored, verdictOf } from '../../lib/comparison.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { gainText, isShare, metricText } from '../../lib/metrics.ts'
import { type RowsWords, useRowsWords } from '../../lib/rows-words.ts'
import { PartyTile } from '../PartyTile.tsx'
import { AloneTogetherChart } from './AloneTogetherChart.tsx'
import './compare.css'
import { ScrollX } from '../ScrollX.tsx'
import { phrases } from './phrases.ts'

interface Props {
  parties: Scored[]
  contentType?: ContentType | null | undefined
  /** Whether the scored rows selected the model. A party alone has fewer such rows to select its local model. */
  isChosenByScores?: boolean
}

/** Compares each party's local score with the federated one. Losses are as visible as gains. */
export function AloneTogether({ parties, contentType, isChosenByScores = false }: Props) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(contentType)
  const nameOf = useMetricName()
  const metrics = comparableMetrics(parties)
  const [chosen, setChosen] = useState<string | null>(null)
  const metric = chosen !== null && metrics.includes(chosen) ? chosen : metrics[0]
  if (metric === undefined) return <p className="t-soft">{t('none')}</p>

  const compared = compareParties(parties, metric)
  const { mean, ...verdict } = verdictOf(compared)
  const some = compared.some(({ interval }) => interval) ? 'verdict.sure' : 'verdict.mixed'
  const overall = verdict.better === verdict.total ? 'verdict.all' : some
  const key = verdict.few === verdict.total ? 'verdict.few' : overall
  const gain = isShare(metric) ? t('points', { gain: gainText(metric, mean) }) : gainText(metric, mean)
  const hasFew = verdict.few > 0 && verdict.few < verdict.total
  return (
    <>
      <p className="t-verdict">
        {t(key, { ...verdict, gain, rows: rows.many })}
        {hasFew && ` ${t('verdict.someFew', { ...verdict, rows: rows.many })}`}
      </p>
      <p className="t-soft">
        {t('note', { rows: rows.many })}
        {isChosenByScores && ` ${t('note.chosen', { rows: rows.many })}`}
      </p>
      {metrics.length > 1 && (
        <ScrollX style={{ margin: '12px 0' }}>
          <Segmented
            aria-label={t('metric')}
            value={metric}
            onChange={setChosen}
            options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
          />
        </ScrollX>
      )}
      <AloneTogetherChart metric={metric} compared={compared} />
      <ComparisonTable metric={metric} compared={compared} words={rows} />
    </>
  )
}

interface TableProps {
  metric: string
  compared: Comparison[]
  words: RowsWords
}

/** The gain is shown beside the party, because it is the main figure, and a phone has no space for a third column. */
function ComparisonTable({ metric, compared, words }: TableProps) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const hasIntervals = compared.some(({ interval, outcome }) => interval || outcome === 'few')
  return (
    <ScrollX style={{ marginTop: 12 }} className="t-compare">
      <table className="t-table">
        <thead>
          <tr>
            <th scope="col">{t('party')}</th>
            <th scope="col">{t(isShare(metric) ? 'gainPoints' : 'gain')}</th>
            <th scope="col">{t('alone')}</th>
            <th scope="col">{t('together')}</th>
            {hasIntervals && <th scope="col">{t('interval')}</th>}
            <th scope="col">{t('scoredRows', { rows: words.many })}</th>
            <th scope="col">{t('rows', { rows: words.many })}</th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ partyId, name, rows, scoredRows, alone, together, gain, interval, outcome, gainedRows }) => (
            <tr key={partyId}>
              <th scope="row">
                <span className="t-row" style={{ gap: 8, flexWrap: 'nowrap' }}>
                  <PartyTile partyId={partyId} size={20} />
                  {name}
                </span>
              </th>
              <td className={outcome === 'within' || outcome === 'few' ? undefined : `t-${outcome}`}>
                {gainText(metric, gain)}
                {gainedRows !== null && (
                  <div className="t-soft">
                    {t('gainedRows', { rows: words.count(Math.abs(gainedRows)), of: scoredRows ?? 0 })}
                  </div>
                )}
              </td>
              <td>{metricText(metric, alone)}</td>
              <td>
                <strong>{metricText(metric, together)}</strong>
              </td>
              {hasIntervals && (
                <td>
                  {interval &&
                    t('interval.value', {
                      low: gainText(metric, interval.low),
                      high: gainText(metric, interval.high),
                    })}
                  {outcome === 'within' && <div>{t('within')}</div>}
                  {outcome === 'few' && <div>{t('few', { rows: words.many })}</div>}
                </td>
              )}
              <td>{format.number(scoredRows)}</td>
              <td>{format.number(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}
