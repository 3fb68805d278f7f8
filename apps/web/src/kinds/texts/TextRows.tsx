import { LabelFilter } from '../LabelFilter.tsx'
import { RowPages } from '../RowPages.tsx'
import type { Balances, RowsProps } from '../rows-props.ts'
import { TextList } from './TextList.tsx'

interface Props extends Omit<RowsProps, 'ticks'> {
  balances: Balances | undefined
}

/** A page of texts. */
export function TextRows({ dataset, rows, view, onView, sizes, balances }: Props) {
  const hasTags = dataset.columns.includes('tags')
  return (
    <>
      {!hasTags && (
        <div className="t-toolbar">
          <LabelFilter dataset={dataset} balances={balances} view={view} onView={onView} />
        </div>
      )}
      <RowPages rows={rows} view={view} onView={onView} {...(sizes && { sizes })}>
        <TextList rows={rows.data?.rows ?? []} labelColumns={dataset.labelColumns} />
      </RowPages>
    </>
  )
}
