import type { Mistake } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { KindsTable } from './KindsTable.tsx'
import { phrases } from './phrases.ts'

const COUNTS = ['missed', 'falseAlarms'] as const

/** Lists the entities in texts that the model most often missed or wrongly found. */
export function MistakesTable({ mistakes }: { mistakes: Mistake[] }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  return (
    <KindsTable
      head={t('entity')}
      names={COUNTS.map((count) => t(`boxes.${count}`))}
      rows={mistakes.map((one) => ({
        name: `${one.text} · ${one.type}`,
        cells: COUNTS.map((count) => format.number(one[count])),
      }))}
    />
  )
}
