import type { RowFilter } from '@tessera/contract'
import { Button, Tag } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  filters: RowFilter[]
  /** Removes a filter, or all filters if called without an argument. */
  onRemove: (filter?: RowFilter) => void
}

/** Lists the active filters, each with a button that removes it. */
export function FilterList({ filters, onRemove }: Props) {
  const t = usePhrases(uiPhrases)
  if (filters.length === 0) return null
  return (
    <div className="t-row" style={{ marginBottom: 12 }}>
      <span className="t-soft">{t('filter.active')}</span>
      {filters.map((filter) => {
        const { column, test, value } = filter
        const text = t(`filter.where.${test}`, { column, value })
        return (
          <Tag
            key={`${column} ${test}`}
            closable={{ 'aria-label': t('filter.remove', { filter: text }) }}
            onClose={(event) => {
              event.preventDefault()
              onRemove(filter)
            }}
          >
            {text}
          </Tag>
        )
      })}
      <Button type="link" size="small" onClick={() => onRemove()}>
        {t('filter.clear')}
      </Button>
    </div>
  )
}
