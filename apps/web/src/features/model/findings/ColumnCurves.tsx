import type { ModelCard } from '@tessera/contract'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { formatNumber, formatSignificant } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ACCENT, Chart, Panel, useThemeMode } from '../../../ui/index.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import { type CurveScale, type CurvesOf, curveOption, curvesOf, isFlat, namesOf, scaleOf } from './column-curves.ts'
import { useFilled } from './use-filled.ts'

/** Number of curves that are shown at first. A button shows the others. */
const FIRST = 6

/** The effect of each column on the prediction, one chart per column. Renders nothing for models without curves. */
export function ColumnCurves({ card }: { card: ModelCard }) {
  const t = usePhrases(phrases)
  const all = useMemo(() => curvesOf(card), [card])
  const [chosen, setChosen] = useState(0)
  const shown = all[chosen]
  if (!shown) return null
  const scale = scaleOf(card)
  const isAdditive = card.curves !== undefined
  const named = (each: CurvesOf) => ({ name: String(each.class), against: String(each.against), label: card.label })
  const nameOf = (each: CurvesOf) =>
    each.against === null ? String(each.class) : t('coefficients.versus', named(each))
  return (
    <Panel title={t(isAdditive ? 'curves.title' : 'curves.title.effects')}>
      <div className="t-stack">
        {all.length > 1 && (
          <Select
            aria-label={t('coefficients.class')}
            value={chosen}
            onChange={setChosen}
            options={all.map((each, value) => ({ value, label: nameOf(each) }))}
          />
        )}
        <p>{t(`curves.note.${scale}`, named(shown))}</p>
        <p className="t-soft">{t(isAdditive ? 'curves.legend.additive' : 'curves.legend')}</p>
        {card.additive && <FitNotes {...card.additive} />}
        <Curves key={chosen} shown={shown} scale={scale} card={card} />
      </div>
    </Panel>
  )
}

function FitNotes({ converged, constant, averaged }: NonNullable<ModelCard['additive']>) {
  const t = usePhrases(phrases)
  return (
    <>
      {!converged && <p>{t('curves.settling')}</p>}
      {constant.length > 0 && <p>{t('regression.constant', { columns: constant.join(t('curves.comma')) })}</p>}
      {averaged > 0 && <p className="t-soft">{t('curves.averaged')}</p>}
    </>
  )
}

function Curves({ shown, scale, card }: { shown: CurvesOf; scale: CurveScale; card: ModelCard }) {
  const t = usePhrases(phrases)
  const filled = useFilled(card)
  const [isWhole, setWhole] = useState(false)
  const moving = shown.curves.filter(({ curve }) => !isFlat(curve))
  const drawn = isWhole ? moving : moving.slice(0, FIRST)
  const still = shown.curves.filter(({ curve }) => isFlat(curve)).map(({ curve }) => curve.column)
  return (
    <>
      <ul className={styles.curves}>
        {drawn.map((one) => (
          <li key={one.curve.column}>
            <h4>{one.curve.column}</h4>
            {filled(one.input) && <p className="t-soft">{filled(one.input)}</p>}
            <OneCurve {...one} range={shown.range} scale={scale} />
          </li>
        ))}
      </ul>
      {moving.length > FIRST && !isWhole && (
        <Button onClick={() => setWhole(true)}>{t('curves.all', { count: moving.length })}</Button>
      )}
      {still.length > 0 && <p className="t-soft">{t('curves.flat', { columns: still.join(t('curves.comma')) })}</p>}
    </>
  )
}

type OneProps = CurvesOf['curves'][number] & { range: CurvesOf['range']; scale: CurveScale }

function OneCurve({ curve, input, range, scale }: OneProps) {
  const t = usePhrases(phrases)
  const [mode] = useThemeMode()
  const drawn = useMemo(() => {
    const format = (value: number) =>
      scale === 'chance' ? `${formatNumber(value * 100, 1)}` : formatSignificant(value)
    const names = namesOf(curve, input, {
      other: t('coefficients.other'),
      missing: t('coefficients.missing'),
      all: t('curves.range.all'),
      upTo: (value) => t('curves.range.upTo', { value }),
      above: (value) => t('curves.range.above', { value }),
      between: (low, high) => t('curves.range.between', { low, high }),
    })
    const { low, high } = curve
    const rows = names.map((name, at) => [
      name,
      format(curve.effects[at] ?? 0),
      ...(low && high ? [t('coefficients.range', { low: format(low[at] ?? 0), high: format(high[at] ?? 0) })] : []),
    ])
    const heads = [curve.column, t(`curves.effect.${scale}`), ...(low && high ? [t('coefficients.interval')] : [])]
    return {
      option: curveOption({ curve, input, names, range, accent: ACCENT[mode], format }),
      table: { columns: heads, rows },
    }
  }, [curve, input, range, scale, mode, t])
  return <Chart label={t('curves.chart', { column: curve.column })} {...drawn} height={180} />
}
