import type { ClusterColumn } from '@tessera/contract'
import type { CSSProperties } from 'react'
import { formatDifference } from '../../../lib/differences.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import { type ProfileLine, useProfileLines } from './use-profile-lines.ts'

interface Props {
  profile: ClusterColumn[]
  clusters: number
}

/**
 * What distinguishes each cluster: a heat map of each column's difference from the mean of all rows, with the figures.
 */
export function ClusterProfile({ profile, clusters }: Props) {
  const t = usePhrases(phrases)
  const lines = useProfileLines(profile)
  const numbers = Array.from({ length: clusters }, (_one, cluster) => cluster)
  return (
    <div className="t-stack">
      <p className="t-soft">{t('profile.note')}</p>
      <div className={styles.profile}>
        <HeatMap lines={lines} clusters={numbers} />
        <Figures lines={lines} clusters={numbers} />
      </div>
      <p className="t-soft">{t('profile.hidden')}</p>
    </div>
  )
}

interface PartProps {
  lines: ProfileLine[]
  clusters: number[]
}

function HeatMap({ lines, clusters }: PartProps) {
  const t = usePhrases(phrases)
  return (
    <ScrollX>
      <table className={`t-table ${styles.heat}`} aria-label={t('profile.map')}>
        <Head clusters={clusters} />
        <tbody>
          {lines.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {clusters.map((cluster) => {
                const difference = cells[cluster]?.difference ?? null
                return (
                  <td key={cluster} style={heatOf(difference)}>
                    {formatDifference(difference)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}

function Figures({ lines, clusters }: PartProps) {
  const t = usePhrases(phrases)
  return (
    <ScrollX>
      <table className={`t-table ${styles.figures}`} aria-label={t('profile.figures')}>
        <Head clusters={clusters} all={t('profile.all')} />
        <tbody>
          {lines.map(({ key, name, all, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{all}</td>
              {clusters.map((cluster) => (
                <td key={cluster}>{cells[cluster]?.text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}

function Head({ clusters, all }: { clusters: number[]; all?: string }) {
  const t = usePhrases(phrases)
  return (
    <thead>
      <tr>
        <th scope="col">{t('profile.column')}</th>
        {all && <th scope="col">{all}</th>}
        {clusters.map((cluster) => (
          <th key={cluster} scope="col">
            {t('profile.cluster', { cluster })}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Number of standard deviations at which a cell reaches its full colour. */
const FULL = 1.5
/** Maximum share of colour in a cell, in percent. The figure must stay readable. */
const STRONGEST = 60

function heatOf(difference: number | null): CSSProperties | undefined {
  if (difference === null) return undefined
  const percent = Math.round(Math.min(1, Math.abs(difference) / FULL) * STRONGEST)
  const colour = difference > 0 ? 'var(--t-accent)' : 'var(--heat-below)'
  return { background: `color-mix(in srgb, ${colour} ${percent}%, transparent)` }
}
