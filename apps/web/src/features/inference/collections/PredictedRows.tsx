import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type Inference,
  type InferenceResult,
  type InferenceSummary,
  type MatrixCell,
  resultContentType,
} from '@tessera/contract'
import { Button, Skeleton } from 'antd'
import type { Ref } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { type RowsWords, useRowsWords } from '../../../lib/rows-words.ts'
import { ErrorNote, Pager } from '../../../ui/index.ts'
import type { AnswerSource } from '../answer-source.ts'
import type { DatasetAnswers } from '../answerer.ts'
import { predictedRowsQuery } from '../api.ts'
import { phrases } from '../phrases.ts'
import { PredictionTable } from './PredictionTable.tsx'
import type { useShownRows } from './use-shown-rows.ts'

const PAGE = 10

interface Props {
  datasets: DatasetAnswers
  source: AnswerSource
  result: InferenceResult
  inference: Inference
  shown: Pick<ReturnType<typeof useShownRows>, 'pageNo' | 'cell' | 'onPage'>
  heading: Ref<HTMLHeadingElement>
  /** Clears the selected cell of the confusion matrix. */
  onAll: () => void
}

/** The rows of a dataset with their predictions, wrong ones first, loaded from the edge page by page. */
export function PredictedRows({ datasets, source, result, inference, shown, heading, onAll }: Props) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(resultContentType(result))
  const { pageNo, cell, onPage } = shown
  const query = { inferenceId: inference.id, pageNo, pageSize: PAGE, of: result.resultPath ?? '', ...cell }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...predictedRowsQuery(datasets, query),
    placeholderData: keepPreviousData,
  })
  useLastPage({ pageNo, pageSize: PAGE, total: isPlaceholderData ? undefined : data?.total }, onPage)
  const { summary, header } = result
  return (
    <section aria-label={t('rows.title', { rows: rows.many })} className="t-stack t-stack-tight">
      <h3 ref={heading} tabIndex={-1}>
        {t('rows.title', { rows: rows.many })}
      </h3>
      <ShownCell rows={rows} cell={cell} inference={inference} summary={summary} onAll={onAll} />
      <p className="t-soft">{t(`rows.order.${orderOf(summary, cell)}`)}</p>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton active paragraph={{ rows: PAGE }} />}
      {data && !error && (
        <>
          <PredictionTable
            predictions={data.records}
            header={['id', ...header]}
            source={source}
            isOnePage
            isLoading={isPlaceholderData}
          />
          <Pager pageNo={pageNo} pageSize={PAGE} total={data.total} onChange={(next) => onPage(next)} />
        </>
      )}
    </section>
  )
}

/** Correct predictions in a cell are in the same order as in the data. */
function orderOf(summary: InferenceSummary | undefined, cell: MatrixCell | null) {
  if (cell) return cell.truth === cell.predicted ? 'data' : 'sure'
  if (summary?.labels) return 'labels'
  if (summary?.boxes) return 'boxes'
  if (summary?.entities) return 'entities'
  return summary?.confusion ? 'classes' : summary?.residuals ? 'numbers' : 'plain'
}

interface ShownCellProps {
  rows: RowsWords
  cell: MatrixCell | null
  inference: Inference
  summary: InferenceSummary | undefined
  onAll: () => void
}

/** Names the cell whose rows are shown, announces a change to screen readers, and links back to all rows. */
function ShownCell({ rows, cell, inference: { output }, summary, onAll }: ShownCellProps) {
  const t = usePhrases(phrases)
  const classes = output?.kind === 'classes' ? output.classes : []
  const count = cell && (summary?.confusion?.[cell.truth]?.[cell.predicted] ?? 0)
  return (
    <div className="t-row">
      <p role="status">
        {cell &&
          t('rows.cell', {
            rows: rows.count(count ?? 0),
            truth: classes[cell.truth] ?? t('summary.confusion.other'),
            predicted: classes[cell.predicted] ?? '',
          })}
      </p>
      {cell && (
        <Button size="small" onClick={onAll}>
          {t('rows.cell.all', { rows: rows.many })}
        </Button>
      )}
    </div>
  )
}
