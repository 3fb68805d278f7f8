import type { Analysis } from '@tessera/contract'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../../ui/index.ts'
import { kindPhrases } from '../phrases.ts'

/** Maximum number of bars, so that they stay legible. The table contains all classes. */
const BARS = 12

/** A chart of the frequencies of the classes in a label column. */
export function ClassChart({ balance: { column, values } }: { balance: Analysis['classes'][number] }) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const title =
    column === 'boxes' || column === 'tags' ? t(`analysis.classes.${column}`) : t('analysis.classes', { column })
  const total = values.reduce((sum, { count }) => sum + count, 0)
  const option = useMemo(() => {
    const shown = values.slice(0, BARS).reverse()
    return {
      grid: { left: 8, right: 48, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: { type: 'value', show: false },
      yAxis: {
        type: 'category',
        data: shown.map(({ name }) => name),
        axisLabel: { width: 110, overflow: 'truncate' },
        axisLine: { show: false },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 14,
          data: shown.map(({ count }) => count),
          label: { show: true, position: 'right', formatter: ({ value }: { value: number }) => format.number(value) },
        },
      ],
    }
  }, [values, format])
  return (
    <section>
      <h3>{title}</h3>
      <p className="t-soft">
        {values.length > BARS
          ? t('analysis.classes.most', { shown: BARS, count: values.length })
          : t('analysis.classes.count', { count: values.length })}
      </p>
      <Chart
        label={title}
        option={option}
        height={Math.max(80, 24 * Math.min(BARS, values.length) + 24)}
        table={{
          columns: [t('analysis.class'), t('analysis.count'), t('analysis.share')],
          rows: values.map(({ name, count }) => [
            name,
            format.number(count),
            format.percent(total > 0 ? count / total : 0),
          ]),
        }}
      />
    </section>
  )
}
