import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import type { RowsRequest } from './data-api.ts'
import { taskPhrases } from './phrases.ts'

type Sort = NonNullable<RowsRequest['sort']>

/** A column's head: a click sorts upwards, the next downwards, the third not at all. */
export function SortHead({ column, sort, onSort }: { column: string; sort: Sort | null; onSort: () => void }) {
  const t = usePhrases(taskPhrases)
  const order = sort?.column === column ? sort.order : null
  const ariaSort = order === 'ascend' ? 'ascending' : order === 'descend' ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={ariaSort}>
      <button type="button" className="task-sort" title={t('dataset.rows.sort', { column })} onClick={onSort}>
        {column}
        {order === 'ascend' && <CaretUpOutlined />}
        {order === 'descend' && <CaretDownOutlined />}
      </button>
    </th>
  )
}

export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, order: 'ascend' }
  return sort.order === 'ascend' ? { column, order: 'descend' } : null
}
