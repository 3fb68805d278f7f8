import { Checkbox, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { ClearIcon } from './ClearIcon.tsx'
import { uiPhrases } from './phrases.ts'

const SEARCHABLE_FROM = 13
/** Maximum number of rendered items, because a table can have thousands of columns. The search finds the others. */
const MAX_DRAWN = 300

interface Item {
  name: string
  note: ReactNode
  /** Whether the item is shown but its selection cannot be changed. */
  isFixed?: boolean
}

interface Props {
  legend: string
  allText: string
  chosenText: (count: number) => string
  searchText: string
  items: Item[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  disabled?: boolean
}

/** A list of items that the user can select, individually or all at once. */
export function CheckList({ legend, allText, chosenText, searchText, items, chosen, onChange, disabled }: Props) {
  const t = usePhrases(uiPhrases)
  const [text, setText] = useState('')
  const free = items.filter(({ isFixed }) => !isFixed)
  const count = free.filter(({ name }) => chosen.has(name)).length
  const found = items.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const toggle = (name: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(name)
    else next.delete(name)
    onChange(next)
  }
  return (
    <fieldset className="t-check-list" disabled={disabled}>
      <legend>{legend}</legend>
      <div className="t-row">
        <Checkbox
          checked={count === free.length}
          indeterminate={count > 0 && count < free.length}
          onChange={(event) => onChange(new Set(event.target.checked ? items.map(({ name }) => name) : []))}
        >
          {allText}
        </Checkbox>
        <span className="t-soft t-num">{chosenText(count)}</span>
        {items.length >= SEARCHABLE_FROM && (
          <Input
            className="t-check-search"
            size="small"
            allowClear={{ clearIcon: <ClearIcon /> }}
            aria-label={searchText}
            placeholder={searchText}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </div>
      <div className="t-check-grid">
        {found.slice(0, MAX_DRAWN).map(({ name, note, isFixed = false }) => (
          <Checkbox
            key={name}
            checked={!isFixed && chosen.has(name)}
            disabled={isFixed || disabled}
            onChange={(event) => toggle(name, event.target.checked)}
          >
            {name} <span className="t-soft">{note}</span>
          </Checkbox>
        ))}
      </div>
      {found.length > MAX_DRAWN && <p className="t-soft">{t('checkList.more', { count: found.length - MAX_DRAWN })}</p>}
    </fieldset>
  )
}
