import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { chartTheme } from './chart-theme.ts'
import { uiPhrases } from './phrases.ts'
import { ScrollX } from './ScrollX.tsx'
import { useThemeMode } from './theme-mode.ts'

interface Props {
  /** The text alternative of the chart. */
  label: string
  option: EChartsCoreOption
  /** The figures of the chart as table rows. The first cell of each row is its name. */
  table: { columns: string[]; rows: (string | number)[][] }
  height?: number
}

/**
 * A chart by ECharts in the product's colours, with its figures as a table on request. ECharts is loaded on first use.
 */
export function Chart({ label, option, table, height = 280 }: Props) {
  const t = usePhrases(uiPhrases)
  const [isTable, setTable] = useState(false)
  return (
    <figure className="t-chart" aria-label={label}>
      <Button
        className="t-chart-switch"
        type="text"
        size="small"
        icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
        aria-label={t(isTable ? 'asChart' : 'asTable')}
        title={t(isTable ? 'asChart' : 'asTable')}
        onClick={() => setTable(!isTable)}
      />
      {isTable ? <ChartTable {...table} height={height} /> : <Drawing option={option} height={height} />}
    </figure>
  )
}

function Drawing({ option, height }: { option: EChartsCoreOption; height: number }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const latest = useRef(option)
  const [mode] = useThemeMode()
  latest.current = option

  useEffect(() => {
    const element = place.current
    if (!element) return
    let engine: typeof import('./chart-engine.ts').echarts | null = null
    let disposed = false
    // Draws only once the element has a size: a hidden element has none, and some charts then fail.
    const observer = new ResizeObserver(() => {
      if (chart.current) return chart.current.resize()
      if (!engine || element.clientWidth === 0) return
      chart.current = engine.init(element, chartTheme(mode), { renderer: 'svg' })
      chart.current.setOption(withReducedMotion(latest.current))
    })
    void import('./chart-engine.ts').then(({ echarts }) => {
      if (disposed) return
      engine = echarts
      observer.observe(element)
    })
    return () => {
      disposed = true
      observer.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [mode])

  useEffect(() => {
    chart.current?.setOption(withReducedMotion(option), { notMerge: true })
  }, [option])

  return <div ref={place} style={{ height }} aria-hidden="true" />
}

function ChartTable({ columns, rows, height }: Props['table'] & { height: number }) {
  return (
    <ScrollX style={{ maxHeight: height, overflowY: 'auto' }}>
      <table className="t-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={String(name)}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1] ?? index}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}

/** Limits animations to 200 ms, and disables them for users who prefer reduced motion. */
function withReducedMotion(option: EChartsCoreOption): EChartsCoreOption {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return { animation: !isReduced, animationDuration: 180, animationDurationUpdate: 180, ...option }
}
