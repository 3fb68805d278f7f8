import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../Chart.tsx'
import { Panel } from '../Panel.tsx'
import { phrases } from './phrases.ts'

interface Props {
  label: string
  edges: number[]
  /** One count more than edges: the outer bins are open. */
  counts: number[]
  /** By folds all rows are scored, else those held aside. */
  byFolds: boolean
}

/** How far predictions are off, and how often. */
export function ResidualsPanel({ label, edges, counts, byFolds }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const drawn = useMemo(() => {
    const names = counts.map((_count, at) => {
      const [low, high] = [edges[at - 1], edges[at]]
      if (low === undefined) return t('residuals.below', { edge: format.number(high ?? 0, 3) })
      if (high === undefined) return t('residuals.above', { edge: format.number(low, 3) })
      return `${format.number(low, 3)} – ${format.number(high, 3)}`
    })
    return {
      option: {
        grid: { left: 8, right: 16, top: 24, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
        tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
        xAxis: {
          type: 'category',
          data: names,
          axisLabel: { hideOverlap: true },
          name: t('residuals.axis', { label }),
          nameLocation: 'middle',
          nameGap: 28,
        },
        yAxis: { type: 'value', name: t('rows'), nameLocation: 'middle', nameGap: 36, minInterval: 1 },
        series: [{ type: 'bar', name: t('rows'), data: counts, barCategoryGap: '8%' }],
      },
      table: {
        columns: [t('residuals.range'), t('rows')],
        rows: counts.map((count, at) => [names[at] ?? '', format.number(count)]),
      },
    }
  }, [edges, counts, label, t, format])
  return (
    <Panel title={t('residuals.title')}>
      <p className="t-soft">{t(byFolds ? 'residuals.noteFolds' : 'residuals.note', { label })}</p>
      <Chart label={t('residuals.title')} option={drawn.option} table={drawn.table} height={260} />
    </Panel>
  )
}
