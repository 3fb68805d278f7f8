import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import type { ColumnType, RowFilter } from '@tessera/contract'
import { Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { FilterForm } from './FilterForm.tsx'
import { uiPhrases } from './phrases.ts'

interface Props {
  column: string
  type: ColumnType | undefined
  filters: RowFilter[]
  onApply: (filter: RowFilter) => void
}

/** A button that opens the form for a filter on a column. The focus then returns to the button. */
export function FilterButton({ column, type, filters, onApply }: Props) {
  const t = usePhrases(uiPhrases)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const current = filters.find((filter) => filter.column === column)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottom"
      destroyOnHidden
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form from any field
        <div onKeyDown={(event) => event.key === 'Escape' && close()}>
          <FilterForm
            column={column}
            type={type}
            current={current}
            onApply={(filter) => {
              close()
              onApply(filter)
            }}
          />
        </div>
      }
    >
      <Button
        ref={button}
        type="text"
        size="small"
        icon={current ? <FilterFilled /> : <FilterOutlined />}
        aria-label={t('filter.open', { name: column })}
        aria-pressed={current !== undefined}
        style={current && { color: 'var(--t-accent)' }}
      />
    </Popover>
  )
}
