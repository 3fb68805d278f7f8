import type { DescribedTable } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { DescribedCategories } from './DescribedCategories.tsx'
import { DescribedNumbers } from './DescribedNumbers.tsx'
import { namedTables } from './own-tables.ts'
import { runPhrases } from './phrases.ts'

interface Props {
  table: DescribedTable
  partyCount: number
  nameOf: (partyId: string) => string
}

/** The result of a descriptive task: numeric columns, then categorical ones. */
export function DescribedResult({ table, partyCount, nameOf }: Props) {
  const t = usePhrases(runPhrases)
  const numbers = table.columns.filter((column) => column.kind === 'number')
  const categories = table.columns.filter((column) => column.kind === 'category')
  const parties = namedTables(table, nameOf)
  return (
    <>
      <p>{t(partyCount > 1 ? 'described.rows' : 'described.rows.one', { rows: table.rows, count: partyCount })}</p>
      {parties.length > 0 && <p className="t-soft run-caption">{t('described.own')}</p>}
      {numbers.length > 0 && <DescribedNumbers columns={numbers} parties={parties} />}
      {categories.length > 0 && <DescribedCategories columns={categories} rows={table.rows} parties={parties} />}
      <p className="t-soft run-caption">{t('described.hidden')}</p>
    </>
  )
}
