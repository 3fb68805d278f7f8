import { useQuery } from '@tanstack/react-query'
import { columnNamesOf, type Explanation, inputColumnsOf, type TableRow } from '@tessera/contract'
import { Grid, Skeleton } from 'antd'
import { useMemo } from 'react'
import { formatRatio, formatSigned } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ACCENT, Chart, ErrorNote, useCellText, useThemeMode } from '../../../ui/index.ts'
import type { AnswerSource } from '../answer-source.ts'
import { whyQuery } from '../api.ts'
import { CasePlaces } from '../collections/CasePlaces.tsx'
import { phrases } from '../phrases.ts'
import { TextPieces } from '../results/TextPieces.tsx'
import { whyHeight, whyOption } from './why-option.ts'

/** Maximum number of columns in the chart. The table contains all columns. */
const MAX_DRAWN = 15

interface Props {
  source: AnswerSource
  row: TableRow
}

/** Explains a prediction by the effect of each column, and shows the row's position among the training rows. */
export function WhyAnswer({ source, row }: Props) {
  const t = usePhrases(phrases)
  const { input, output, explain } = source
  const columns = input ? inputColumnsOf(input) : []
  const names = input ? columnNamesOf(input) : []
  const inputs = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  const { data, error, refetch } = useQuery(whyQuery(source, inputs))
  return (
    <section aria-label={t('why.title')} className="t-stack t-stack-tight">
      {explain && (
        <>
          <h3>{t('why.title')}</h3>
          <ErrorNote error={error} onRetry={() => void refetch()} />
          {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
          {data && <Effects explanation={data} row={row} label={output?.label ?? ''} />}
        </>
      )}
      <CasePlaces columns={columns} row={row} order={data?.columns.map(({ column }) => column) ?? []} />
    </section>
  )
}

interface EffectsProps {
  explanation: Explanation
  row: TableRow
  label: string
}

function Effects({ explanation, row, label }: EffectsProps) {
  const t = usePhrases(phrases)
  const { method, unit, columns, untold, pieces } = explanation
  const words = { class: explanation.class ?? '', against: explanation.against ?? '', label }
  if (pieces) return <TextPieces pieces={pieces} words={words} method="left-out" />
  if (columns.length === 0) return <p>{t('why.none')}</p>
  return (
    <>
      <p className="t-soft">
        {t(`why.method.${unit === 'log-hazard' ? 'hazard' : method}`)} {t(`why.sides.${sidesOf(unit)}`, words)}
      </p>
      <EffectsChart explanation={explanation} row={row} axis={t(`why.unit.${unit}`, words)} />
      {columns.length > MAX_DRAWN && (
        <p className="t-soft">{t('why.more', { drawn: MAX_DRAWN, all: columns.length })}</p>
      )}
      {untold.length > 0 && <p className="t-soft">{t('why.untold', { columns: untold.join(', ') })}</p>}
    </>
  )
}

const isLog = (unit: Explanation['unit']) => unit === 'log-odds' || unit === 'log-rate' || unit === 'log-hazard'

function sidesOf(unit: Explanation['unit']) {
  if (unit === 'log-odds') return 'odds'
  if (unit === 'probability') return 'probability'
  return isLog(unit) ? 'log' : 'plain'
}

function EffectsChart({ explanation, row, axis }: Omit<EffectsProps, 'label'> & { axis: string }) {
  const t = usePhrases(phrases)
  const textOf = useCellText()
  const [mode] = useThemeMode()
  const { md: isWide = false } = Grid.useBreakpoint()
  const { columns, unit } = explanation
  const drawn = useMemo(() => {
    const effectText = (effect: number) =>
      unit === 'probability' ? t('why.points', { points: formatSigned(effect * 100) }) : formatSigned(effect)
    const bars = columns.slice(0, MAX_DRAWN).map(({ column, effect }) => ({
      name: t('why.bar', { column, value: textOf(row[column]) }),
      effect: unit === 'probability' ? effect * 100 : effect,
      text: effectText(effect),
    }))
    const heads = [t('why.column'), t('why.value'), t('why.compared'), axis]
    const rows = columns.map(({ column, effect, typical }) => {
      const cells = [column, textOf(row[column]), typicalText(typical, t('why.rows')), effectText(effect)]
      return isLog(unit) ? [...cells, formatRatio(effect)] : cells
    })
    return {
      option: whyOption({ bars, axis, accent: ACCENT[mode], nameWidth: isWide ? 200 : 108 }),
      height: whyHeight(bars.length),
      table: { columns: isLog(unit) ? [...heads, t('why.factor')] : heads, rows },
    }
  }, [columns, unit, row, axis, mode, isWide, textOf, t])
  return <Chart label={t('why.chart')} {...drawn} />
}

const typicalText = (typical: number | string | null, otherwise: string): string =>
  typical === null ? otherwise : String(typical)
