import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { pageNoOf } from '../../../lib/last-page.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { EmptyState, ErrorNote, SearchBox } from '../../../ui/index.ts'
import { MY_TASKS_PAGE_SIZE } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { TaskList } from './TaskList.tsx'
import { useMyTasks } from './use-my-tasks.ts'

const NO_FILTERS = { name: '', type: 'ALL', pageNo: '1' }
const KINDS = ['ALL', 'TRAIN', 'INFERENCE'] as const

/** The party's training and inference tasks. The filters are in the address. */
export function MyTasks({ emptyAction, hasEdge }: { emptyAction: ReactNode; hasEdge: boolean }) {
  const t = usePhrases(taskPhrases)
  const [filters, setFilters] = useUrlState(NO_FILTERS)
  const type = KINDS.find((kind) => kind === filters.type) ?? 'ALL'
  const pageNo = pageNoOf(filters.pageNo)
  const { list, isEdgeSlow, edgeError, refetchEdge } = useMyTasks({ type, name: filters.name, pageNo }, hasEdge)
  return (
    <>
      <div className="t-toolbar">
        <Segmented
          aria-label={t('mine.type')}
          value={type}
          onChange={(value) => setFilters({ type: value })}
          options={KINDS.map((value) => ({ value, label: t(`mine.type.${value}`) }))}
        />
        <SearchBox
          value={filters.name}
          label={t('mine.search')}
          onSearch={(name) => setFilters({ name }, { replace: true })}
        />
      </div>
      {edgeError && (
        <div className="t-stack">
          <p>{t('mine.edgeAway')}</p>
          <ErrorNote error={edgeError} onRetry={refetchEdge} />
        </div>
      )}
      {isEdgeSlow && <p className="t-soft">{t('mine.edgeAsked')}</p>}
      <TaskList
        query={list}
        pageNo={pageNo}
        pageSize={MY_TASKS_PAGE_SIZE}
        onPage={(page, options) => setFilters({ pageNo: String(page) }, options)}
        empty={
          edgeError ? null : filters.name || type !== 'ALL' ? (
            <EmptyState
              title={t('none.title')}
              reason={t('none.reason')}
              action={<Button onClick={() => setFilters(NO_FILTERS)}>{t('none.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('mine.empty.title')} reason={t('mine.empty.reason')} action={emptyAction} />
          )
        }
      />
    </>
  )
}
