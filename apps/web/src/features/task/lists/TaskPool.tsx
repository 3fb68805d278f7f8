import { useQuery } from '@tanstack/react-query'
import { ContentType, ResearchType, TaskSort, TaskStatus } from '@tessera/contract'
import { Button } from 'antd'
import { KindSelect } from '../../../kinds/KindSelect.tsx'
import { usePhrases } from '../../../lib/i18n.ts'
import { pageNoOf } from '../../../lib/last-page.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { EmptyState, FilterSelect, PartySelect, SearchBox, SortSelect } from '../../../ui/index.ts'
import { POOL_PAGE_SIZE, poolTasksQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import '../task.css'
import { TaskList } from './TaskList.tsx'

const NO_FILTERS = { name: '', type: '', status: '', kind: '', party: '', sort: '', pageNo: '1' }
/** States by which the pool can be filtered. Failed tasks are not public. */
const STATES = ['recruiting', 'training', 'completed'] as const

/** All tasks that are open to other parties. The filters are in the address. */
export function TaskPool() {
  const t = usePhrases(taskPhrases)
  const [filters, setFilters] = useUrlState(NO_FILTERS)
  const researchType = ResearchType.safeParse(filters.type).data
  const status = TaskStatus.safeParse(filters.status).data
  const pageNo = pageNoOf(filters.pageNo)
  const tasks = useQuery(
    poolTasksQuery({
      pageNo,
      ...(filters.name && { name: filters.name }),
      ...(researchType && { researchType }),
      ...(status && { status }),
      ...(filters.party && { partyId: filters.party }),
      contentType: ContentType.safeParse(filters.kind).data,
      sort: TaskSort.safeParse(filters.sort).data,
    }),
  )
  const isFiltered = [filters.name, filters.type, filters.status, filters.kind, filters.party].some(Boolean)
  return (
    <>
      <div className="t-toolbar">
        <SearchBox
          value={filters.name}
          label={t('pool.search')}
          onSearch={(name) => setFilters({ name }, { replace: true })}
        />
        <FilterSelect
          label={t('pool.type')}
          value={filters.type}
          onChange={(type) => setFilters({ type })}
          options={[
            { value: '', label: t('pool.type.all') },
            ...ResearchType.options.map((value) => ({ value, label: t(`research.${value}`) })),
          ]}
        />
        <FilterSelect
          label={t('pool.status')}
          value={filters.status}
          onChange={(value) => setFilters({ status: value })}
          options={[
            { value: '', label: t('pool.status.all') },
            ...STATES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <KindSelect value={filters.kind} onChange={(kind) => setFilters({ kind })} />
        <PartySelect value={filters.party} onChange={(party) => setFilters({ party })} />
        <SortSelect
          value={filters.sort}
          sorts={TaskSort.options}
          textOf={(sort) => t(`pool.sort.${sort}`)}
          onChange={(sort) => setFilters({ sort })}
        />
      </div>
      <TaskList
        query={tasks}
        pageNo={pageNo}
        pageSize={POOL_PAGE_SIZE}
        onPage={(page, options) => setFilters({ pageNo: String(page) }, options)}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('none.title')}
              reason={t('none.reason')}
              action={<Button onClick={() => setFilters(NO_FILTERS)}>{t('none.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('pool.empty.title')} reason={t('pool.empty.reason')} />
          )
        }
      />
    </>
  )
}
