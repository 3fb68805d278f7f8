import { type BoxScores, SHOWN_SCORE } from '@tessera/contract'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ACCENT } from '../accent.ts'
import { Chart } from '../Chart.tsx'
import { useThemeMode } from '../theme-mode.ts'
import { boxesOption } from './curve-options.ts'
import { phrases } from './phrases.ts'
import './scores.css'

/** The precision–recall curve of a class's boxes. A mark shows the default score, from which boxes are shown. */
export function BoxCurves({ boxes }: { boxes: BoxScores[] }) {
  const t = usePhrases(phrases)
  const [chosen, setChosen] = useState<string | null>(null)
  const known = boxes.filter(({ curve }) => curve.length > 0)
  const scores = known.find(({ type }) => type === chosen) ?? known[0]
  if (!scores) return null
  return (
    <section className="t-stack t-stack-tight">
      <div className="t-row">
        <span aria-hidden="true">{t('class')}</span>
        <Select
          className="scores-class"
          aria-label={t('class')}
          value={scores.type}
          onChange={setChosen}
          options={known.map(({ type }) => ({ value: type, label: type }))}
        />
      </div>
      <Curve scores={scores} />
    </section>
  )
}

function Curve({ scores: { type, curve } }: { scores: BoxScores }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const [mode] = useThemeMode()
  const title = t('boxes.curve', { name: type })
  const drawn = useMemo(() => {
    const chosen = curve.find(({ score }) => score >= SHOWN_SCORE)
    const words = { x: t('recall'), y: t('precision'), chosen: t('boxes.shown', { score: SHOWN_SCORE }), line: '' }
    return {
      option: boxesOption({ curve, chosen, words, accent: ACCENT[mode] }),
      table: {
        columns: [t('boxes.score'), t('recall'), t('precision')],
        rows: curve.map(({ score, recall, precision }) => [
          score.toFixed(2),
          format.percent(recall),
          format.percent(precision),
        ]),
      },
    }
  }, [curve, mode, t, format])
  return <Chart label={title} option={drawn.option} table={drawn.table} height={300} />
}
