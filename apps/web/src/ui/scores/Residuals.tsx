import type { ContentType, Residuals } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { Panel } from '../Panel.tsx'
import { BinsChart } from './BinsChart.tsx'
import { phrases } from './phrases.ts'

interface ChartProps {
  label: string
  residuals: Residuals
  contentType?: ContentType | null | undefined
}

/** The distribution of residuals. `isOfAllRows` tells whether all rows are scored, or only the validation rows. */
export function ResidualsPanel({ isOfAllRows, ...shown }: ChartProps & { isOfAllRows: boolean }) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(shown.contentType)
  return (
    <Panel title={t('residuals.title')}>
      <p className="t-soft">
        {t(isOfAllRows ? 'residuals.noteAll' : 'residuals.note', { label: shown.label, rows: rows.many })}
      </p>
      <ResidualsChart {...shown} />
    </Panel>
  )
}

/** The chart of residuals without its panel, for pages with their own text about the rows. */
export function ResidualsChart({ label, residuals, contentType }: ChartProps) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(contentType)
  const words = { label: t('residuals.title'), axis: t('residuals.axis', { label }), range: t('residuals.range') }
  return <BinsChart bins={residuals} rows={rows.many} {...words} />
}
