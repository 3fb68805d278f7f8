import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { StatusTag } from './StatusTag.tsx'

/** Beside scores, and before there are any: several rows are of one person, by these columns. */
export function RepeatedNote({ columns }: { columns: (string | null | undefined)[] }) {
  const t = usePhrases(uiPhrases)
  const known = [...new Set(columns.filter((column) => typeof column === 'string'))]
  if (known.length === 0) return null
  return (
    <div>
      <StatusTag tone="warning" text={t('repeated.note', { columns: known.join(', ') })} />
      <p className="t-soft">{t('repeated.help')}</p>
    </div>
  )
}
