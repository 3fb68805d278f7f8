import { type ColumnProfile, dataKindOf, type TableRow } from '@tessera/contract'
import { Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { isNumeric } from '../../lib/is-numeric.ts'
import { atPage, filteredBy, sortedBy, unfiltered } from '../../lib/row-view.ts'
import { ErrorNote, FilterButton, FilterList, Pager, useCellText } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import type { Answer } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import { idOf } from '../row-id.ts'
import type { RowsProps } from '../rows-props.ts'
import { tickColumns } from '../ticks.tsx'
import { useIsPast } from '../use-is-past.ts'
import { ColumnChooser, columnsShown } from './ColumnChooser.tsx'
import { ColumnDrawer } from './ColumnDrawer.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import styles from './tables.module.css'

const COLUMN_WIDTH = 148
/** Height of a one-line row and padding of a cell, in pixels. They reserve the space of rows that are loading. */
const [ROW_HEIGHT, CELL_PADDING] = [39, 17]
/** Name of the column that identifies cases, or nodes of a graph. */
const ID = 'id'
const ID_WIDTH = 116
/** Longer texts are shortened, so that the rows below stay in view. */
const LONG_TEXT = 160

interface Props extends RowsProps {
  /** The profiles of the columns. Without them, the heads show only names and types. */
  profiles?: Answer<ColumnProfile[]>
  /** The label of a task. Its column stays beside the id, whichever columns are selected. */
  label?: string | null
}

/** A page of rows of a table, or of nodes of a graph, that the user can view or select. */
export function RowsTable({ dataset, rows, view, onView, sizes, ticks, profiles, label }: Props) {
  const t = usePhrases(kindPhrases)
  const labels = [...new Set([...dataset.labelColumns, ...(label ? [label] : [])])].filter((name) =>
    dataset.columns.includes(name),
  )
  const others = columnsShown(dataset.columns, view.columns).filter((name) => name !== ID && !labels.includes(name))
  const [opened, setOpened] = useState<string | null>(null)
  const profileOf = (name: string) => profiles?.data?.find((profile) => profile.name === name)
  const isPast = useIsPast({ rows, view, onView })
  const shown = rows.data?.rows ?? []
  const idType = typeof shown[0]?.id === 'number' ? 'integer' : 'text'

  const columnOf = (
    name: string,
    change: { key?: string; title?: string; width?: number; className?: string } = {},
  ) => {
    const order = view.sort?.column === name ? view.sort.order : null
    // Filters compare an id as text, never as a number.
    const type = name === ID ? undefined : dataset.columnTypes[name]
    return {
      key: name,
      dataIndex: [name],
      width: COLUMN_WIDTH,
      className: styles.number ?? '',
      align: isNumeric(type) ? ('right' as const) : ('left' as const),
      onHeaderCell: () => ({
        style: { textAlign: 'start' as const, verticalAlign: 'top' },
        'aria-sort': order ? (`${order}ing` as const) : ('none' as const),
      }),
      render: (value: TableRow[string] | undefined) => <Cell value={value} />,
      ...change,
      title: (
        <ColumnHead
          name={name}
          title={change.title ?? name}
          type={type}
          profile={profileOf(name)}
          rowCount={dataset.rowCount}
          order={order}
          onSort={() => onView(sortedBy(view, name))}
          {...(profiles && name !== ID && { onOpen: () => setOpened(name) })}
          filter={
            <FilterButton
              column={name}
              type={name === ID ? idType : type}
              filters={view.filters}
              onApply={(filter) => onView(filteredBy(view, filter))}
            />
          }
        />
      ),
    }
  }
  const idTitle = t(dataKindOf(dataset.contentType).hasLinks ? 'graph.node' : 'rows.id')
  const columns = pinned(
    [
      ...tickColumns(ticks, shown, { id: idOf, name: (row) => t('tick.row', { id: String(row.id) }) }),
      // The key begins with a blank, because a table may also have a column named `id`.
      columnOf(ID, { key: ' id', title: idTitle, width: ID_WIDTH }),
      ...labels.map((name) => columnOf(name, { className: `${styles.number} ${styles.label}` })),
      ...others.map((name) => columnOf(name)),
    ],
    (ticks ? 2 : 1) + labels.length,
  )

  return (
    <>
      <FilterList filters={view.filters} onRemove={(gone) => onView(unfiltered(view, gone))} />
      <ColumnChooser
        columns={dataset.columns}
        chosen={view.columns}
        shown={labels.length + others.length + (dataset.columns.includes(ID) ? 1 : 0)}
        onChoose={(columns) => onView({ ...view, columns })}
      />
      <ErrorNote error={profiles?.error} onRetry={() => void profiles?.refetch()} />
      {rows.error ? (
        <ErrorNote error={rows.error} onRetry={() => void rows.refetch()} />
      ) : (
        <>
          <ScrollX>
            <Table<TableRow>
              size="small"
              aria-label={t('rows.of', { name: dataset.name })}
              rowKey={(row) => String(row.id)}
              columns={columns}
              dataSource={shown}
              loading={!rows.data || rows.isPlaceholderData || isPast}
              pagination={false}
              tableLayout="fixed"
              locale={{
                emptyText: rows.data ? (
                  t(view.filters.length > 0 ? 'filter.nothing' : 'rows.none')
                ) : (
                  <div style={{ height: ROW_HEIGHT * Math.min(view.pageSize, dataset.rowCount) - CELL_PADDING }} />
                ),
              }}
              // A wrapper scrolls the table. Ant Design's own scrolling would duplicate the heads and their buttons in
              // a hidden row.
              style={{ minWidth: columns.reduce((sum, { width }) => sum + Number(width), 0) }}
            />
          </ScrollX>
          <Pager
            pageNo={view.page}
            pageSize={view.pageSize}
            {...(sizes && { sizes })}
            total={rows.data?.total ?? dataset.rowCount}
            onChange={(page, size) => onView(atPage(view, page, size))}
          />
        </>
      )}
      {profiles && (
        <ColumnDrawer
          profile={opened === null ? undefined : profileOf(opened)}
          name={opened}
          answer={profiles}
          rowCount={dataset.rowCount}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** Pins the first columns, beneath which the others scroll. */
function pinned(columns: TableColumnType<TableRow>[], count: number): TableColumnType<TableRow>[] {
  let start = 0
  return columns.map((column, n) => {
    if (n >= count) return column
    const style = { insetInlineStart: start }
    start += Number(column.width)
    const ofHead = column.onHeaderCell?.(column as never, n)
    return {
      ...column,
      className: [column.className, styles.pinned].filter(Boolean).join(' '),
      onHeaderCell: () => ({ ...ofHead, style: { ...ofHead?.style, ...style } }),
      onCell: () => ({ style }),
    }
  })
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
