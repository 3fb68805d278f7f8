import { useQuery } from '@tanstack/react-query'
import { type Dataset, MINIMUM_ROWS, type TableRow } from '@tessera/contract'
import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Pager } from '../../ui/index.ts'
import { rowsQuery } from './api.ts'
import { taskPhrases } from './phrases.ts'

type RowId = string | number
export interface RowChoice {
  mode: 'all' | 'some'
  ids: ReadonlySet<RowId>
}
export const ALL_ROWS: RowChoice = { mode: 'all', ids: new Set() }

/** Nothing picked and everything picked both mean the whole dataset, and both are asked about. */
export function isWholeDataset(choice: RowChoice, rowCount: number): boolean {
  return choice.mode === 'all' || choice.ids.size === 0 || choice.ids.size >= rowCount
}

interface Props {
  dataset: Dataset
  choice: RowChoice
  onChange: (choice: RowChoice) => void
}

/** All rows, or those that are ticked in the table the edge shows. */
export function RowChooser({ dataset, choice, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  return (
    <div className="t-stack">
      <Radio.Group
        aria-label={t('dataset.rows')}
        value={choice.mode}
        onChange={(event) => onChange({ ...choice, mode: event.target.value })}
        options={[
          { value: 'all', label: t('dataset.rows.all', { count: dataset.rowCount }) },
          { value: 'some', label: t('dataset.rows.some') },
        ]}
      />
      {choice.mode === 'some' && <RowTable dataset={dataset} choice={choice} onChange={onChange} />}
    </div>
  )
}

const PAGE_SIZES = [10, 20, 30, 40]

function RowTable({ dataset, choice, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const [page, setPage] = useState({ no: 1, size: PAGE_SIZES[0] as number })
  const answer = useQuery(rowsQuery(dataset.tableName, page.no, page.size))
  if (answer.isPending) return <CardSkeleton height={240} />
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />
  const rows = answer.data.rows
  const ids = rows.map(idOf)
  const picked = ids.filter((id) => choice.ids.has(id)).length
  const mark = (changed: RowId[], isChosen: boolean) => {
    const next = new Set(choice.ids)
    for (const id of changed) isChosen ? next.add(id) : next.delete(id)
    onChange({ mode: 'some', ids: next })
  }
  const columns = ['id', ...Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')]

  return (
    <div>
      <div className="t-row">
        <span role="status" className="t-num">
          {t('dataset.rows.selected', {
            selected: formatNumber(choice.ids.size),
            total: formatNumber(answer.data.total),
          })}
        </span>
        <Button
          size="small"
          type="text"
          disabled={choice.ids.size === 0}
          onClick={() => onChange({ ...ALL_ROWS, mode: 'some' })}
        >
          {t('dataset.rows.clear')}
        </Button>
        <span className="t-soft">{t('dataset.rows.least', { minimum: MINIMUM_ROWS })}</span>
      </div>
      <div className="t-scroll-x task-rows">
        <table className="t-table" aria-label={t('dataset.rows.table', { name: dataset.name })}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label={t('dataset.rows.page')}
                  checked={ids.length > 0 && picked === ids.length}
                  indeterminate={picked > 0 && picked < ids.length}
                  onChange={(event) => mark(ids, event.target.checked)}
                />
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
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
                    onChange={(event) => mark([idOf(row)], event.target.checked)}
                  />
                </td>
                {columns.map((column) => (
                  <td key={column}>{row[column] === null ? '–' : String(row[column])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        pageNo={page.no}
        pageSize={page.size}
        total={answer.data.total}
        sizes={PAGE_SIZES}
        onChange={(no, size) => setPage({ no, size })}
      />
    </div>
  )
}

const idOf = (row: TableRow): RowId => (typeof row.id === 'number' ? row.id : String(row.id))
