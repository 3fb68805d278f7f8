import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import type { RowsRequest } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'

type Sort = RowsRequest['sort']

interface Props {
  column: string
  sort: Sort
  onSort: () => void
  /** The way to conditions on the column. */
  filter: ReactNode
}

/** A column's head: a click sorts upwards, the next downwards, the third not at all. */
export function SortHead({ column, sort, onSort, filter }: Props) {
  const t = usePhrases(taskPhrases)
  const order = sort?.column === column ? sort.order : null
  return (
    <th scope="col" aria-sort={order ? `${order}ing` : undefined}>
      <span className="task-head">
        <button type="button" className="task-sort" aria-label={t('dataset.rows.sort', { column })} onClick={onSort}>
          {column}
          {order === 'ascend' && <CaretUpOutlined aria-hidden="true" />}
          {order === 'descend' && <CaretDownOutlined aria-hidden="true" />}
        </button>
        {filter}
      </span>
    </th>
  )
}

export function nextSort(sort: Sort, column: string): Sort {
  if (sort?.column !== column) return { column, order: 'ascend' }
  return sort.order === 'ascend' ? { column, order: 'descend' } : null
}
