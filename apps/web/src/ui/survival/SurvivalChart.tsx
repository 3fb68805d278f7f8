import { useMemo } from 'react'
import { formatPercent } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../Chart.tsx'
import { uiPhrases } from '../phrases.ts'
import { type DrawnCurve, survivalOption, survivalTable } from './survival-option.ts'

interface Props {
  label: string
  /** The name of the time column. */
  time: string
  curves: DrawnCurve[]
}

/** A chart of the share of rows without the event over time. */
export function SurvivalChart({ label, time, curves }: Props) {
  const t = usePhrases(uiPhrases)
  const drawn = useMemo(() => {
    const request = { curves, timeName: time, shareName: t('survival.share'), format: formatPercent }
    return {
      option: survivalOption(request),
      table: survivalTable(
        request,
        (low, high) => t('survival.range', { low, high }),
        (error) => t('survival.error', { error }),
      ),
    }
  }, [curves, time, t])
  return <Chart label={label} option={drawn.option} table={drawn.table} height={300} />
}
