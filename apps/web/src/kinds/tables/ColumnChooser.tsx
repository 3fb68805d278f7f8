import { Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'

/** So many columns a browser draws without delay. */
const AT_ONCE = 24
/** Of fewer, all are soon looked through. */
const CHOOSABLE_FROM = 8

interface Props {
  columns: string[]
  /** By name, as they were chosen; none: the first. */
  chosen: string[]
  /** How many are drawn, those that stand there unchosen among them. */
  shown: number
  onChoose: (columns: string[]) => void
}

/** Which of a table's columns are shown; there may be thousands. */
export function columnsShown(columns: string[], chosen: string[]): string[] {
  const known = new Set(columns)
  const there = chosen.filter((name) => known.has(name))
  return (there.length > 0 ? there : columns).slice(0, AT_ONCE)
}

/** A list of all columns, to be searched by name; what is chosen is shown, in that order. Not there while a few are all. */
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
