import type { DescribedTable } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { DescribedCategories } from './DescribedCategories.tsx'
import { DescribedNumbers } from './DescribedNumbers.tsx'
import { runPhrases } from './phrases.ts'

/** What a task without a model found: its numbers, then its categories. */
export function DescribedResult({ table, partyCount }: { table: DescribedTable; partyCount: number }) {
  const t = usePhrases(runPhrases)
  const numbers = table.columns.filter((column) => column.kind === 'number')
  const categories = table.columns.filter((column) => column.kind === 'category')
  return (
    <>
      <p>{t(partyCount > 1 ? 'described.rows' : 'described.rows.one', { rows: table.rows, count: partyCount })}</p>
      {numbers.length > 0 && <DescribedNumbers columns={numbers} />}
      {categories.length > 0 && <DescribedCategories columns={categories} rows={table.rows} />}
      <p className="t-soft run-caption">{t('described.hidden')}</p>
    </>
  )
}
