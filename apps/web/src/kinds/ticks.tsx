import { Checkbox, type TableColumnType } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { kindPhrases } from './phrases.ts'
import type { RowId } from './row-id.ts'

/** The selected rows. The selection is kept when the page changes. */
export interface Ticks {
  ids: ReadonlySet<RowId>
  onTick: (ids: RowId[], isTicked: boolean) => void
}

/**
 * Returns the checkbox column of a table: one checkbox per row, and one in the head for the page. Empty if rows cannot
 * be selected.
 */
export function tickColumns<R>(
  ticks: Ticks | undefined,
  rows: R[],
  of: { id: (row: R) => RowId; name: (row: R) => string },
): TableColumnType<R>[] {
  if (!ticks) return []
  return [
    {
      key: ' tick',
      width: 44,
      title: <PageTick ticks={ticks} ids={rows.map(of.id)} />,
      onHeaderCell: () => ({ style: { verticalAlign: 'top' } }),
      render: (_value, row) => (
        <Checkbox
          aria-label={of.name(row)}
          checked={ticks.ids.has(of.id(row))}
          onChange={(event) => ticks.onTick([of.id(row)], event.target.checked)}
        />
      ),
    },
  ]
}

/** Selects or deselects all rows of the page. */
function PageTick({ ticks, ids }: { ticks: Ticks; ids: RowId[] }) {
  const t = usePhrases(kindPhrases)
  const ticked = ids.filter((id) => ticks.ids.has(id)).length
  return (
    <Checkbox
      aria-label={t('tick.page')}
      checked={ids.length > 0 && ticked === ids.length}
      indeterminate={ticked > 0 && ticked < ids.length}
      onChange={(event) => ticks.onTick(ids, event.target.checked)}
    />
  )
}
