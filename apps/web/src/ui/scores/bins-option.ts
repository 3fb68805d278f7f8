export interface BinsWords {
  /** What is counted in ranges, with its unit. */
  axis: string
  /** What is counted: rows, pictures, texts. */
  counted: string
}

/** Bars over ranges of a value, both axes named. */
export const binsOption = (counts: number[], names: string[], { axis, counted }: BinsWords) => ({
  grid: { left: 8, right: 16, top: 24, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
  xAxis: { type: 'category', data: names, name: axis, nameLocation: 'middle', nameGap: 28 },
  yAxis: { type: 'value', name: counted, nameLocation: 'middle', nameGap: 36, minInterval: 1 },
  series: [{ type: 'bar', name: counted, data: counts, barCategoryGap: '8%' }],
})
