import type { Distribution } from '@tessera/contract'

/** Returns a histogram with names on both axes. */
export const distributionOption = (bins: Distribution['bins'], { name, count }: { name: string; count: string }) => ({
  grid: { left: 8, right: 8, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
  xAxis: {
    type: 'category',
    data: bins.map(({ label }) => label),
    name,
    nameLocation: 'middle',
    nameGap: 28,
  },
  yAxis: { type: 'value', splitNumber: 2, minInterval: 1, name: count, nameLocation: 'middle', nameGap: 36 },
  series: [{ type: 'bar', name: count, barCategoryGap: '8%', barMaxWidth: 48, data: bins.map((bin) => bin.count) }],
})
