import type { SurvivalModel } from '@tessera/contract'
import { useMemo } from 'react'
import { formatChance, formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { SurvivalChart } from '../../../ui/survival/SurvivalChart.tsx'
import { phrases } from '../phrases.ts'

/** The survival curve of the average row, and whether the hazards are proportional. */
export function Survival({ survival }: { survival: SurvivalModel }) {
  const t = usePhrases(phrases)
  const { times, baseline, errors, events, event, check } = survival
  const curves = useMemo(() => {
    const points = times.map((time, at) => ({ time, survival: baseline[at] ?? 0, error: errors[at] ?? 0 }))
    return [{ name: t('survival.average'), points }]
  }, [times, baseline, errors, t])
  return (
    <>
      <Panel title={t('survival.title')}>
        <p>{t('survival.events', { events, event })}</p>
        <p className="t-soft">{t('survival.stratified')}</p>
        <SurvivalChart label={t('survival.title')} time={survival.time} curves={curves} />
        <p className="t-soft">{t('survival.note')}</p>
      </Panel>
      {check && check.length > 0 && (
        <Panel title={t('survival.check')}>
          <p>{t('survival.check.note')}</p>
          <CheckTable check={check} />
        </Panel>
      )}
    </>
  )
}

function CheckTable({ check }: { check: NonNullable<SurvivalModel['check']> }) {
  const t = usePhrases(phrases)
  const nameOf = ({ column, category, rest }: (typeof check)[number]) => {
    if (column === null) return t('survival.check.all')
    return category === null
      ? column
      : t('coefficients.category.alone', { column, category: category || t(`coefficients.${rest ?? 'other'}`) })
  }
  return (
    <ScrollX>
      <table className="t-table" aria-label={t('survival.check')}>
        <thead>
          <tr>
            <th scope="col">{t('coefficients.column')}</th>
            <th scope="col">{t('survival.check.chi2')}</th>
            <th scope="col">{t('survival.check.freedom')}</th>
            <th scope="col">{t('coefficients.p')}</th>
          </tr>
        </thead>
        <tbody>
          {check.map((line) => (
            <tr key={nameOf(line)}>
              <th scope="row">{nameOf(line)}</th>
              <td>{formatNumber(line.chi2, 2)}</td>
              <td>{line.freedom}</td>
              <td>{formatChance(line.p)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}
