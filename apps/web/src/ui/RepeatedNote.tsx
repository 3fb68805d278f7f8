import { tellsPersonsApart } from '@tessera/contract'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { StatusTag } from './StatusTag.tsx'

/** A note before and beside scores that several rows belong to one person, identified by these columns. */
export function RepeatedNote({ columns }: { columns: (string | null | undefined)[] }) {
  const t = usePhrases(uiPhrases)
  const format = useFormat()
  const known = [...new Set(columns.filter((column) => typeof column === 'string'))]
  if (known.length === 0) return null
  // A column that was detected only by its values may identify a shop or a device.
  const kind = known.every(tellsPersonsApart) ? 'persons' : 'values'
  return (
    <div>
      <StatusTag tone="warning" text={t(`repeated.${kind}.note`, { columns: format.list(known) })} />
      <p className="t-soft">{t(`repeated.${kind}.help`)}</p>
    </div>
  )
}
