import { useQuery } from '@tanstack/react-query'
import { AlgorithmCard } from '../../features/algorithm/AlgorithmCard.tsx'
import { ALGORITHMS_PER_PAGE, algorithmsQuery } from '../../features/algorithm/api.ts'
import { phrases } from '../../features/algorithm/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useListState } from '../../lib/url-state.ts'
import { CardPages, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function AlgorithmsPage() {
  const t = usePhrases(phrases)
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(algorithmsQuery({ page: pageNo, name }))

  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="t-toolbar">
        <SearchBox value={name} label={t('search')} onSearch={onSearch} />
      </div>
      <CardPages
        query={query}
        card={(algorithm) => <AlgorithmCard key={algorithm.id} algorithm={algorithm} />}
        perRow={4}
        pageNo={pageNo}
        pageSize={ALGORITHMS_PER_PAGE}
        onPage={onPage}
        empty={<EmptyState title={t('empty.title')} reason={t('empty.reason')} />}
        search={{ name, onClear }}
      />
    </>
  )
}
