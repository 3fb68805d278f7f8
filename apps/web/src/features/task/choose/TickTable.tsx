import type { UseQueryResult } from '@tanstack/react-query'
import type { Output, RowFilter, TableRow } from '@tessera/contract'
import type { ListRows } from '@tessera/contract/wire'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Pager } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { PageCheckbox } from './PageCheckbox.tsx'
import type { RowChooserProps } from './RowChooser.tsx'
import { RowPicks } from './RowPicks.tsx'
import { idOf, withRows } from './row-choice.ts'

interface Props extends RowChooserProps {
  /** A page of rows, as the edge answers it. */
  answer: UseQueryResult<Output<typeof ListRows>>
  filters: RowFilter[]
  pages: { pageNo: number; pageSize: number; onChange: (page: number) => void }
  name: string
  /** What ticks a row is called. */
  tickName: (row: TableRow) => string
  heads: ReactNode
  cells: (row: TableRow) => ReactNode
  className?: string
  /** Of what stands there until the first page comes. */
  skeletonHeight: number
  /** Between the rows and their pages. */
  children?: ReactNode
}

/** Rows to tick, a page at a time; what is ticked stays so on every page. */
export function TickTable(props: Props) {
  const { dataset, choice, onChange, answer, filters, pages, heads, cells } = props
  const t = usePhrases(taskPhrases)
  const rows = answer.data?.rows ?? []
  const total = answer.data?.total ?? dataset.rowCount
  return (
    <>
      <RowPicks dataset={dataset} choice={choice} onChange={onChange} filters={filters} matching={total} />
      {answer.isPending && <CardSkeleton height={props.skeletonHeight} />}
      {answer.isError && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && <p className="t-soft">{t('dataset.rows.none')}</p>}
      {rows.length > 0 && (
        <div className={`t-scroll-x ${props.className ?? ''}`} aria-busy={answer.isPlaceholderData}>
          <table className="t-table" aria-label={props.name}>
            <thead>
              <tr>
                <th scope="col">
                  <PageCheckbox rows={rows} choice={choice} onChange={onChange} />
                </th>
                {heads}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row.id)}>
                  <td>
                    <Checkbox
                      aria-label={props.tickName(row)}
                      checked={choice.ids.has(idOf(row))}
                      onChange={(event) => onChange(withRows(choice, [idOf(row)], event.target.checked))}
                    />
                  </td>
                  {cells(row)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {props.children}
      <Pager {...pages} total={total} />
    </>
  )
}
