import type { Run } from '@tessera/contract'
import { Grid, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart, PartyTile, partyMark, useThemeMode } from '../../ui/index.ts'
import { type Comparison, comparableMetrics, compare } from './compare.ts'
import { runPhrases } from './phrases.ts'
import { isShare } from './run-state.ts'
import { metricValue, useMetricName } from './use-metric-text.ts'

/** The reason to federate: what each party reaches alone, and what it reaches together. */
export function AloneTogether({ run }: { run: Run }) {
  const t = usePhrases(runPhrases)
  const nameOf = useMetricName()
  const metrics = useMemo(() => comparableMetrics(run), [run])
  const [chosen, setChosen] = useState<string | null>(null)
  const metric = chosen && metrics.includes(chosen) ? chosen : metrics[0]
  const rows = useMemo(() => (metric ? compare(run, metric) : []), [run, metric])
  if (!metric) return <p className="t-soft">{t('finished.noAlone')}</p>
  return (
    <div className="t-stack">
      <p className="t-soft">{t('finished.compare.note')}</p>
      {metrics.length > 1 && (
        <div>
          <Segmented
            size="small"
            aria-label={t('training.metric')}
            value={metric}
            onChange={setChosen}
            options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
          />
        </div>
      )}
      <Bars rows={rows} metric={metric} label={`${t('finished.compare')}: ${nameOf(metric)}`} />
      <ul className="run-gains" aria-label={t('finished.gain')}>
        {rows.map((row) => (
          <li key={row.partyId}>
            <PartyTile partyId={row.partyId} size={20} />
            <span className="t-grow">{row.partyName}</span>
            <span className="t-num t-soft">
              {metricValue(metric, row.alone)} → {metricValue(metric, row.together)}
            </span>
            <strong className={gainClass(metric, row.gain)}>
              <GainText metric={metric} gain={row.gain} />
            </strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What rounds to nothing is neither gain nor loss. */
function gainClass(metric: string, gain: number): string {
  if (Math.abs(gain) < (isShare(metric) ? 0.00005 : 0.0001)) return 't-num t-soft'
  return gain < 0 ? 't-num run-loss' : 't-num run-gain'
}

function GainText({ metric, gain }: { metric: string; gain: number }) {
  const t = usePhrases(runPhrases)
  const sign = gain < 0 ? '−' : gain > 0 ? '+' : '±'
  const size = Math.abs(gain)
  return isShare(metric)
    ? t('finished.points', { points: `${sign}${(size * 100).toFixed(2)}` })
    : `${sign}${formatNumber(size)}`
}

function Bars({ rows, metric, label }: { rows: Comparison[]; metric: string; label: string }) {
  const t = usePhrases(runPhrases)
  const [mode] = useThemeMode()
  // On a narrow screen the figures would cover each other; the list below has them.
  const { sm: showsFigures = false } = Grid.useBreakpoint()
  const drawn = useMemo(() => {
    const colour = (partyId: string) => partyMark(partyId)[mode]
    const show = (value: unknown) => metricValue(metric, typeof value === 'number' ? value : undefined)
    const bar = (name: string, key: 'alone' | 'together', opacity: number) => ({
      name,
      type: 'bar',
      barMaxWidth: 40,
      barGap: '30%',
      label: {
        show: showsFigures,
        position: 'top',
        fontSize: 11,
        opacity: 1,
        color: 'inherit',
        formatter: ({ value }: { value: number }) => show(value),
      },
      itemStyle: { color: mode === 'dark' ? '#a8a49a' : '#66625a', opacity },
      data: rows.map((row) => ({ value: row[key], itemStyle: { color: colour(row.partyId), opacity } })),
    })
    return {
      option: {
        grid: { left: 8, right: 16, top: 56, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        legend: { top: 0, left: 0 },
        tooltip: { trigger: 'axis', valueFormatter: show },
        xAxis: {
          type: 'category',
          data: rows.map(({ partyName }) => partyName),
          axisLabel: { interval: 0, width: 92, overflow: 'truncate' },
        },
        // From zero: a cut axis would make a small gain look large.
        yAxis: {
          type: 'value',
          ...(isShare(metric)
            ? { max: 1, axisLabel: { formatter: (value: number) => `${Math.round(value * 100)}%` } }
            : {}),
          min: 0,
        },
        series: [bar(t('finished.alone'), 'alone', 0.4), bar(t('finished.together'), 'together', 1)],
      },
      table: {
        columns: [t('training.party'), t('finished.alone'), t('finished.together')],
        rows: rows.map((row) => [row.partyName, show(row.alone), show(row.together)]),
      },
    }
  }, [rows, metric, mode, showsFigures, t])
  return <Chart label={label} option={drawn.option} table={drawn.table} height={240} />
}
