import { Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'

/** Number of columns that are shown by default, because a browser renders them without delay. */
const AT_ONCE = 24
/** Minimum number of columns for which the chooser is shown. */
const CHOOSABLE_FROM = 8

interface Props {
  columns: string[]
  /** Names of the selected columns, in the order of selection. Empty means the first columns. */
  chosen: string[]
  /** Number of columns that are shown, including those shown by default. */
  shown: number
  onChoose: (columns: string[]) => void
}

/** Returns the names of the columns to show, because a table can have thousands. */
export function columnsShown(columns: string[], chosen: string[]): string[] {
  const known = new Set(columns)
  const there = chosen.filter((name) => known.has(name))
  return (there.length > 0 ? there : columns).slice(0, AT_ONCE)
}

/** Lets the user choose columns by name, which are then shown in that order. Hidden for tables with few columns. */
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
