import { useMemo } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart, partyMark, useThemeMode } from '../../ui/index.ts'
import type { Comparison } from './comparison.ts'
import { isPercentage, metricText } from './metrics.ts'
import { phrases } from './phrases.ts'
import { useMetricName } from './use-metric.ts'

/** The legend's colour; each party's bars have its own. */
const LEGEND = { light: '#66625a', dark: '#a8a49a' }
const FAINT = 0.38

/** Two bars a party in its own colour: faint alone, full together. */
export function AloneTogetherChart({ metric, compared }: { metric: string; compared: Comparison[] }) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  const label = t('compare.chart', { metric: nameOf(metric) })

  const drawn = useMemo(() => {
    const text = (value: unknown) => (typeof value === 'number' ? metricText(metric, value) : '')
    const label = { show: true, position: 'top', formatter: ({ value }: { value: number }) => text(value) }
    const series = (key: 'alone' | 'together', opacity: number) => ({
      type: 'bar',
      name: t(`compare.${key}`),
      barMaxWidth: 40,
      barGap: '12%',
      label,
      itemStyle: { color: LEGEND[mode], opacity },
      data: compared.map((party) => ({
        value: party[key],
        itemStyle: { color: partyMark(party.partyId)[mode], opacity },
      })),
    })
    return {
      option: {
        grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
        legend: { top: 0, left: 0 },
        tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: text },
        xAxis: {
          type: 'category',
          data: compared.map(({ name }) => name),
          axisLabel: { interval: 0, overflow: 'break', width: 120 },
        },
        yAxis: { type: 'value', axisLabel: { formatter: text }, ...(isPercentage(metric) ? { min: 0, max: 1 } : {}) },
        series: [series('alone', FAINT), series('together', 1)],
      },
      table: {
        columns: [t('compare.party'), t('compare.alone'), t('compare.together')],
        rows: compared.map(({ name, alone, together }) => [name, text(alone), text(together)]),
      },
    }
  }, [metric, compared, mode, t])

  return <Chart label={label} option={drawn.option} table={drawn.table} height={260} />
}
