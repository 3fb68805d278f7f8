import type { InferenceResult, Prediction } from '@tessera/contract'
import type { AnswerSource } from '../answer-source.ts'
import { PredictionTable } from '../collections/PredictionTable.tsx'
import { WhyAnswer } from '../explain/WhyAnswer.tsx'
import { WhyPicture } from '../explain/WhyPicture.tsx'
import { SingleAnswer } from './SingleAnswer.tsx'

interface Props {
  result: Pick<InferenceResult, 'predictions' | 'header'>
  source: AnswerSource
  /** The pictures that the user has just chosen, in the order of their predictions. */
  files: File[]
}

/** Predictions for typed or chosen rows: a single one in full with its explanation, several as a table. */
export function Answers({ result: { predictions, header }, source, files }: Props) {
  const [only, another] = predictions
  if (!only) return null
  // If the names differ, another member has predicted meanwhile, and the picture is not shown.
  const seen = predictions.map(({ data }, at) => (files[at]?.name === data.name ? files[at] : undefined))
  if (another) return <PredictionTable predictions={predictions} header={header} source={source} files={seen} />
  return (
    <>
      <SingleAnswer prediction={only} source={source} file={seen[0]} />
      <Why source={source} prediction={only} file={seen[0]} />
    </>
  )
}

interface WhyProps {
  source: AnswerSource
  prediction: Prediction
  file: File | undefined
}

/** Explains a prediction. A picture can be explained only while it is in the browser, because it is not stored. */
function Why({ source, prediction, file }: WhyProps) {
  const { input, output, explain } = source
  if (input?.kind === 'graph' || input?.kind === 'tokens' || output?.kind === 'boxes') return null
  if (input?.kind !== 'pictures') return <WhyAnswer source={source} row={prediction.data} />
  return file && explain ? <WhyPicture source={source} input={input} file={file} /> : null
}
