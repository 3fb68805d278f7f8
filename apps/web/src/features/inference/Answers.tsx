import type { InferenceResult, Prediction } from '@tessera/contract'
import type { Asked } from './asked.ts'
import { PredictionTable } from './PredictionTable.tsx'
import { SingleAnswer } from './SingleAnswer.tsx'
import { WhyAnswer } from './WhyAnswer.tsx'
import { WhyPicture } from './WhyPicture.tsx'

interface Props {
  result: Pick<InferenceResult, 'predictions' | 'header'>
  asked: Asked
  /** Pictures that were just chosen by hand, in the order of their answers. */
  files: File[]
}

/** What a model said of rows that were given by hand: one answer large with its reasons, several as a table. */
export function Answers({ result: { predictions, header }, asked, files }: Props) {
  const [only, another] = predictions
  if (!only) return null
  // What somebody else asked meanwhile has other names.
  const seen = predictions.map(({ data }, at) => (files[at]?.name === data.name ? files[at] : undefined))
  if (another) return <PredictionTable {...{ predictions, header, asked }} files={seen} />
  return (
    <>
      <SingleAnswer prediction={only} asked={asked} file={seen[0]} />
      <Why asked={asked} prediction={only} file={seen[0]} />
    </>
  )
}

interface WhyProps {
  asked: Asked
  prediction: Prediction
  file: File | undefined
}

/** Of a picture only while it is at hand: it is kept nowhere. */
function Why({ asked, prediction, file }: WhyProps) {
  const { input, output, explain } = asked
  if (input?.kind === 'graph' || input?.kind === 'tokens' || output?.kind === 'boxes') return null
  if (input?.kind !== 'pictures') return <WhyAnswer asked={asked} row={prediction.data} />
  return file && explain ? <WhyPicture asked={asked} input={input} file={file} /> : null
}
