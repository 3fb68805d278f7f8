import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { PictureRows } from '../../kinds/pictures/PictureRows.tsx'
import type { RowsProps } from '../../kinds/rows-props.ts'
import { RowsTable } from '../../kinds/tables/RowsTable.tsx'
import { TextRows } from '../../kinds/texts/TextRows.tsx'
import { edgePictureUrl } from '../../lib/api.ts'
import { analysisQuery, profilesQuery, rowsQuery } from '../../lib/dataset-queries.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { ROWS_PER_PAGE, useRowView } from './use-row-view.ts'

/** A dataset's rows, a page at a time, straight from the party's own edge. */
export function DatasetRows({ dataset }: { dataset: Dataset }) {
  const [view, setView] = useRowView()
  const rows = useQuery(rowsQuery(dataset.tableName, view))
  const shown: RowsProps = { dataset, rows, view, onView: setView, sizes: ROWS_PER_PAGE }
  switch (dataset.contentType) {
    case 'vision':
    case 'yolo':
      return <Pictures {...shown} />
    case 'nlp':
      return <Texts {...shown} />
    case 'tabular':
    case 'graph':
      return <Table {...shown} />
  }
}

function Table(props: RowsProps) {
  return <RowsTable {...props} profiles={useQuery(profilesQuery(props.dataset.tableName))} />
}

function Texts(props: RowsProps) {
  const analysis = useQuery(analysisQuery(props.dataset.tableName))
  return <TextRows {...props} balances={analysis.data?.classes} />
}

function Pictures(props: RowsProps) {
  const analysis = useQuery(analysisQuery(props.dataset.tableName))
  const [{ look }, setUrl] = useUrlState({ look: 'grid' })
  return (
    <PictureRows
      {...props}
      balances={analysis.data?.classes}
      addressOf={edgePictureUrl}
      look={look === 'table' ? 'table' : 'grid'}
      onLook={(chosen) => setUrl({ look: chosen }, { replace: true })}
    />
  )
}
