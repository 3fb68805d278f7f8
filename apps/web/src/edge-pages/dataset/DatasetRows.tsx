import { useQuery } from '@tanstack/react-query'
import { dataKindOf, type HeldDataset } from '@tessera/contract'
import { PictureRows } from '../../kinds/pictures/PictureRows.tsx'
import type { RowsProps } from '../../kinds/rows-props.ts'
import { RowsTable } from '../../kinds/tables/RowsTable.tsx'
import { TextRows } from '../../kinds/texts/TextRows.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { analysisQuery, ownPictureUrl, profilesQuery, rowsQuery } from '../own-rows.ts'
import { ROWS_PER_PAGE, useRowView } from './use-row-view.ts'

type Props = RowsProps & { tableName: string }

/** A page of a dataset's rows. */
export function DatasetRows({ dataset }: { dataset: HeldDataset }) {
  const [view, setView] = useRowView()
  const { tableName } = dataset
  const rows = useQuery(rowsQuery(tableName, view))
  const shown: Props = { tableName, dataset, rows, view, onView: setView, sizes: ROWS_PER_PAGE }
  const { hasPictures, textColumn } = dataKindOf(dataset.contentType)
  if (hasPictures) return <Pictures {...shown} />
  return textColumn === null ? <Table {...shown} /> : <Texts {...shown} />
}

function Table({ tableName, ...props }: Props) {
  return <RowsTable {...props} profiles={useQuery(profilesQuery(tableName))} />
}

function Texts({ tableName, ...props }: Props) {
  const analysis = useQuery(analysisQuery(tableName))
  return <TextRows {...props} balances={analysis.data?.classes} />
}

function Pictures({ tableName, ...props }: Props) {
  const analysis = useQuery(analysisQuery(tableName))
  const [{ look }, setUrl] = useUrlState({ look: 'grid' })
  return (
    <PictureRows
      {...props}
      balances={analysis.data?.classes}
      addressOf={ownPictureUrl}
      look={look === 'table' ? 'table' : 'grid'}
      onLook={(chosen) => setUrl({ look: chosen }, { replace: true })}
    />
  )
}
