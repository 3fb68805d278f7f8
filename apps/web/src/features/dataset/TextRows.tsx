import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { rowsQuery } from './api.ts'
import { LabelFilter } from './LabelFilter.tsx'
import { RowPages } from './RowPages.tsx'
import { TextList } from './TextList.tsx'
import { useRowView } from './use-row-view.ts'

/** A dataset's texts, a page at a time, straight from the party's own edge. */
export function TextRows({ dataset }: { dataset: Dataset }) {
  const state = useRowView()
  const rows = useQuery(rowsQuery(dataset.tableName, state.view))
  const hasTags = dataset.columns.includes('tags')
  return (
    <>
      {!hasTags && (
        <div className="t-toolbar">
          <LabelFilter dataset={dataset} state={state} />
        </div>
      )}
      <RowPages state={state} rows={rows}>
        <TextList rows={rows.data?.rows ?? []} labelColumns={dataset.labelColumns} />
      </RowPages>
    </>
  )
}
