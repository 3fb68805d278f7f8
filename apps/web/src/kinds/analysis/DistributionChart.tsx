import type { Distribution } from '@tessera/contract'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart } from '../../ui/index.ts'
import { kindPhrases } from '../phrases.ts'
import { distributionOption } from './distribution-option.ts'

/** A histogram of a measure over pictures, texts or nodes. */
export function DistributionChart({ distribution }: { distribution: Distribution }) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const { of, minimum, maximum, mean, quartiles, bins } = distribution
  const amount = (value: number) =>
    of === 'picture-bytes'
      ? format.size(Math.round(value))
      : of === 'box-share'
        ? format.percent(value)
        : format.number(value, 1)
  const name = t(`distribution.${of}`)
  const count = t('analysis.count')
  const option = useMemo(() => distributionOption(bins, { name, count }), [bins, name, count])
  return (
    <section>
      <h3>{name}</h3>
      <p className="t-soft">
        {t('distribution.facts', {
          low: amount(minimum),
          high: amount(maximum),
          mean: amount(mean),
          median: amount(quartiles[1]),
        })}
      </p>
      <Chart
        label={name}
        option={option}
        height={180}
        table={{
          columns: [t('analysis.value'), count],
          rows: bins.map((bin) => [bin.label, format.number(bin.count)]),
        }}
      />
    </section>
  )
}
