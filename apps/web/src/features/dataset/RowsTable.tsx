import { useQuery } from '@tanstack/react-query'
import type { Dataset, TableRow } from '@tessera/contract'
import { Table } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { isNumeric } from '../../lib/is-numeric.ts'
import { ErrorNote, FilterButton, FilterList, Pager, useCellText } from '../../ui/index.ts'
import { profilesQuery, ROWS_PER_PAGE, rowsQuery } from './api.ts'
import { ColumnDrawer } from './ColumnDrawer.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { ColumnPager, useColumnPage } from './ColumnPager.tsx'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'
import { useRowPages, useRowView } from './use-row-view.ts'

const COLUMN_WIDTH = 148
/** A case is looked up by its id; edges name nodes by theirs. */
const ID = { key: ' id', dataIndex: ['id'], width: 96 }
/** A text may be as long as a letter, and the rows below it should not be screens away. */
const LONG_TEXT = 160

/** The rows themselves, a page at a time, straight from the party's own edge. */
export function RowsTable({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const state = useRowView()
  const { view } = state
  const columnPage = useColumnPage(dataset.columns)
  const rows = useQuery(rowsQuery(dataset.tableName, view))
  const profiles = useQuery(profilesQuery(dataset.tableName))
  const [opened, setOpened] = useState<string | null>(null)
  const profileOf = (name: string) => profiles.data?.find((profile) => profile.name === name)
  const isPast = useRowPages(state, rows.isPlaceholderData ? undefined : rows.data?.total)

  const columns = columnPage.shown.map((name) => {
    const order = view.sort?.column === name ? view.sort.order : null
    return {
      key: name,
      dataIndex: [name],
      width: COLUMN_WIDTH,
      className: styles.number ?? '',
      align: isNumeric(dataset.columnTypes[name]) ? ('right' as const) : ('left' as const),
      onHeaderCell: () => ({
        style: { textAlign: 'start' as const, verticalAlign: 'bottom' },
        'aria-sort': order ? (`${order}ing` as const) : ('none' as const),
      }),
      title: (
        <ColumnHead
          name={name}
          type={dataset.columnTypes[name]}
          profile={profileOf(name)}
          rowCount={dataset.rowCount}
          order={order}
          onSort={() => state.onSort(name)}
          onOpen={() => setOpened(name)}
          filter={
            <FilterButton
              column={name}
              type={dataset.columnTypes[name]}
              filters={view.filters}
              onApply={state.onFilter}
            />
          }
        />
      ),
      render: (value: TableRow[string] | undefined) => <Cell value={value} />,
    }
  })

  return (
    <>
      <FilterList filters={view.filters} onRemove={state.onUnfilter} />
      <ColumnPager {...columnPage} />
      {profiles.isError && <ErrorNote error={profiles.error} onRetry={profiles.refetch} />}
      {rows.isError ? (
        <ErrorNote error={rows.error} onRetry={rows.refetch} />
      ) : (
        <>
          <div className="t-scroll-x">
            <Table<TableRow>
              size="small"
              rowKey={(row) => String(row.id)}
              columns={[{ ...ID, title: t(dataset.contentType === 'graph' ? 'graph.node' : 'rows.id') }, ...columns]}
              dataSource={rows.data?.rows ?? []}
              loading={rows.isPending || rows.isPlaceholderData || isPast}
              pagination={false}
              tableLayout="fixed"
              locale={{ emptyText: t(view.filters.length > 0 ? 'filter.nothing' : 'rows.none') }}
              // Scrolled from outside: Ant Design's own way repeats the heads, buttons and all, in a hidden row.
              style={{ minWidth: ID.width + columnPage.shown.length * COLUMN_WIDTH }}
            />
          </div>
          <Pager
            pageNo={view.page}
            pageSize={view.pageSize}
            sizes={[...ROWS_PER_PAGE]}
            total={rows.data?.total ?? dataset.rowCount}
            onChange={state.onPage}
          />
        </>
      )}
      <ColumnDrawer
        profile={opened === null ? undefined : profileOf(opened)}
        name={opened}
        isPending={profiles.isPending}
        error={profiles.error}
        onRetry={() => void profiles.refetch()}
        rowCount={dataset.rowCount}
        onClose={() => setOpened(null)}
      />
    </>
  )
}

function Cell({ value }: { value: TableRow[string] | undefined }) {
  const textOf = useCellText()
  const isMissing = value === null || value === undefined || value === ''
  if (isMissing) return <span className={styles.missingCell}>{textOf(value)}</span>
  const text = textOf(value)
  if (text.length <= LONG_TEXT) return text
  return (
    <details className={styles.longCell}>
      <summary>{text.slice(0, LONG_TEXT)}…</summary>
      {text}
    </details>
  )
}
