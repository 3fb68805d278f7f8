import type { ShownCount } from '@tessera/contract'
import { differenceOfShares } from '../../lib/differences.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PartyTile, useShownCount } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { Difference } from './Difference.tsx'
import { countIn, type DescribedCategory, type NamedTable, shareOf } from './own-tables.ts'
import { runPhrases } from './phrases.ts'

interface Props {
  columns: DescribedCategory[]
  rows: number
  /** Separate tables of those parties that agreed to be shown separately. */
  parties: NamedTable[]
}

/** Categorical columns: the count of each category and, if disclosed, its share of all rows. */
export function DescribedCategories({ columns, rows, parties }: Props) {
  const t = usePhrases(runPhrases)
  return (
    <section aria-label={t('described.categories')}>
      <h3 className="run-subtitle">{t('described.categories')}</h3>
      <ScrollX>
        <table className="t-table run-described" aria-label={t('described.categories')}>
          <thead>
            <tr>
              <th scope="col">{t('described.category')}</th>
              <th scope="col">{t('described.count')}</th>
              <th scope="col">{t('described.share')}</th>
              {parties.map(({ partyId, name }) => (
                <th key={partyId} scope="col" className="run-own-head">
                  <PartyTile partyId={partyId} size={16} /> {name}
                </th>
              ))}
            </tr>
          </thead>
          {columns.map((column) => {
            const row = (place: number | 'other' | 'missing') => ({
              rows,
              own: parties.map((party) => ({ ...party, count: countIn(party, column.name, place) })),
            })
            return (
              <tbody key={column.name}>
                <tr>
                  <th scope="rowgroup" colSpan={3 + parties.length} className="run-described-column">
                    {column.name}
                  </th>
                </tr>
                {column.categories.map(({ name, count }, place) => (
                  <CategoryRow key={name} name={name} count={count} {...row(place)} />
                ))}
                {column.other !== 0 && (
                  <CategoryRow name={t('described.other')} count={column.other} {...row('other')} isSoft />
                )}
                <CategoryRow name={t('described.missing')} count={column.missing} {...row('missing')} isSoft />
              </tbody>
            )
          })}
        </table>
      </ScrollX>
    </section>
  )
}

interface RowProps {
  name: string
  count: ShownCount
  rows: number
  own: { partyId: string; rows: number; count: ShownCount }[]
  /** Whether the row has a softer colour. Rows whose category is not part of the plan have it. */
  isSoft?: boolean
}

function CategoryRow({ name, count, rows, own, isSoft = false }: RowProps) {
  const format = useFormat()
  const shown = useShownCount()
  const share = shareOf(count, rows)
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
      {own.map((party) => (
        <OwnCell key={party.partyId} {...party} all={share} />
      ))}
    </tr>
  )
}

function OwnCell({ count, rows, all }: { count: ShownCount; rows: number; all: number | null }) {
  const format = useFormat()
  const shown = useShownCount()
  const share = shareOf(count, rows)
  return (
    <td>
      {shown(count)}
      {share !== null && (
        <>
          {' '}
          <span className="t-soft">({format.percent(share)})</span>{' '}
          <Difference value={differenceOfShares(share, all)} />
        </>
      )}
    </td>
  )
}
