import type { ClusterColumn } from '@tessera/contract'
import { differenceOfMeans, differenceOfShares } from '../../../lib/differences.ts'
import { formatMeasured, useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'

/**
 * A numeric column or one category: its value over all rows and in each cluster, with each cluster's difference from
 * all rows.
 */
export interface ProfileLine {
  key: string
  name: string
  all: string
  cells: { text: string; difference: number | null }[]
}

export function useProfileLines(profile: ClusterColumn[]): ProfileLine[] {
  const t = usePhrases(phrases)
  const { percent } = useFormat()
  return profile.flatMap((column) => {
    if (column.kind === 'number') {
      const { name, mean, deviation, means } = column
      const text = (value: number | null) => (value === null ? '–' : formatMeasured(value, deviation))
      const cells = means.map((one) => ({ text: text(one), difference: differenceOfMeans(one, column) }))
      return [{ key: name, name, all: text(mean), cells }]
    }
    const { other, missing } = column
    const others = [
      { name: t(missing ? 'coefficients.other' : 'profile.other'), ...other },
      ...(missing ? [{ name: t('coefficients.missing'), ...missing }] : []),
    ].filter(({ share }) => share !== 0)
    return [...column.categories, ...others].map(({ name, share, shares }, place) => ({
      key: `${column.name} ${place}`,
      name: t('profile.category', { column: column.name, category: name }),
      all: percent(share),
      cells: shares.map((one) => ({ text: percent(one), difference: differenceOfShares(one, share) })),
    }))
  })
}
