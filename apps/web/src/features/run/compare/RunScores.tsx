import type { ContentType } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { type RowsWords, useRowsWords } from '../../../lib/rows-words.ts'
import { MetricName, Panel, StatusTag, type Tone } from '../../../ui/index.ts'
import { ShareText } from '../../../ui/scores/ShareText.tsx'
import { type ScoreCell, type ScoreRow, scoreRows, type VersusFirst } from './compared-scores.ts'
import type { NumberedRun } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'
import './compare.css'
import { ScrollX } from '../../../ui/ScrollX.tsx'

const TONES: Record<Exclude<VersusFirst, 'first'>, Tone> = {
  other: 'neutral',
  better: 'success',
  worse: 'warning',
  within: 'neutral',
  few: 'neutral',
  same: 'neutral',
  unknown: 'neutral',
}

interface Props {
  runs: NumberedRun[]
  /** The kind of the tasks' data, if known. */
  contentType: ContentType | null | undefined
}

/**
 * Compares each score of the runs with its interval and number of rows, and shows whether the difference exceeds
 * chance.
 */
export function RunScores({ runs, contentType }: Props) {
  const t = usePhrases(comparePhrases)
  const called = useRowsWords(contentType)
  const rows = scoreRows(runs)
  const name = ({ of }: ScoreRow) =>
    'metric' in of ? (
      <MetricName metric={of.metric} />
    ) : (
      t('scores.class', { name: of.class, share: t(`scores.${of.share}`) })
    )
  return (
    <Panel title={t('scores.title')}>
      {rows.length === 0 ? (
        <p className="t-soft">{t('scores.none')}</p>
      ) : (
        <div className="t-stack">
          <ScrollX>
            <table className="t-table">
              <thead>
                <tr>
                  <th scope="col">{t('scores.name')}</th>
                  {runs.map(({ id, number }) => (
                    <th key={id} scope="col">
                      {t('run', { number })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => {
                  const first = runs[row.cells.findIndex((cell) => cell !== null)]?.number ?? 0
                  return (
                    <tr key={row.key} className="compare-score">
                      <th scope="row">{name(row)}</th>
                      {runs.map(({ id }, place) => (
                        <td key={id}>
                          <Score cell={row.cells[place] ?? null} text={row.text} first={first} called={called} />
                        </td>
                      ))}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </ScrollX>
          <p className="t-soft run-caption">{t('scores.note', { rows: called.many })}</p>
        </div>
      )}
    </Panel>
  )
}

interface ScoreProps {
  cell: ScoreCell | null
  text: ScoreRow['text']
  first: number
  called: RowsWords
}

function Score({ cell, text, first, called }: ScoreProps) {
  const t = usePhrases(comparePhrases)
  if (!cell) return <span className="t-soft">{t('settings.absent')}</span>
  const { value, interval, ends, share, versusFirst } = cell
  return (
    <>
      {share ? (
        <ShareText share={share} />
      ) : (
        <>
          <strong>{text(value)}</strong>
          <div className="t-soft">
            {ends && t('scores.interval', { low: text(ends.low), high: text(ends.high) })}
            {!ends && t(interval ? 'scores.few' : 'scores.noInterval', { rows: called.many })}
          </div>
          {interval && <div className="t-soft">{called.count(interval.rows)}</div>}
        </>
      )}
      {versusFirst === 'first' ? (
        <div className="t-soft">{t('scores.first')}</div>
      ) : (
        <StatusTag tone={TONES[versusFirst]} text={t(`scores.${versusFirst}`, { number: first, rows: called.many })} />
      )}
    </>
  )
}
