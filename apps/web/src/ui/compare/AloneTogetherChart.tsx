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

/** Colour of the bars in the legend. The bars of each party have the party's own colour. */
const LEGEND = { light: '#66625a', dark: '#a8a49a' }
/** Alpha as two hexadecimal digits, because `opacity` would also fade the figures above the bars. */
const ALPHA = { alone: '60', together: 'ff' }

/**
 * Returns the width of a party's name below its bars on a narrow screen, in pixels. The names share the available
 * width.
 */
const narrowWidth = (parties: number) => Math.max(36, Math.min(72, Math.floor(200 / Math.max(1, parties))))

/** Two bars per party in the party's colour: faint for the local model, full for the federated model. */
export function AloneTogetherChart({ metric, compared }: { metric: string; compared: Comparison[] }) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  // Hides the figures on a narrow screen, where they would overlap. The table below contains them.
  const { sm: showsFigures = false } = Grid.useBreakpoint()
  const label = t('chart', { metric: nameOf(metric) })

  const drawn = useMemo(() => {
    const text = (value: unknown) => (typeof value === 'number' ? metricText(metric, value) : '')
    const label = { show: showsFigures, position: 'top', formatter: ({ value }: { value: number }) => text(value) }
    const series = (key: 'alone' | 'together') => ({
      type: 'bar',
      name: t(key),
      barMaxWidth: 40,
      // The gap between the two bars is as wide as the figures above them, so that these do not touch.
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
            lineHeight: 14,
            width: showsFigures ? 120 : narrowWidth(compared.length),
          },
        },
        // The axis begins at zero, because a truncated axis would exaggerate a small gain.
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
