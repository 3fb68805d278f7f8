import { tellsPersonsApart } from '@tessera/contract'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { StatusTag } from './StatusTag.tsx'

/** Warns beside scores that several rows belong to the same person, whom these columns identify. */
export function RepeatedNote({ columns }: { columns: (string | null | undefined)[] }) {
  const t = usePhrases(uiPhrases)
  const format = useFormat()
  const known = [...new Set(columns.filter((column) => typeof column === 'string'))]
  if (known.length === 0) return null
  // If only the values of a column suggest that it identifies persons, it may identify shops or devices instead.
  const kind = known.every(tellsPersonsApart) ? 'persons' : 'values'
  return (
    <div>
      <StatusTag tone="warning" text={t(`repeated.${kind}.note`, { columns: format.list(known) })} />
      <p className="t-soft">{t(`repeated.${kind}.help`)}</p>
    </div>
  )
}
