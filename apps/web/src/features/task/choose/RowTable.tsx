import { useQuery } from '@tanstack/react-query'
import type { RowFilter } from '@tessera/contract'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { FilterButton, FilterList, useCellText } from '../../../ui/index.ts'
import { CHOOSER_PAGE_SIZE, type RowsRequest, rowsQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import type { RowChooserProps } from './RowChooser.tsx'
import { nextSort, SortHead } from './SortHead.tsx'
import { TickTable } from './TickTable.tsx'

/** Of very wide tables. */
const MOST_COLUMNS = 50

/** Rows of a table to tick, ten a page, sorted and filtered at the edge. */
export function RowTable(props: RowChooserProps) {
  const { dataset } = props
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
  const columns = ['id', ...dataset.columns.filter((column) => column !== 'id').slice(0, MOST_COLUMNS)]

  return (
    <div className="t-stack t-stack-tight">
      <FilterList filters={filters} onRemove={(gone) => filter(gone ? filters.filter((one) => one !== gone) : [])} />
      <TickTable
        {...props}
        answer={answer}
        filters={filters}
        pages={{ pageNo: page, pageSize: CHOOSER_PAGE_SIZE, onChange: setPage }}
        name={t('dataset.rows.table', { name: dataset.name })}
        tickName={(row) => t('dataset.row', { id: String(row.id) })}
        heads={columns.map((column) => (
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
        cells={(row) => columns.map((column) => <td key={column}>{cellText(row[column])}</td>)}
        className="task-rows"
        skeletonHeight={240}
      >
        {dataset.columns.length > MOST_COLUMNS && (
          <p className="t-soft">{t('dataset.rows.columns', { shown: MOST_COLUMNS, count: dataset.columns.length })}</p>
        )}
      </TickTable>
    </div>
  )
}

const isSameTest = (one: RowFilter, other: RowFilter) => one.column === other.column && one.test === other.test
