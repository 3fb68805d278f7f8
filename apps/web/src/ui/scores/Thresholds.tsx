import {
  type AtThreshold,
  intervalEnds,
  positiveClassOf,
  type ScoreCurve,
  type Scores,
  thresholdsOf,
} from '@tessera/contract'
import { Button, Select, Slider } from 'antd'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { MIN_ERROR, metricText } from '../../lib/metrics.ts'
import type { RowsWords } from '../../lib/rows-words.ts'
import { ACCENT } from '../accent.ts'
import { Chart } from '../Chart.tsx'
import { useThemeMode } from '../theme-mode.ts'
import { SHARES } from './ClassTable.tsx'
import { calibrationOption, precisionOption, rocOption } from './curve-options.ts'
import { phrases } from './phrases.ts'
import { ShareText } from './ShareText.tsx'
import './scores.css'

interface Props {
  curves: NonNullable<Scores['curves']>
  of: 'class' | 'label'
  words: RowsWords
}

/** The curves of a class: its counts at each threshold, and the calibration of its probabilities. */
export function Thresholds({ curves, of, words }: Props) {
  const t = usePhrases(phrases)
  const [chosen, setChosen] = useState<string | null>(null)
  const known = curves.filter(({ auc }) => auc)
  const shown = chosen ?? (of === 'class' ? positiveClassOf(curves.map((one) => one.class)) : null)
  const curve = known.find(({ class: name }) => name === shown) ?? rarest(known)
  if (!curve) return null
  return (
    <div className="t-stack">
      <div className="t-row">
        <span aria-hidden="true">{t(of)}</span>
        <Select
          className="scores-class"
          aria-label={t(of)}
          value={curve.class}
          onChange={setChosen}
          options={known.map(({ class: name }) => ({ value: name, label: name }))}
        />
      </div>
      <ByThreshold
        key={curve.class}
        curve={curve}
        note={of === 'class' ? 'threshold.note' : 'threshold.note.labels'}
        words={words}
      />
    </div>
  )
}

/**
 * Returns the curve of the rarest class, for labels without a positive class. The rarest class is usually the relevant
 * one, such as patients among mostly healthy people.
 */
function rarest(curves: ScoreCurve[]): ScoreCurve | undefined {
  const rows = ({ own }: ScoreCurve) => own.reduce((sum, count) => sum + count, 0)
  return curves.toSorted((one, other) => rows(one) - rows(other))[0]
}

interface CurveProps {
  curve: ScoreCurve
  note: 'threshold.note' | 'threshold.note.labels'
  words: RowsWords
}

function ByThreshold({ curve, note, words }: CurveProps) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const thresholds = useMemo(() => thresholdsOf(curve), [curve])
  const half = thresholds.findIndex(({ threshold }) => threshold === 0.5)
  const [place, setPlace] = useState(half)
  const chosen = thresholds[place] ?? thresholds[0]
  if (!chosen) return null
  const name = curve.class
  const text = (at: AtThreshold | undefined) => t('threshold.value', { threshold: format.percent(at?.threshold ?? 0) })
  return (
    <>
      <div>
        <div className="t-row">
          <span>{t('threshold.label', { name })}</span>
          <strong className="t-num">{format.percent(chosen.threshold)}</strong>
          <Button size="small" disabled={place === half} onClick={() => setPlace(half)}>
            {t('threshold.half')}
          </Button>
        </div>
        <Slider
          min={0}
          max={thresholds.length - 1}
          value={place}
          onChange={setPlace}
          tooltip={{ open: false }}
          ariaLabelForHandle={t('threshold.label', { name })}
          ariaValueTextFormatterForHandle={(at) => text(thresholds[at])}
        />
        <dl className="scores-at" aria-label={t('threshold.at')} aria-live="polite">
          {SHARES.map((share) => (
            <div key={share}>
              <dt>{t(share)}</dt>
              <dd>
                <ShareText share={chosen[share]} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="t-soft">{t(note, { name, rows: words.many, row: words.one })}</p>
        <p className="t-soft">{t('threshold.chosen', { rows: words.many })}</p>
      </div>
      <Curves curve={curve} thresholds={thresholds} chosen={chosen} rows={words.many} />
    </>
  )
}

interface CurvesProps {
  curve: ScoreCurve
  thresholds: AtThreshold[]
  chosen: AtThreshold
  rows: string
}

function Curves({ curve, thresholds, chosen, rows: called }: CurvesProps) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const [mode] = useThemeMode()
  const drawn = useMemo(() => {
    const accent = ACCENT[mode]
    const name = curve.class
    const words = { chosen: t('chosen'), line: t('guess') }
    const percent = (share: { value: number } | null) => format.percent(share?.value)
    return [
      {
        title: t('roc.title'),
        option: rocOption({ thresholds, chosen, accent, words: { ...words, x: t('roc.x'), y: t('sensitivity') } }),
        table: {
          columns: [t('threshold'), t('sensitivity'), t('specificity')],
          rows: thresholds.map((at) => [
            format.percent(at.threshold),
            percent(at.sensitivity),
            percent(at.specificity),
          ]),
        },
      },
      {
        title: t('pr.title'),
        option: precisionOption({ thresholds, chosen, accent, words: { ...words, x: t('pr.x'), y: t('pr.y') } }),
        table: {
          columns: [t('threshold'), t('pr.x'), t('pr.y')],
          rows: thresholds.map((at) => [format.percent(at.threshold), percent(at.sensitivity), percent(at.ppv)]),
        },
      },
      {
        title: t('calibration.title'),
        option: calibrationOption({
          calibration: curve.calibration,
          accent,
          words: { ...words, line: t('exact'), x: t('calibration.x'), y: t('calibration.y', { name }) },
        }),
        table: {
          columns: [
            t('calibration.range'),
            t('calibration.predicted'),
            t('calibration.share'),
            t('interval'),
            t('rows.many', { rows: called }),
          ],
          rows: curve.calibration.map(({ above, upto, predicted, observed }) => [
            `${format.percent(above)} – ${format.percent(upto)}`,
            format.percent(predicted),
            `${format.percent(observed.value)} (${t('share.count', { count: observed.count, rows: observed.rows })})`,
            t('interval.value', { low: format.percent(observed.low), high: format.percent(observed.high) }),
            format.number(observed.rows),
          ]),
        },
      },
    ]
  }, [curve, thresholds, chosen, called, mode, t, format])
  const { auc } = curve
  const ends = auc && intervalEnds('auc', auc)
  return (
    <>
      {auc && (
        <p>
          {ends
            ? t('roc.auc', {
                value: metricText('auc', auc.value),
                low: metricText('auc', ends.low),
                high: metricText('auc', ends.high),
              })
            : t('roc.aucFew', { value: metricText('auc', auc.value), rows: called })}
          {auc.error >= MIN_ERROR && (
            <span className="t-soft scores-error">{t('auc.error', { error: metricText('auc', auc.error) })}</span>
          )}
        </p>
      )}
      <div className="scores-curves">
        {drawn.map(({ title, option, table }) => (
          <section key={title}>
            <h3>{title}</h3>
            <Chart label={title} option={option} table={table} height={300} />
          </section>
        ))}
      </div>
    </>
  )
}
