import type { Quantile } from '@tessera/contract'
import { differenceOfMeans } from '../../lib/differences.ts'
import { formatError, formatMeasured } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PartyTile, useShownCount } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { Difference } from './Difference.tsx'
import { type DescribedNumber, type NamedTable, numberOf } from './own-tables.ts'
import { runPhrases } from './phrases.ts'

interface Props {
  columns: DescribedNumber[]
  /** Separate tables of those parties that agreed to be shown separately. */
  parties: NamedTable[]
}

/** Numeric columns: count, mean, standard deviation and quantiles. */
export function DescribedNumbers({ columns, parties }: Props) {
  const t = usePhrases(runPhrases)
  const percents = columns.find(({ quantiles }) => quantiles)?.quantiles?.map(({ percent }) => percent) ?? []
  return (
    <section aria-label={t('described.numbers')}>
      <h3 className="run-subtitle">{t('described.numbers')}</h3>
      <ScrollX>
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
              {parties.length > 0 && <th scope="col">{t('described.difference')}</th>}
            </tr>
          </thead>
          {columns.map((column) => (
            <ColumnRows key={column.name} column={column} parties={parties} percents={percents} />
          ))}
        </table>
      </ScrollX>
      {percents.length > 0 && (
        <p className="t-soft run-caption">
          {t('described.quantile.note')} {parties.length > 0 && t('described.own.quantiles')}
        </p>
      )}
    </section>
  )
}

interface ColumnProps {
  column: DescribedNumber
  parties: NamedTable[]
  percents: number[]
}

function ColumnRows({ column, parties, percents }: ColumnProps) {
  const shown = useShownCount()
  const own = parties.flatMap(({ partyId, name, ...table }) => {
    const found = numberOf({ partyId, ...table }, column.name)
    return found ? [{ partyId, name, found }] : []
  })
  const ends = endsOf([column, ...own.map(({ found }) => found)])
  return (
    <tbody>
      <tr>
        <th scope="row">{column.name}</th>
        <td>{shown(column.count)}</td>
        <td>{shown(column.missing)}</td>
        <Spread column={column} percents={percents} ends={ends} deviation={column.deviation} />
        {own.length > 0 && <td />}
      </tr>
      {own.map(({ partyId, name, found }) => (
        <tr key={partyId}>
          <th scope="row" className="run-own-name">
            <PartyTile partyId={partyId} size={16} /> {name}
          </th>
          {found.count === null ? (
            <OwnHidden span={percents.length + 6} />
          ) : (
            <>
              <td>{shown(found.count)}</td>
              <td>{shown(found.missing)}</td>
              <Spread percents={percents} ends={ends} column={found} deviation={column.deviation} />
              <td>
                <Difference value={differenceOfMeans(found.mean, column)} />
              </td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  )
}

function OwnHidden({ span }: { span: number }) {
  const t = usePhrases(runPhrases)
  return (
    <td colSpan={span} className="t-soft">
      {t('described.untold')}
    </td>
  )
}

interface SpreadProps {
  column: DescribedNumber
  percents: number[]
  ends: Ends
  /**
   * Standard deviation of all rows. It determines the rounding, so that all figures of a column have the same
   * precision.
   */
  deviation: number | undefined
}

/** Shows mean, standard deviation and quantiles. With fewer than 5 values, none of these figures is disclosed. */
function Spread({ column: { mean, deviation: own, quantiles }, percents, ends, deviation = own }: SpreadProps) {
  const t = usePhrases(runPhrases)
  if (mean === undefined || own === undefined || deviation === undefined || !quantiles) {
    return (
      <td colSpan={percents.length + 3} className="t-soft">
        {t('described.untold')}
      </td>
    )
  }
  return (
    <>
      <td>{formatMeasured(mean, deviation)}</td>
      <td>{formatMeasured(own, deviation)}</td>
      {percents.map((percent) => (
        <QuantileCell key={percent} quantile={quantiles.find((one) => one.percent === percent)} deviation={deviation} />
      ))}
      <td aria-hidden="true">
        <Box quantiles={quantiles} ends={ends} />
      </td>
    </>
  )
}

/** A quantile. Shows a dash if the quantile of one party is in the outermost bins and thus unknown. */
function QuantileCell({ quantile, deviation }: { quantile: Quantile | undefined; deviation: number }) {
  if (!quantile) return <td>–</td>
  const { value, error } = quantile
  return (
    <td>
      {formatMeasured(value, deviation)}
      {error > 0 && <span className="t-soft run-error"> ± {formatError(error, deviation)}</span>}
    </td>
  )
}

const WIDTH = 120

/** The range of all box plots of a column. All of them use it as their scale. */
interface Ends {
  low: number
  high: number
}

function endsOf(columns: DescribedNumber[]): Ends {
  const values = columns.flatMap(({ quantiles = [] }) => quantiles.map(({ value }) => value))
  return { low: Math.min(...values), high: Math.max(...values) }
}

/** A box plot: whiskers from the 5 % to the 95 % quantile, a box over the middle half, a mark at the median. */
function Box({ quantiles, ends }: { quantiles: Quantile[]; ends: Ends }) {
  const at = (percent: number) => quantiles.find((one) => one.percent === percent)?.value
  const [low, lower, median, upper, high] = [5, 25, 50, 75, 95].map(at)
  if (low === undefined || high === undefined || ends.high <= ends.low) return null
  const place = (value = low) => ((value - ends.low) / (ends.high - ends.low)) * (WIDTH - 2) + 1
  return (
    <svg className="run-box" width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden="true">
      <line x1={place(low)} x2={place(high)} y1={8} y2={8} />
      <rect x={place(lower)} width={Math.max(1, place(upper) - place(lower))} y={3} height={10} />
      <line className="run-box-median" x1={place(median)} x2={place(median)} y1={1} y2={15} />
    </svg>
  )
}
