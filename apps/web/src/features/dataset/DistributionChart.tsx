import type { Distribution } from '@tessera/contract'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** How what was measured of each picture, text or node is spread. */
export function DistributionChart({ distribution }: { distribution: Distribution }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { of, minimum, maximum, mean, quartiles, bins } = distribution
  const amount = (value: number) =>
    of === 'picture-bytes'
      ? format.size(Math.round(value))
      : of === 'box-share'
        ? format.percent(value)
        : format.number(value, 1)
  const option = useMemo(
    () => ({
      grid: { left: 8, right: 8, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      xAxis: { type: 'category', data: bins.map(({ label }) => label), axisLabel: { show: bins.length === 1 } },
      yAxis: { type: 'value', splitNumber: 2, minInterval: 1 },
      series: [{ type: 'bar', barCategoryGap: '8%', barMaxWidth: 48, data: bins.map(({ count }) => count) }],
    }),
    [bins],
  )
  return (
    <section>
      <h3>{t(`distribution.${of}`)}</h3>
      <p className="t-soft">
        {t('distribution.facts', {
          low: amount(minimum),
          high: amount(maximum),
          mean: amount(mean),
          median: amount(quartiles[1]),
        })}
      </p>
      <Chart
        label={t(`distribution.${of}`)}
        option={option}
        height={140}
        table={{
          columns: [t('analysis.value'), t('analysis.count')],
          rows: bins.map(({ label, count }) => [label, format.number(count)]),
        }}
      />
    </section>
  )
}
