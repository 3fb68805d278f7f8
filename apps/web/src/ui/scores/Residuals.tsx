import type { Residuals } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../Panel.tsx'
import { BinsChart } from './BinsChart.tsx'
import { phrases } from './phrases.ts'

/** How far predictions are off, and how often; `byFolds`: all rows are scored, else those held aside. */
export function ResidualsPanel({
  label,
  residuals,
  byFolds,
}: {
  label: string
  residuals: Residuals
  byFolds: boolean
}) {
  const t = usePhrases(phrases)
  return (
    <Panel title={t('residuals.title')}>
      <p className="t-soft">{t(byFolds ? 'residuals.noteFolds' : 'residuals.note', { label })}</p>
      <ResidualsChart label={label} residuals={residuals} />
    </Panel>
  )
}

/** The chart alone, for rows that a page says more of. */
export function ResidualsChart({ label, residuals }: { label: string; residuals: Residuals }) {
  const t = usePhrases(phrases)
  const words = { label: t('residuals.title'), axis: t('residuals.axis', { label }), range: t('residuals.range') }
  return <BinsChart bins={residuals} {...words} />
}
