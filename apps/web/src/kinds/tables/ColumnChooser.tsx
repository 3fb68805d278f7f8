import { Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'

/** The number of columns that a browser renders without delay. */
const AT_ONCE = 24
/** From this number of columns on, columns can be chosen. */
const CHOOSABLE_FROM = 8

interface Props {
  columns: string[]
  /** By name, in the order of selection. Empty: the first columns. */
  chosen: string[]
  /** The number of columns shown, including those shown by default. */
  shown: number
  onChoose: (columns: string[]) => void
}

/** Returns the columns to show. A table can have thousands. */
export function columnsShown(columns: string[], chosen: string[]): string[] {
  const known = new Set(columns)
  const there = chosen.filter((name) => known.has(name))
  return (there.length > 0 ? there : columns).slice(0, AT_ONCE)
}

/**
 * Chooses from all columns by name. The selected columns are shown in order of selection. Hidden for tables with few
 * columns.
 */
export function ColumnChooser({ columns, chosen, shown, onChoose }: Props) {
  const t = usePhrases(kindPhrases)
  if (columns.length < CHOOSABLE_FROM) return null
  return (
    <div className="t-toolbar">
      <Select
        mode="multiple"
        allowClear
        aria-label={t('rows.columns')}
        placeholder={t('rows.columns.choose')}
        value={chosen}
        maxCount={AT_ONCE}
        maxTagCount="responsive"
        style={{ width: 'min(480px, 100%)' }}
        options={columns.map((name) => ({ value: name, label: name }))}
        onChange={onChoose}
      />
      <span className="t-soft t-num">{t('rows.columns.shown', { shown, total: columns.length })}</span>
    </div>
  )
}
