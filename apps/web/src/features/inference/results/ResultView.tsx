import {
  type Inference,
  type InferenceResult,
  type InferenceSummary,
  isOfCollection,
  type MatrixCell,
  resultContentType,
} from '@tessera/contract'
import { useRef } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { type AnswerSource, inferenceSource } from '../answer-source.ts'
import type { Answerer, DatasetAnswers } from '../answerer.ts'
import { DatasetSummary } from '../collections/DatasetSummary.tsx'
import { PredictedGraph } from '../collections/PredictedGraph.tsx'
import { PredictedRows } from '../collections/PredictedRows.tsx'
import { ResultFile } from '../collections/ResultFile.tsx'
import { useShownRows } from '../collections/use-shown-rows.ts'
import { phrases } from '../phrases.ts'
import { Answers } from './Answers.tsx'

interface Props {
  answerer: Answerer
  result: InferenceResult
  inference: Inference
  /** Pictures that the user has just chosen. */
  files?: File[]
}

/**
 * The result of predictions: a single one in full, several as a table, or a whole dataset as counts, pages and a file.
 */
export function ResultView({ answerer, result, inference, files = [] }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const rows = useRowsWords(resultContentType(result))
  const { summary, resultPath } = result
  const label = inference.output?.label ?? ''
  // The sum over the confusion matrix is the number of rows with a true label.
  const labelled = summary?.confusion?.flat().reduce((sum, count) => sum + count, 0)
  const { datasets } = answerer
  const source = inferenceSource(answerer, inference)
  return (
    <div className="t-stack">
      {isOfCollection(result) && <p>{t('result.rows', { rows: rows.count(result.rowCount) })}</p>}
      {result.accuracy !== null && (
        <p>
          {t(labelled === undefined ? 'result.accuracy' : 'result.accuracy.of', {
            share: format.percent(result.accuracy),
            rows: labelled === undefined ? rows.many : rows.count(labelled),
            label,
          })}
        </p>
      )}
      {!isOfCollection(result) && <Answers result={result} source={source} files={files} />}
      {datasets && resultPath !== null && (
        <ResultFile
          datasets={datasets}
          path={resultPath}
          harmlessCells={result.harmlessCells ?? 0}
          inference={inference}
        />
      )}
      {datasets && summary && (
        <Collection datasets={datasets} source={source} result={result} summary={summary} inference={inference} />
      )}
    </div>
  )
}

interface CollectionProps {
  datasets: DatasetAnswers
  source: AnswerSource
  result: InferenceResult
  summary: InferenceSummary
  inference: Inference
}

/** The result for a dataset. A click on a cell of the confusion matrix shows the rows that the cell counts. */
function Collection({ datasets, source, result, summary, inference }: CollectionProps) {
  const shown = useShownRows(summary)
  const heading = useRef<HTMLHeadingElement>(null)
  const choose = (cell: MatrixCell | null) => {
    shown.onCell(cell)
    // Moves the focus to the heading, because the control that cleared the cell no longer exists.
    heading.current?.focus()
  }
  return (
    <>
      <DatasetSummary summary={summary} inference={inference} result={result} cell={shown.cell} onCell={choose} />
      {result.type === 'graphCollection' && (
        <PredictedGraph datasets={datasets} result={result} inference={inference} />
      )}
      <PredictedRows
        datasets={datasets}
        source={source}
        result={result}
        inference={inference}
        shown={shown}
        heading={heading}
        onAll={() => choose(null)}
      />
    </>
  )
}
