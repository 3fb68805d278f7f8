import type { DifferingColumn } from '@tessera/contract'
import { grantPhrases } from '../features/grant/phrases.ts'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { ScrollX } from '../ui/ScrollX.tsx'

/**
 * Compares the party's own means and deviations with those of all parties, for columns with large differences. Requires
 * a session at the edge.
 */
export function DifferingColumns({ columns }: { columns: DifferingColumn[] }) {
  const t = usePhrases(grantPhrases)
  const format = useFormat()
  const text = ({ mean, deviation }: DifferingColumn['own']) =>
    `${format.number(mean, 2)} ± ${format.number(deviation, 2)}`
  return (
    <section aria-label={t('apart.title')}>
      <h2>{t('apart.title')}</h2>
      <p>{t('apart.explain')}</p>
      <ScrollX>
        <table className="t-table t-num" aria-label={t('apart.title')}>
          <thead>
            <tr>
              <th scope="col">{t('apart.column')}</th>
              <th scope="col">{t('apart.own')}</th>
              <th scope="col">{t('apart.all')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ column, own, all }) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td>{text(own)}</td>
                <td>{text(all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
    </section>
  )
}
