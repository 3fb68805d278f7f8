interface Bar {
  name: string
  effect: number
  text: string
}

interface WhyRequest {
  bars: Bar[]
  /** Label of the axis, including its unit. */
  axis: string
  accent: string
  /** Width in pixels that is reserved for the names of columns. */
  nameWidth: number
}

const ROW_HEIGHT = 30
/** Height in pixels that the axis and the button for the table take. */
const AXIS_HEIGHT = 84

/** Returns the chart's height in pixels, at which each bar has its name beside it. */
export const whyHeight = (bars: number) => bars * ROW_HEIGHT + AXIS_HEIGHT

const AGAINST = '#b0661a'

/**
 * Returns a bar chart with one bar per column, the strongest effect at the top. A bar points in the direction of its
 * effect.
 */
export function whyOption({ bars, axis, accent, nameWidth }: WhyRequest) {
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 16, top: 28, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'item',
      // Names come from user data: render them as text, never as HTML.
      renderMode: 'richText',
      formatter: ({ dataIndex }: { dataIndex: number }) => `${bars[dataIndex]?.name}: ${bars[dataIndex]?.text}`,
    },
    xAxis: { type: 'value', name: axis, nameLocation: 'middle', nameGap: 28 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      // Wraps names instead of truncating them, because a truncated name could be mistaken for another column's.
      axisLabel: { interval: 0, hideOverlap: false, width: nameWidth, overflow: 'break', lineHeight: 13 },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 16,
        data: bars.map(({ effect }) => ({ value: effect, itemStyle: { color: effect < 0 ? AGAINST : accent } })),
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { width: 1, type: 'solid' },
          data: [{ xAxis: 0 }],
        },
      },
    ],
  }
}
