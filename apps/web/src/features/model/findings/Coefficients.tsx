import type { ModelCard, Regression } from '@tessera/contract'
import { Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'
import { CoefficientTable } from './CoefficientTable.tsx'
import { ForestPlot } from './ForestPlot.tsx'
import { RegressionNotes } from './RegressionNotes.tsx'
import { type Effects, effectsOf, hasIntervals, type Measure, measureOf, type Scale } from './regression.ts'
import { useFigures } from './use-figures.ts'

/** The effect of each column on the prediction. Renders nothing for models without coefficients. */
export function Coefficients({ card }: { card: ModelCard }) {
  const t = usePhrases(phrases)
  if (!card.regression) return null
  return (
    <Panel title={t(`coefficients.title.${measureOf(card)}`)}>
      <div className="t-stack">
        <RegressionNotes regression={card.regression} card={card} />
        <Chosen card={card} regression={card.regression} />
      </div>
    </Panel>
  )
}

/** Shows the coefficients of one class at a time, per unit or per standard deviation. */
function Chosen({ card, regression }: { card: ModelCard; regression: Regression }) {
  const t = usePhrases(phrases)
  const all = useMemo(() => effectsOf(regression, card), [regression, card])
  const [chosen, setChosen] = useState(0)
  const [scale, setScale] = useState<Scale>('deviation')
  const effects = all[chosen]
  if (!effects) return null
  const named = (each: Effects) => ({ name: String(each.class), against: String(each.against) })
  const hasScales = effects.lines.some(({ deviation }) => deviation !== undefined)
  return (
    <>
      <div className="t-row">
        {all.length > 1 && (
          <Select
            aria-label={t('coefficients.class')}
            value={chosen}
            onChange={setChosen}
            options={all.map((each, value) => ({ value, label: t('coefficients.versus', named(each)) }))}
          />
        )}
        {hasScales && <ScaleSwitch value={scale} onChange={setScale} />}
      </div>
      <p className="t-soft">
        {t(`coefficients.note.${measureOf(card)}.${scale}`, { ...named(effects), label: card.label })}
      </p>
      <Drawn
        card={card}
        effects={effects}
        scale={scale}
        measure={measureOf(card)}
        hasIntervals={hasIntervals(regression)}
      />
    </>
  )
}

function ScaleSwitch({ value, onChange }: { value: Scale; onChange: (scale: Scale) => void }) {
  const t = usePhrases(phrases)
  return (
    <Segmented
      aria-label={t('coefficients.scale')}
      value={value}
      onChange={onChange}
      options={(['deviation', 'unit'] as const).map((scale) => ({
        value: scale,
        label: t(`coefficients.scale.${scale}`),
      }))}
    />
  )
}

interface DrawnProps {
  card: ModelCard
  effects: Effects
  scale: Scale
  measure: Measure
  hasIntervals: boolean
}

/** Shows the plot and a table of all figures below it. */
function Drawn({ card, effects, scale, measure, hasIntervals }: DrawnProps) {
  const figures = useFigures(effects, scale, measure !== 'number')
  const isDrawn = figures.some(({ line }) => line.estimate !== null)
  return (
    <>
      {isDrawn && <ForestPlot figures={figures} measure={measure} hasIntervals={hasIntervals} />}
      <CoefficientTable
        intercept={effects.intercept}
        card={card}
        figures={figures}
        measure={measure}
        hasIntervals={hasIntervals}
      />
    </>
  )
}
