import type { SurvivalCurve, SurvivalCurves } from '@tessera/contract'
import { formatChance, formatNumber, formatSignificant } from '../../lib/format.ts'
import { type Translate, usePhrases } from '../../lib/i18n.ts'
import { useShownCount } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { SurvivalChart } from '../../ui/survival/SurvivalChart.tsx'
import { runPhrases } from './phrases.ts'

type Say = Translate<keyof typeof runPhrases.en>
export type NamedCurve = SurvivalCurve & { name: string }
type Column = SurvivalCurves['columns'][number]

/** The result of Kaplan-Meier: the curve of all rows, then the curves for the groups of each column. */
export function CurvesResult({ curves, partyCount }: { curves: SurvivalCurves; partyCount: number }) {
  const t = usePhrases(runPhrases)
  const all = { ...curves.all, name: t('curves.all') }
  const rows = Number(curves.all.rows) // the total number over all parties is never so small that it is hidden
  return (
    <>
      <p>{t(partyCount > 1 ? 'curves.rows' : 'curves.rows.one', { rows, count: partyCount, event: curves.event })}</p>
      <Group title={t('curves.all')} time={curves.time} groups={[all]} />
      {curves.columns.map((column) => (
        <Group key={column.name} title={column.name} time={curves.time} groups={groupsOf(column, t)}>
          {column.logRank && <LogRank {...column.logRank} />}
        </Group>
      ))}
      <p className="t-soft run-caption">{t('curves.note')}</p>
    </>
  )
}

/** Returns the groups of a column with their names. The groups of a numeric column are named by their cut point. */
export function groupsOf({ name, cut, groups }: Column, t: Say): NamedCurve[] {
  if (cut === undefined) return groups
  const at = formatSignificant(cut)
  return groups.map((group) => ({
    ...group,
    name: t(group.name === 'low' ? 'curves.low' : 'curves.high', { name, at }),
  }))
}

function LogRank({ chi2, freedom, p }: NonNullable<Column['logRank']>) {
  const t = usePhrases(runPhrases)
  return <p>{t('curves.logRank', { chi2: formatNumber(chi2, 2), freedom, p: formatChance(p) })}</p>
}

interface GroupProps {
  title: string
  time: string
  groups: NamedCurve[]
  children?: React.ReactNode
}

function Group({ title, time, groups, children }: GroupProps) {
  const t = usePhrases(runPhrases)
  const drawn = groups.filter(({ points }) => points.length > 0)
  return (
    <section aria-label={title}>
      <h3 className="run-subtitle">{title}</h3>
      {groups.length === 0 ? (
        <p className="t-soft">{t('curves.noGroups')}</p>
      ) : (
        <>
          {drawn.length > 0 && <SurvivalChart label={t('curves.chart', { title })} time={time} curves={drawn} />}
          <Summary groups={groups} />
          {drawn.length > 0 && <AtRisk groups={drawn} time={time} />}
          {children}
        </>
      )}
    </section>
  )
}

function Summary({ groups }: { groups: NamedCurve[] }) {
  const t = usePhrases(runPhrases)
  const shown = useShownCount()
  const hasErrors = groups.some((group) => errorsOf(group).length > 0)
  return (
    <ScrollX>
      <table className="t-table" aria-label={t('curves.summary')}>
        <thead>
          <tr>
            <th scope="col">{t('curves.group')}</th>
            <th scope="col">{t('curves.group.rows')}</th>
            <th scope="col">{t('curves.group.events')}</th>
            <th scope="col">{t('curves.median')}</th>
            {hasErrors && <th scope="col">{t('curves.error')}</th>}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              <td>{shown(group.rows)}</td>
              <td>{shown(group.events)}</td>
              <td>{group.points.length > 0 ? medianText(group, t) : t('curves.few')}</td>
              {hasErrors && <td>{errorText(group, t)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}

const errorsOf = ({ points }: SurvivalCurve) => points.map(({ error }) => error)

function errorText(group: SurvivalCurve, t: Say): string {
  const errors = errorsOf(group)
  return errors.length > 0
    ? t('curves.error.upTo', { points: formatNumber(roundUp(Math.max(...errors) * 100), 2) })
    : '–'
}

/**
 * Rounds up to two decimals, so that an upper bound stays an upper bound. The tolerance absorbs floating-point error.
 */
const roundUp = (value: number) => Math.ceil(value * 100 - 1e-9) / 100

/**
 * Returns the median with its interval as text. The median is undefined if fewer than half of the rows had the event,
 * and an end of the interval can be open.
 */
function medianText({ median }: SurvivalCurve, t: Say): string {
  if (median?.value === undefined) return t('curves.median.none')
  const at = (time: number | undefined) => (time === undefined ? t('curves.median.open') : formatNumber(time, 2))
  return t('curves.median.value', { value: at(median.value), low: at(median.low), high: at(median.high) })
}

const MAX_TIMES = 8

/** The number of rows at risk in each group, at times that are spread over the curves. */
function AtRisk({ groups, time }: { groups: NamedCurve[]; time: string }) {
  const t = usePhrases(runPhrases)
  const shown = useShownCount()
  const times = timesOf(groups)
  const riskOf = ({ points }: NamedCurve, at: number) => {
    const point = points.find((one) => one.time === at)
    return point ? shown(point.atRisk) : '–'
  }
  const hasGaps = groups.some(({ points }) => times.some((at) => !points.some((one) => one.time === at)))
  return (
    <ScrollX>
      <table className="t-table" aria-label={t('curves.atRisk')}>
        <caption className="run-caption">
          {t('curves.atRisk')}
          {hasGaps && <p className="t-soft">{t('curves.atRisk.gaps')}</p>}
        </caption>
        <thead>
          <tr>
            <th scope="col">{time}</th>
            {times.map((at) => (
              <th key={at} scope="col">
                {formatNumber(at, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              {times.map((at) => (
                <td key={at}>{riskOf(group, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}

/**
 * Returns at most MAX_TIMES times. Times at which most groups have a count are preferred, because the groups' counts
 * change at different times.
 */
function timesOf(groups: NamedCurve[]): number[] {
  const numbers = (at: number) =>
    groups.filter(({ points }) => points.some(({ time, atRisk }) => time === at && typeof atRisk === 'number')).length
  const all = [...new Set(groups.flatMap(({ points }) => points.map(({ time }) => time)))]
  const byNumbers = Map.groupBy(all, numbers)
  const picked: number[] = []
  for (const known of [...byNumbers.keys()].toSorted((one, other) => other - one)) {
    if (picked.length >= MAX_TIMES / 2) break
    picked.push(...spread(byNumbers.get(known) ?? [], MAX_TIMES - picked.length))
  }
  return picked.toSorted((one, other) => one - other)
}

function spread(times: number[], most: number): number[] {
  const ascending = times.toSorted((one, other) => one - other)
  const each = Math.ceil(ascending.length / most)
  return ascending.filter((_time, place) => (ascending.length - 1 - place) % each === 0)
}
