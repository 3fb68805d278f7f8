import { Grid } from 'antd'
import { useMemo } from 'react'
import type { Comparison } from '../../lib/comparison.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { isShare, metricText } from '../../lib/metrics.ts'
import { Chart } from '../Chart.tsx'
import { partyMark } from '../party-mark.ts'
import { useThemeMode } from '../theme-mode.ts'
import { phrases } from './phrases.ts'

/** The legend's colour; each party's bars have its own. */
const LEGEND = { light: '#66625a', dark: '#a8a49a' }
/** Two hex digits of alpha; opacity would fade the figures above the bars too. */
const ALPHA = { alone: '60', together: 'ff' }

/** Of a name under its bars on a narrow screen, in pixels: names share what room there is. */
const narrowWidth = (parties: number) => Math.max(36, Math.min(72, Math.floor(200 / Math.max(1, parties))))

/** Two bars a party in its own colour: faint alone, full together. */
export function AloneTogetherChart({ metric, compared }: { metric: string; compared: Comparison[] }) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  // On a narrow screen the figures would cover each other; the table below has them.
  const { sm: showsFigures = false } = Grid.useBreakpoint()
  const label = t('chart', { metric: nameOf(metric) })

  const drawn = useMemo(() => {
    const text = (value: unknown) => (typeof value === 'number' ? metricText(metric, value) : '')
    const label = { show: showsFigures, position: 'top', formatter: ({ value }: { value: number }) => text(value) }
    const series = (key: 'alone' | 'together') => ({
      type: 'bar',
      name: t(key),
      barMaxWidth: 40,
      // As wide as its figure: those of one party would touch.
      barGap: '50%',
      label,
      labelLayout: { hideOverlap: true },
      itemStyle: { color: LEGEND[mode] + ALPHA[key] },
      data: compared.map((party) => ({
        value: party[key],
        itemStyle: { color: partyMark(party.partyId)[mode] + ALPHA[key] },
      })),
    })
    return {
      option: {
        grid: { left: 8, right: 16, top: 40, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
        legend: { top: 0, left: 0 },
        tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: text },
        xAxis: {
          type: 'category',
          data: compared.map(({ name }) => name),
          axisLabel: {
            interval: 0,
            hideOverlap: false,
            overflow: 'break',
            width: showsFigures ? 120 : narrowWidth(compared.length),
          },
        },
        // From zero: a cut axis would make a small gain look large.
        yAxis: {
          type: 'value',
          name: nameOf(metric),
          nameLocation: 'middle',
          nameGap: 60,
          axisLabel: { formatter: text },
          ...(isShare(metric) ? { min: 0, max: 1 } : {}),
        },
        series: [series('alone'), series('together')],
      },
      table: {
        columns: [t('party'), t('alone'), t('together')],
        rows: compared.map(({ name, alone, together }) => [name, text(alone), text(together)]),
      },
    }
  }, [metric, compared, mode, showsFigures, nameOf, t])

  return <Chart label={label} option={drawn.option} table={drawn.table} height={260} />
}
