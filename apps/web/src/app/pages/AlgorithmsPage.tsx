import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { AlgorithmCard } from '../../features/algorithm/AlgorithmCard.tsx'
import { ALGORITHMS_PER_PAGE, algorithmsQuery } from '../../features/algorithm/api.ts'
import { phrases } from '../../features/algorithm/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CardGrid, CardSkeleton, EmptyState, ErrorNote, PageHeader, Pager, SearchBox } from '../../ui/index.ts'

export function AlgorithmsPage() {
  const t = usePhrases(phrases)
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  const page = Math.max(1, Number(pageNo) || 1)
  const { data, error, isPending, refetch } = useQuery(algorithmsQuery({ page, name }))

  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="t-toolbar">
        <SearchBox value={name} label={t('search')} onSearch={(text) => setUrl({ name: text }, { replace: true })} />
      </div>
      <ErrorNote error={error} onRetry={refetch} />
      {data?.records.length === 0 ? (
        <EmptyState
          title={t(name ? 'search.none.title' : 'empty.title')}
          reason={name ? t('search.none.reason', { name }) : t('empty.reason')}
          action={name && <Button onClick={() => setUrl({ name: '' })}>{t('search.clear')}</Button>}
        />
      ) : (
        <CardGrid perRow={4}>
          {isPending && <CardSkeleton count={ALGORITHMS_PER_PAGE} />}
          {data?.records.map((algorithm) => (
            <AlgorithmCard key={algorithm.id} algorithm={algorithm} />
          ))}
        </CardGrid>
      )}
      {data && (
        <Pager
          pageNo={page}
          pageSize={ALGORITHMS_PER_PAGE}
          total={data.total}
          onChange={(next) => setUrl({ pageNo: String(next) })}
        />
      )}
    </>
  )
}
