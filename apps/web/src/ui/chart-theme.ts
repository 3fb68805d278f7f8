import { chartSettings } from './chart-settings.ts'

/** Returns the theme of all charts, with the product's colours. */
export function chartTheme(mode: 'light' | 'dark') {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--t-${name}`).trim()
  const axis = {
    axisLine: { lineStyle: { color: colour('line-strong') } },
    axisTick: { show: false },
    // Omits labels that would overlap and be illegible.
    axisLabel: { color: colour('text-soft'), hideOverlap: true },
    splitLine: { lineStyle: { color: colour('line') } },
  }
  return {
    darkMode: mode === 'dark',
    color: [colour('accent'), '#b0661a', '#4d58a8', '#a8483c', '#5f7424', '#84468a'],
    textStyle: { fontFamily: style.fontFamily, color: colour('text') },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    legend: { textStyle: { color: colour('text') } },
    tooltip: {
      renderMode: chartSettings.tooltips,
      backgroundColor: colour('surface'),
      borderColor: colour('line-strong'),
      textStyle: { color: colour('text') },
    },
  }
}
