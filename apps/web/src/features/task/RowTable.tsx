import { useQuery } from '@tanstack/react-query'
import type { RowFilter } from '@tessera/contract'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, FilterButton, FilterList, Pager, useCellText } from '../../ui/index.ts'
import { CHOOSER_PAGE_SIZE, type RowsRequest, rowsQuery } from './data-api.ts'
import { PageCheckbox } from './PageCheckbox.tsx'
import { taskPhrases } from './phrases.ts'
import type { RowChooserProps } from './RowChooser.tsx'
import { RowPicks } from './RowPicks.tsx'
import { idOf, withRows } from './row-choice.ts'
import { nextSort, SortHead } from './SortHead.tsx'

/** Of very wide tables. */
const MOST_COLUMNS = 50

/** Rows of a table to tick, ten a page, sorted and filtered at the edge. */
export function RowTable({ dataset, choice, onChange }: RowChooserProps) {
  const t = usePhrases(taskPhrases)
  const cellText = useCellText()
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<RowsRequest['sort']>(null)
  const [filters, setFilters] = useState<RowFilter[]>([])
  const filter = (changed: RowFilter[]) => {
    setFilters(changed)
    setPage(1)
  }
  const answer = useQuery(rowsQuery({ tableName: dataset.tableName, page, pageSize: CHOOSER_PAGE_SIZE, sort, filters }))
  const columns = dataset.columns.filter((column) => column !== 'id').slice(0, MOST_COLUMNS)
  const rows = answer.data?.rows ?? []
  const total = answer.data?.total ?? dataset.rowCount

  return (
    <div className="t-stack t-stack-tight">
      <FilterList filters={filters} onRemove={(gone) => filter(gone ? filters.filter((one) => one !== gone) : [])} />
      <RowPicks dataset={dataset} choice={choice} onChange={onChange} filters={filters} matching={total} />
      {answer.isPending && <CardSkeleton height={240} />}
      {answer.isError && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && <p className="t-soft">{t('dataset.rows.none')}</p>}
      {rows.length > 0 && (
        <div className="t-scroll-x task-rows" aria-busy={answer.isPlaceholderData}>
          <table className="t-table" aria-label={t('dataset.rows.table', { name: dataset.name })}>
            <thead>
              <tr>
                <th scope="col">
                  <PageCheckbox rows={rows} choice={choice} onChange={onChange} />
                </th>
                {['id', ...columns].map((column) => (
                  <SortHead
                    key={column}
                    column={column}
                    sort={sort}
                    onSort={() => {
                      setSort(nextSort(sort, column))
                      setPage(1)
                    }}
                    filter={
                      <FilterButton
                        column={column}
                        type={dataset.columnTypes[column]}
                        filters={filters}
                        onApply={(added) => filter([...filters.filter((one) => !isSameTest(one, added)), added])}
                      />
                    }
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row.id)}>
                  <td>
                    <Checkbox
                      aria-label={t('dataset.row', { id: String(row.id) })}
                      checked={choice.ids.has(idOf(row))}
                      onChange={(event) => onChange(withRows(choice, [idOf(row)], event.target.checked))}
                    />
                  </td>
                  {['id', ...columns].map((column) => (
                    <td key={column}>{cellText(row[column])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dataset.columns.length > MOST_COLUMNS && (
        <p className="t-soft">{t('dataset.rows.columns', { shown: MOST_COLUMNS, count: dataset.columns.length })}</p>
      )}
      <Pager pageNo={page} pageSize={CHOOSER_PAGE_SIZE} total={total} onChange={setPage} />
    </div>
  )
}

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test
