import {
  type Inference,
  type InferenceResult,
  type InferenceSummary,
  isOfCollection,
  type MatrixCell,
} from '@tessera/contract'
import { useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Answers } from './Answers.tsx'
import { askedInference } from './asked.ts'
import { DatasetSummary } from './DatasetSummary.tsx'
import { PredictedGraph } from './PredictedGraph.tsx'
import { PredictedRows } from './PredictedRows.tsx'
import { phrases } from './phrases.ts'
import { ResultFile } from './ResultFile.tsx'
import { useShownRows } from './use-shown-rows.ts'

interface Props {
  result: InferenceResult
  inference: Inference
  partyName: string
  /** Those that were just chosen by hand. */
  files?: File[]
}

/** What the model said: one answer large, several as a table, a whole dataset in counts, pages and a file. */
export function ResultView({ result, inference, partyName, files = [] }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { summary, resultPath } = result
  const label = inference.output?.label ?? ''
  return (
    <div className="t-stack">
      {isOfCollection(result) && <p>{t('result.rows', { count: result.rowCount })}</p>}
      {result.accuracy !== null && <p>{t('result.accuracy', { share: format.percent(result.accuracy), label })}</p>}
      {!isOfCollection(result) && <Answers result={result} asked={askedInference(inference)} files={files} />}
      {resultPath !== null && (
        <ResultFile
          path={resultPath}
          harmlessCells={result.harmlessCells ?? 0}
          inference={inference}
          partyName={partyName}
        />
      )}
      {summary && <Collection result={result} summary={summary} inference={inference} />}
    </div>
  )
}

interface CollectionProps {
  result: InferenceResult
  summary: InferenceSummary
  inference: Inference
}

/** What came of a dataset: a cell of its matrix opens the rows behind it. */
function Collection({ result, summary, inference }: CollectionProps) {
  const shown = useShownRows(summary)
  const heading = useRef<HTMLHeadingElement>(null)
  const choose = (cell: MatrixCell | null) => {
    shown.onCell(cell)
    // The rows stand further down; what was pressed to see all of them again is gone.
    heading.current?.focus()
  }
  return (
    <>
      <DatasetSummary
        summary={summary}
        inference={inference}
        rowCount={result.rowCount}
        cell={shown.cell}
        onCell={choose}
      />
      {result.type === 'graphCollection' && <PredictedGraph result={result} inference={inference} />}
      <PredictedRows result={result} inference={inference} shown={shown} heading={heading} onAll={() => choose(null)} />
    </>
  )
}
