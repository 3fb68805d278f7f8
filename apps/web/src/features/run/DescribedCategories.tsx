import type { DescribedColumn, ShownCount } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useShownCount } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'

type DescribedCategory = Extract<DescribedColumn, { kind: 'category' }>

/** Columns of categories: how many rows have each, and their share of all rows where that is told. */
export function DescribedCategories({ columns, rows }: { columns: DescribedCategory[]; rows: number }) {
  const t = usePhrases(runPhrases)
  return (
    <section aria-label={t('described.categories')}>
      <h3 className="run-subtitle">{t('described.categories')}</h3>
      <div className="t-scroll-x">
        <table className="t-table run-described" aria-label={t('described.categories')}>
          <thead>
            <tr>
              <th scope="col">{t('described.category')}</th>
              <th scope="col">{t('described.count')}</th>
              <th scope="col">{t('described.share')}</th>
            </tr>
          </thead>
          {columns.map((column) => (
            <tbody key={column.name}>
              <tr>
                <th scope="rowgroup" colSpan={3} className="run-described-column">
                  {column.name}
                </th>
              </tr>
              {column.categories.map(({ name, count }) => (
                <CategoryRow key={name} name={name} count={count} rows={rows} />
              ))}
              {column.other !== 0 && (
                <CategoryRow name={t('described.other')} count={column.other} rows={rows} isSoft />
              )}
              <CategoryRow name={t('described.missing')} count={column.missing} rows={rows} isSoft />
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

interface RowProps {
  name: string
  count: ShownCount
  rows: number
  /** It is no category of the plan. */
  isSoft?: boolean
}

function CategoryRow({ name, count, rows, isSoft = false }: RowProps) {
  const format = useFormat()
  const shown = useShownCount()
  const share = typeof count === 'number' && rows > 0 ? count / rows : null
  return (
    <tr>
      <th scope="row" className={isSoft ? 't-soft' : undefined}>
        {name}
      </th>
      <td>{shown(count)}</td>
      <td>
        {share !== null && (
          <span className="run-share">
            <span>{format.percent(share)}</span>
            <span className="run-share-bar" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
          </span>
        )}
      </td>
    </tr>
  )
}
