import { useQuery } from '@tanstack/react-query'
import type { RowFilter, TableRow } from '@tessera/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { edgePictureUrl } from '../../../lib/api.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useCellText } from '../../../ui/index.ts'
import { picturesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { ClassFilter } from './ClassFilter.tsx'
import type { RowChooserProps } from './RowChooser.tsx'
import { TickTable } from './TickTable.tsx'

const PICTURES_PER_PAGE = 3
const THUMBNAIL_PX = 100

/** Pictures to tick, filtered by class at the edge. */
export function PictureTable(props: RowChooserProps) {
  const { dataset } = props
  const t = usePhrases(taskPhrases)
  const cellText = useCellText()
  const [page, setPage] = useState(1)
  const [filters, setFilters] = useState<RowFilter[]>([])
  const answer = useQuery(
    picturesQuery({ tableName: dataset.tableName, page, pageSize: PICTURES_PER_PAGE, sort: null, filters }),
  )
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
      <TickTable
        {...props}
        answer={answer}
        filters={filters}
        pages={{ pageNo: page, pageSize: PICTURES_PER_PAGE, onChange: setPage }}
        name={t('dataset.pictures.table', { name: dataset.name })}
        tickName={(row) => t('dataset.picture', { name: String(row.name) })}
        heads={
          <>
            <th scope="col">{t('dataset.pictures.picture')}</th>
            <th scope="col">{t('dataset.pictures.name')}</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </>
        }
        cells={(row) => (
          <>
            <td>
              <Thumbnail row={row} />
            </td>
            <td>{String(row.name)}</td>
            {labels.map((label) => (
              <td key={label}>{cellText(row[label])}</td>
            ))}
          </>
        )}
        skeletonHeight={360}
      />
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
