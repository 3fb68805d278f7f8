import { useQuery } from '@tanstack/react-query'
import type { RowFilter, TableRow } from '@tessera/contract'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { edgePictureUrl } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Pager, useCellText } from '../../ui/index.ts'
import { ClassFilter } from './ClassFilter.tsx'
import { picturesQuery } from './data-api.ts'
import { PageCheckbox } from './PageCheckbox.tsx'
import { taskPhrases } from './phrases.ts'
import type { RowChooserProps } from './RowChooser.tsx'
import { RowPicks } from './RowPicks.tsx'
import { idOf, withRows } from './row-choice.ts'

const PICTURES_PER_PAGE = 3
const THUMBNAIL_PX = 100

/** Pictures to tick, filtered by class at the edge. */
export function PictureTable({ dataset, choice, onChange }: RowChooserProps) {
  const t = usePhrases(taskPhrases)
  const cellText = useCellText()
  const [page, setPage] = useState(1)
  const [filters, setFilters] = useState<RowFilter[]>([])
  const answer = useQuery(
    picturesQuery({ tableName: dataset.tableName, page, pageSize: PICTURES_PER_PAGE, sort: null, filters }),
  )
  const rows = answer.data?.rows ?? []
  const total = answer.data?.total ?? dataset.rowCount
  const labels = answer.data?.labelColumns ?? dataset.labelColumns

  return (
    <div className="t-stack t-stack-tight">
      <ClassFilter
        dataset={dataset}
        onChange={(filter) => {
          setFilters(filter ? [filter] : [])
          setPage(1)
        }}
      />
      <RowPicks dataset={dataset} choice={choice} onChange={onChange} filters={filters} matching={total} />
      {answer.isPending && <CardSkeleton height={360} />}
      {answer.isError && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && rows.length === 0 && <p className="t-soft">{t('dataset.rows.none')}</p>}
      {rows.length > 0 && (
        <div className="t-scroll-x" aria-busy={answer.isPlaceholderData}>
          <table className="t-table" aria-label={t('dataset.pictures.table', { name: dataset.name })}>
            <thead>
              <tr>
                <th scope="col">
                  <PageCheckbox rows={rows} choice={choice} onChange={onChange} />
                </th>
                <th scope="col">{t('dataset.pictures.picture')}</th>
                <th scope="col">{t('dataset.pictures.name')}</th>
                {labels.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row.id)}>
                  <td>
                    <Checkbox
                      aria-label={t('dataset.picture', { name: String(row.name) })}
                      checked={choice.ids.has(idOf(row))}
                      onChange={(event) => onChange(withRows(choice, [idOf(row)], event.target.checked))}
                    />
                  </td>
                  <td>
                    <Thumbnail row={row} />
                  </td>
                  <td>{String(row.name)}</td>
                  {labels.map((label) => (
                    <td key={label}>{cellText(row[label])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager pageNo={page} pageSize={PICTURES_PER_PAGE} total={total} onChange={setPage} />
    </div>
  )
}

/** The small picture; a click shows it in full. */
function Thumbnail({ row }: { row: TableRow }) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  const name = String(row.name)
  const address = (path: TableRow[string] | undefined) => edgePictureUrl(String(path), String(row.token))
  return (
    <>
      <button
        type="button"
        className="task-thumbnail"
        aria-label={t('dataset.pictures.open', { name })}
        onClick={() => setOpen(true)}
      >
        <img src={address(row.path_small)} alt="" width={THUMBNAIL_PX} height={THUMBNAIL_PX} />
      </button>
      <Modal open={isOpen} title={name} footer={null} width={880} onCancel={() => setOpen(false)} destroyOnHidden>
        <img className="task-picture" src={address(row.path)} alt={name} />
      </Modal>
    </>
  )
}
