import { useQuery } from '@tanstack/react-query'
import type { Dataset, TableRow } from '@tessera/contract'
import { Table } from 'antd'
import { useState } from 'react'
import { useUrlState } from '../../lib/url-state.ts'
import { ErrorNote, Pager, useCellText } from '../../ui/index.ts'
import { profilesQuery, ROWS_PER_PAGE, rowsQuery } from './api.ts'
import { ColumnDrawer } from './ColumnDrawer.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import styles from './dataset.module.css'
import { isNumeric } from './is-numeric.ts'

const COLUMN_WIDTH = 132

/** The rows themselves, a page at a time, straight from the party's own edge. */
export function RowsTable({ dataset }: { dataset: Dataset }) {
  const [url, setUrl] = useUrlState({ rowPage: '1', rowSize: '10' })
  const page = Math.max(1, Number(url.rowPage) || 1)
  const pageSize = ROWS_PER_PAGE.find((size) => String(size) === url.rowSize) ?? 10
  const rows = useQuery(rowsQuery(dataset.tableName, page, pageSize))
  const profiles = useQuery(profilesQuery(dataset.tableName))
  const [opened, setOpened] = useState<string | null>(null)
  const profileOf = (name: string) => profiles.data?.find((profile) => profile.name === name)

  if (rows.isError) return <ErrorNote error={rows.error} onRetry={rows.refetch} />

  const columns = dataset.columns.map((name) => ({
    key: name,
    dataIndex: [name],
    width: COLUMN_WIDTH,
    className: styles.number ?? '',
    align: isNumeric(dataset.columnTypes[name]) ? ('right' as const) : ('left' as const),
    onHeaderCell: () => ({ style: { textAlign: 'start' as const, verticalAlign: 'bottom' } }),
    title: (
      <ColumnHead
        name={name}
        type={dataset.columnTypes[name]}
        profile={profileOf(name)}
        rowCount={dataset.rowCount}
        onOpen={() => setOpened(name)}
      />
    ),
    render: (value: TableRow[string] | undefined) => <Cell value={value} />,
  }))

  return (
    <>
      {profiles.isError && <ErrorNote error={profiles.error} onRetry={profiles.refetch} />}
      <div className="t-scroll-x">
        <Table<TableRow>
          size="small"
          rowKey={(row) => String(row.id)}
          columns={columns}
          dataSource={rows.data?.rows ?? []}
          loading={rows.isPending || rows.isPlaceholderData}
          pagination={false}
          tableLayout="fixed"
          // Scrolled from outside: Ant Design's own way repeats the heads, buttons and all, in a hidden row.
          style={{ minWidth: dataset.columns.length * COLUMN_WIDTH }}
        />
      </div>
      <Pager
        pageNo={page}
        pageSize={pageSize}
        sizes={[...ROWS_PER_PAGE]}
        total={rows.data?.total ?? dataset.rowCount}
        onChange={(next, size) =>
          setUrl({ rowPage: size === pageSize ? String(next) : '1', rowSize: String(size) }, { replace: true })
        }
      />
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
  return isMissing ? <span className={styles.missingCell}>{textOf(value)}</span> : textOf(value)
}
