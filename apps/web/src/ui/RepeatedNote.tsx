import { tellsPersonsApart } from '@tessera/contract'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { StatusTag } from './StatusTag.tsx'

/** Beside scores, and before there are any: several rows are of one person, by these columns. */
export function RepeatedNote({ columns }: { columns: (string | null | undefined)[] }) {
  const t = usePhrases(uiPhrases)
  const format = useFormat()
  const known = [...new Set(columns.filter((column) => typeof column === 'string'))]
  if (known.length === 0) return null
  // A column that was found by its values alone may stand for a shop or a device.
  const kind = known.every(tellsPersonsApart) ? 'persons' : 'values'
  return (
    <div>
      <StatusTag tone="warning" text={t(`repeated.${kind}.note`, { columns: format.list(known) })} />
      <p className="t-soft">{t(`repeated.${kind}.help`)}</p>
    </div>
  )
}
