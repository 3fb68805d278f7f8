import { Grid } from 'antd'
import { useMemo } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { ACCENT, Chart, useThemeMode } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'
import { forestOption, heightOf, isCut } from './forest-option.ts'
import type { Measure } from './regression.ts'
import type { Figure } from './use-figures.ts'

interface Props {
  figures: Figure[]
  measure: Measure
  hasIntervals: boolean
}

/** Maximum number of coefficients in the plot. The table contains all of them. */
const MAX_DRAWN = 60

/** Estimates with their confidence intervals, one below the other. */
export function ForestPlot({ figures, measure, hasIntervals }: Props) {
  const t = usePhrases(phrases)
  const [mode] = useThemeMode()
  const { md: isWide = false } = Grid.useBreakpoint()
  const isRatio = measure !== 'number'
  const drawn = useMemo(() => {
    const shown = figures.slice(0, MAX_DRAWN)
    const lines = shown.flatMap(({ name, effect, interval, line: { estimate, low, high } }) => {
      if (estimate === null) return [] // aliased or infinite coefficients appear only in the table
      return { name, estimate, low, high, text: `${name}: ${effect}${interval && ` (${interval})`}` }
    })
    const axisName = t(`coefficients.effect.${measure}`)
    const nameWidth = isWide ? 240 : 112
    const heads = [t('coefficients.column'), axisName]
    const rows = shown.map(({ name, effect, interval }) => (hasIntervals ? [name, effect, interval] : [name, effect]))
    return {
      option: forestOption({ lines, isRatio, accent: ACCENT[mode], nameWidth, axisName }),
      table: { columns: hasIntervals ? [...heads, t('coefficients.interval')] : heads, rows },
      height: heightOf(lines, nameWidth),
      isCut: isCut({ lines, isRatio }),
    }
  }, [figures, measure, isRatio, hasIntervals, mode, isWide, t])
  return (
    <>
      <Chart
        label={t(hasIntervals ? 'coefficients.chart' : 'coefficients.chart.plain')}
        option={drawn.option}
        table={drawn.table}
        height={drawn.height}
      />
      {drawn.isCut && <p className="t-soft">{t('coefficients.cut')}</p>}
      {figures.length > MAX_DRAWN && (
        <p className="t-soft">{t('coefficients.more', { drawn: MAX_DRAWN, all: figures.length })}</p>
      )}
    </>
  )
}
