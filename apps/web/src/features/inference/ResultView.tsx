import type { Inference, InferenceResult } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { DatasetSummary } from './DatasetSummary.tsx'
import { PredictedRows } from './PredictedRows.tsx'
import { PredictionTable } from './PredictionTable.tsx'
import { phrases } from './phrases.ts'
import { ResultFile } from './ResultFile.tsx'
import { SingleAnswer } from './SingleAnswer.tsx'
import { WhyAnswer } from './WhyAnswer.tsx'

interface Props {
  result: InferenceResult
  inference: Inference
  partyName: string
}

/** What the model said: one answer large, several as a table, a whole dataset in counts, pages and a file. */
export function ResultView({ result, inference, partyName }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { predictions, summary, resultPath } = result
  const label = inference.output?.label ?? ''
  const [only, another] = predictions
  return (
    <div className="t-stack">
      {result.type === 'tabularCollection' && <p>{t('result.rows', { count: result.rowCount })}</p>}
      {result.accuracy !== null && <p>{t('result.accuracy', { share: format.percent(result.accuracy), label })}</p>}
      {only && !another && result.type === 'tabular' ? (
        <>
          <SingleAnswer prediction={only} inference={inference} />
          <WhyAnswer inference={inference} row={only.data} />
        </>
      ) : (
        predictions.length > 0 && <PredictionTable {...{ predictions, header: result.header, inference }} />
      )}
      {resultPath !== null && (
        <ResultFile
          path={resultPath}
          harmlessCells={result.harmlessCells ?? 0}
          inference={inference}
          partyName={partyName}
        />
      )}
      {summary && (
        <>
          <DatasetSummary summary={summary} inference={inference} rowCount={result.rowCount} />
          <PredictedRows result={result} inference={inference} />
        </>
      )}
    </div>
  )
}
