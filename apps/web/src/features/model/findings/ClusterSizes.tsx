import type { Clusters } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Facts, useShownCount } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { phrases } from '../phrases.ts'

/** The number of training rows in each cluster, and the inertia of all clusters. */
export function ClusterSizes({ sizes, inertia }: Clusters) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const shown = useShownCount()
  return (
    <div className="t-stack">
      <p className="t-soft">{t('clusters.note')}</p>
      <ScrollX>
        <table className="t-table" style={{ width: 'auto' }} aria-label={t('clusters.title')}>
          <thead>
            <tr>
              <th scope="col">{t('clusters.cluster')}</th>
              <th scope="col">{t('clusters.rows')}</th>
            </tr>
          </thead>
          <tbody>
            {[...sizes.entries()].map(([cluster, size]) => (
              <tr key={cluster}>
                <th scope="row">{cluster}</th>
                <td>{shown(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
      <Facts items={[{ term: t('clusters.inertia'), value: format.number(inertia) }]} />
    </div>
  )
}
