import { useMemo } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart, partyMark, useThemeMode } from '../../ui/index.ts'
import type { Comparison } from './comparison.ts'
import { isPercentage, metricText } from './metrics.ts'
import { phrases } from './phrases.ts'
import { useMetricName } from './use-metric.ts'

const GREY = { light: '#a9a498', dark: '#6c6f66' }

/** Two bars a party: grey alone, in the party's own colour together. */
export function AloneTogetherChart({ metric, compared }: { metric: string; compared: Comparison[] }) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  const label = t('compare.chart', { metric: nameOf(metric) })

  const drawn = useMemo(() => {
    const text = (value: unknown) => (typeof value === 'number' ? metricText(metric, value) : '')
    const label = { show: true, position: 'top', formatter: ({ value }: { value: number }) => text(value) }
    const bar = { type: 'bar', barMaxWidth: 40, barGap: '12%', label }
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
        series: [
          {
            ...bar,
            name: t('compare.alone'),
            itemStyle: { color: GREY[mode] },
            data: compared.map(({ alone }) => alone),
          },
          {
            ...bar,
            name: t('compare.together'),
            data: compared.map(({ together, partyId }) => ({
              value: together,
              itemStyle: { color: partyMark(partyId)[mode] },
            })),
          },
        ],
      },
      table: {
        columns: [t('compare.party'), t('compare.alone'), t('compare.together')],
        rows: compared.map(({ name, alone, together }) => [name, text(alone), text(together)]),
      },
    }
  }, [metric, compared, mode, t])

  return <Chart label={label} option={drawn.option} table={drawn.table} height={260} />
}
