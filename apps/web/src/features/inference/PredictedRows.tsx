import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Inference, InferenceResult } from '@tessera/contract'
import { Skeleton } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { pageNoOf, useLastPage } from '../../lib/last-page.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { ErrorNote, Pager } from '../../ui/index.ts'
import { predictedRowsQuery } from './api.ts'
import { PredictionTable } from './PredictionTable.tsx'
import { phrases } from './phrases.ts'

const PAGE = 10

/** The rows of a dataset with what the model said of each, from the edge, a page at a time; the wrong ones first. */
export function PredictedRows({ result, inference }: { result: InferenceResult; inference: Inference }) {
  const t = usePhrases(phrases)
  const [{ pageNo }, setUrl] = useUrlState({ pageNo: '1' })
  const page = pageNoOf(pageNo)
  const query = { inferenceId: inference.id, pageNo: page, pageSize: PAGE, of: result.resultPath ?? '' }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...predictedRowsQuery(query),
    placeholderData: keepPreviousData,
  })
  useLastPage({ pageNo: page, pageSize: PAGE, total: data?.total }, (last, options) =>
    setUrl({ pageNo: String(last) }, options),
  )
  const { summary, header } = result
  const order = summary?.confusion ? 'classes' : summary?.residuals ? 'numbers' : 'plain'
  return (
    <section aria-label={t('rows.title')} className="t-stack t-stack-tight">
      <h3>{t('rows.title')}</h3>
      <p className="t-soft">{t(`rows.order.${order}`)}</p>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton active paragraph={{ rows: PAGE }} />}
      {data && !error && (
        <>
          <PredictionTable
            predictions={data.records}
            header={['id', ...header]}
            inference={inference}
            isOnePage
            isLoading={isPlaceholderData}
          />
          <Pager
            pageNo={page}
            pageSize={PAGE}
            total={data.total}
            onChange={(next) => setUrl({ pageNo: String(next) })}
          />
        </>
      )}
    </section>
  )
}
