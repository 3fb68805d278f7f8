import { inputColumnsOf, type ModelOutput, outsidesOf, type Prediction } from '@tessera/contract'
import { useMemo } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { SurvivalChart } from '../../../ui/survival/SurvivalChart.tsx'
import type { AnswerSource } from '../answer-source.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { AnswerPicture } from './AnswerPicture.tsx'
import { useAnswerText } from './answer.ts'
import { BoxesAnswer } from './BoxesAnswer.tsx'
import { EntitiesAnswer } from './EntitiesAnswer.tsx'
import { OutsideAlert } from './OutsideAlert.tsx'
import { ProbabilityBars } from './ProbabilityBars.tsx'

interface Props {
  prediction: Prediction
  source: AnswerSource
  /** The chosen picture, for a model of pictures. */
  file?: File | undefined
}

/** Shows one prediction in full. For a row outside the training data, shows the prediction only on request. */
export function SingleAnswer({ prediction, source, file }: Props) {
  const t = usePhrases(phrases)
  const { input, output } = source
  const outsides = outsidesOf(input ? inputColumnsOf(input) : [], prediction.data)
  if (prediction.kind === 'boxes') {
    return (
      output?.kind === 'boxes' && <BoxesAnswer prediction={prediction} output={output} source={source} file={file} />
    )
  }
  // Resets the state for another text, because its marks differ.
  if (prediction.kind === 'entities') {
    return <EntitiesAnswer key={prediction.text} prediction={prediction} source={source} />
  }
  const answer = <Answer prediction={prediction} output={output} />
  if (input?.kind === 'pictures') {
    return (
      <div className="t-stack">
        <AnswerPicture prediction={prediction} source={source} file={file} />
        {answer}
      </div>
    )
  }
  if (outsides.length === 0) return answer
  return (
    <>
      <OutsideAlert outsides={outsides} />
      <details className={styles.unsure}>
        <summary>{t('outside.anyway')}</summary>
        {answer}
      </details>
    </>
  )
}

function Answer({
  prediction,
  output,
}: {
  prediction: Exclude<Prediction, { kind: 'boxes' | 'entities' }>
  output: ModelOutput | null
}) {
  const t = usePhrases(phrases)
  const answerOf = useAnswerText()
  const label = output?.label ?? ''
  const hasNote = prediction.kind === 'labels'
  const title = {
    clusters: t('result.cluster'),
    survival: t('result.hazard', { label }),
    number: t('result.single', { label }),
    classes: t('result.single', { label }),
    labels: t('result.single', { label }),
  }
  return (
    <div className={styles.answer}>
      <div>
        <div className="t-soft">{title[prediction.kind]}</div>
        <div className={styles.answerValue}>{answerOf(prediction)}</div>
        {hasNote && <div className="t-soft">{t('result.labels.note')}</div>}
      </div>
      {'probabilities' in prediction && <ProbabilityBars probabilities={prediction.probabilities} limit={12} />}
      {prediction.kind === 'survival' && output?.kind === 'survival' && (
        <CaseCurve survival={prediction.survival} output={output} />
      )}
      {prediction.kind === 'clusters' && <div>{t('result.away', { distance: formatNumber(prediction.distance) })}</div>}
    </div>
  )
}

interface CurveProps {
  survival: number[]
  output: Extract<ModelOutput, { kind: 'survival' }>
}

/** The survival curve: the probability of remaining without the event over time. */
function CaseCurve({ survival, output: { time, times } }: CurveProps) {
  const t = usePhrases(phrases)
  const curves = useMemo(() => {
    const points = times.map((at, place) => ({ time: at, survival: survival[place] ?? 0 }))
    return [{ name: t('result.case'), points }]
  }, [times, survival, t])
  return (
    <div className="t-grow">
      <SurvivalChart label={t('result.curve')} time={time} curves={curves} />
    </div>
  )
}
