import type { Bins } from '@tessera/contract'
import { useMemo } from 'react'
import { formatNumber, useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../Chart.tsx'
import { binsOption } from './bins-option.ts'
import { phrases } from './phrases.ts'

interface Props {
  bins: Bins
  /** The title of the chart. */
  label: string
  /** The measured value, with its unit. */
  axis: string
  /** Head of the table's column with the ranges. */
  range: string
  /** Plural of the word for what is counted, which depends on the kind of data. */
  rows: string
  textOf?: (edge: number) => string
}

/** Returns a formatter with as many decimals as distinguish all edges of bins. */
function plainText(edges: number[]): (edge: number) => string {
  const gaps = edges.slice(1).map((edge, at) => edge - (edges[at] as number))
  const decimals = Math.min(20, Math.max(3, 1 - Math.floor(Math.log10(Math.min(1, ...gaps)))))
  return (edge) => formatNumber(edge, decimals)
}

/** A histogram with open outer bins. */
export function BinsChart({ bins: { edges, counts }, label, axis, range, rows, textOf }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const drawn = useMemo(() => {
    const text = textOf ?? plainText(edges)
    const names = counts.map((_count, at) => {
      const [low, high] = [edges[at - 1], edges[at]]
      if (low !== undefined && high !== undefined) return `${text(low)} – ${text(high)}`
      if (high !== undefined) return t('residuals.below', { edge: text(high) })
      return low === undefined ? t('bins.all') : t('residuals.above', { edge: text(low) })
    })
    const counted = t('rows.many', { rows })
    return {
      option: binsOption(counts, names, { axis, counted }),
      table: {
        columns: [range, counted],
        rows: counts.map((count, at) => [names[at] ?? '', format.number(count)]),
      },
    }
  }, [edges, counts, axis, range, rows, textOf, t, format])
  return <Chart label={label} option={drawn.option} table={drawn.table} height={260} />
}
