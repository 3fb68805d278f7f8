import {
  type Inference,
  type InferenceResult,
  type InferenceSummary,
  isOfCollection,
  type MatrixCell,
  resultContentType,
} from '@tessera/contract'
import { useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { Answers } from './Answers.tsx'
import type { Answerer, DatasetAnswers } from './answerer.ts'
import { type Asked, askedInference } from './asked.ts'
import { DatasetSummary } from './DatasetSummary.tsx'
import { PredictedGraph } from './PredictedGraph.tsx'
import { PredictedRows } from './PredictedRows.tsx'
import { phrases } from './phrases.ts'
import { ResultFile } from './ResultFile.tsx'
import { useShownRows } from './use-shown-rows.ts'

interface Props {
  answerer: Answerer
  result: InferenceResult
  inference: Inference
  /** Those that were just chosen by hand. */
  files?: File[]
}

/** What the model said: one answer large, several as a table, a whole dataset in counts, pages and a file. */
export function ResultView({ answerer, result, inference, files = [] }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const rows = useRowsWords(resultContentType(result))
  const { summary, resultPath } = result
  const label = inference.output?.label ?? ''
  // Every row that has a label is in the matrix.
  const labelled = summary?.confusion?.flat().reduce((sum, count) => sum + count, 0)
  const { datasets } = answerer
  const asked = askedInference(answerer, inference)
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
      {!isOfCollection(result) && <Answers result={result} asked={asked} files={files} />}
      {datasets && resultPath !== null && (
        <ResultFile
          datasets={datasets}
          path={resultPath}
          harmlessCells={result.harmlessCells ?? 0}
          inference={inference}
        />
      )}
      {datasets && summary && <Collection {...{ datasets, asked, result, summary, inference }} />}
    </div>
  )
}

interface CollectionProps {
  datasets: DatasetAnswers
  asked: Asked
  result: InferenceResult
  summary: InferenceSummary
  inference: Inference
}

/** What came of a dataset: a cell of its matrix opens the rows behind it. */
function Collection({ datasets, asked, result, summary, inference }: CollectionProps) {
  const shown = useShownRows(summary)
  const heading = useRef<HTMLHeadingElement>(null)
  const choose = (cell: MatrixCell | null) => {
    shown.onCell(cell)
    // The rows stand further down; what was pressed to see all of them again is gone.
    heading.current?.focus()
  }
  return (
    <>
      <DatasetSummary summary={summary} inference={inference} result={result} cell={shown.cell} onCell={choose} />
      {result.type === 'graphCollection' && <PredictedGraph {...{ datasets, result, inference }} />}
      <PredictedRows {...{ datasets, asked, result, inference, shown, heading }} onAll={() => choose(null)} />
    </>
  )
}
