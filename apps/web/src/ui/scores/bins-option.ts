export interface BinsWords {
  /** The measured value, with its unit. */
  axis: string
  /** Plural of the word for what is counted: rows, pictures, texts. */
  counted: string
}

/** Returns a histogram with names on both axes. */
export const binsOption = (counts: number[], names: string[], { axis, counted }: BinsWords) => ({
  grid: { left: 8, right: 16, top: 24, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
  xAxis: { type: 'category', data: names, name: axis, nameLocation: 'middle', nameGap: 28 },
  yAxis: { type: 'value', name: counted, nameLocation: 'middle', nameGap: 36, minInterval: 1 },
  series: [{ type: 'bar', name: counted, data: counts, barCategoryGap: '8%' }],
})
