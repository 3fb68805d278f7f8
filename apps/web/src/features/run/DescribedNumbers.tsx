import type { DescribedColumn, Quantile } from '@tessera/contract'
import { formatError, formatMeasured } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useShownCount } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'

type DescribedNumber = Extract<DescribedColumn, { kind: 'number' }>

/** Columns of numbers: how many values, their middle and spread, and where most of them lie. */
export function DescribedNumbers({ columns }: { columns: DescribedNumber[] }) {
  const t = usePhrases(runPhrases)
  const shown = useShownCount()
  const percents = columns.find(({ quantiles }) => quantiles)?.quantiles?.map(({ percent }) => percent) ?? []
  return (
    <section aria-label={t('described.numbers')}>
      <h3 className="run-subtitle">{t('described.numbers')}</h3>
      <div className="t-scroll-x">
        <table className="t-table run-described" aria-label={t('described.numbers')}>
          <thead>
            <tr>
              <th scope="col">{t('described.column')}</th>
              <th scope="col">{t('described.count')}</th>
              <th scope="col">{t('described.missing')}</th>
              <th scope="col">{t('described.mean')}</th>
              <th scope="col">{t('described.deviation')}</th>
              {percents.map((percent) => (
                <th key={percent} scope="col">
                  {percent === 50 ? t('described.median') : t('described.quantile', { percent })}
                </th>
              ))}
              <td aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name}>
                <th scope="row">{column.name}</th>
                <td>{shown(column.count)}</td>
                <td>{shown(column.missing)}</td>
                <Spread column={column} percents={percents} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {percents.length > 0 && <p className="t-soft run-caption">{t('described.quantile.note')}</p>}
    </section>
  )
}

/** Of fewer than five values none of it is told. */
function Spread({ column, percents }: { column: DescribedNumber; percents: number[] }) {
  const t = usePhrases(runPhrases)
  const { mean, deviation, quantiles } = column
  if (mean === undefined || deviation === undefined || !quantiles) {
    return (
      <td colSpan={percents.length + 3} className="t-soft">
        {t('described.few')}
      </td>
    )
  }
  return (
    <>
      <td>{formatMeasured(mean, deviation)}</td>
      <td>{formatMeasured(deviation, deviation)}</td>
      {quantiles.map(({ percent, value, error }) => (
        <td key={percent}>
          {formatMeasured(value, deviation)}
          {error > 0 && <span className="t-soft run-error"> ± {formatError(error, deviation)}</span>}
        </td>
      ))}
      <td aria-hidden="true">
        <Box quantiles={quantiles} />
      </td>
    </>
  )
}

const WIDTH = 120

/** The quantiles as a picture: a line over all of them, a box over the middle half, a mark at the median. */
function Box({ quantiles }: { quantiles: Quantile[] }) {
  const at = (percent: number) => quantiles.find((one) => one.percent === percent)?.value
  const [low, lower, median, upper, high] = [5, 25, 50, 75, 95].map(at)
  if (low === undefined || high === undefined || high <= low) return null
  const place = (value = low) => ((value - low) / (high - low)) * (WIDTH - 2) + 1
  return (
    <svg className="run-box" width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden="true">
      <line x1={place(low)} x2={place(high)} y1={8} y2={8} />
      <rect x={place(lower)} width={Math.max(1, place(upper) - place(lower))} y={3} height={10} />
      <line className="run-box-median" x1={place(median)} x2={place(median)} y1={1} y2={15} />
    </svg>
  )
}
