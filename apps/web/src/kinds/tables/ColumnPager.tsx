import { Pagination, Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { usePageNames } from '../../ui/index.ts'
import { kindPhrases } from '../phrases.ts'

/** So many columns a browser draws without delay. */
const AT_ONCE = 24

interface Props {
  columns: string[]
  page: number
  onPage: (page: number) => void
}

/** Which of a table's columns are shown; there may be thousands. */
export function columnsOnPage(columns: string[], wanted: number) {
  const pages = Math.max(1, Math.ceil(columns.length / AT_ONCE))
  const page = Math.min(pages, wanted)
  return { page, shown: columns.slice((page - 1) * AT_ONCE, page * AT_ONCE) }
}

/** Turns the pages of columns, or goes to one by its name. Not there while all columns fit. */
export function ColumnPager({ columns, page, onPage }: Props) {
  const t = usePhrases(kindPhrases)
  const itemRender = usePageNames()
  if (columns.length <= AT_ONCE) return null
  return (
    <nav className="t-toolbar" aria-label={t('rows.columns')}>
      <Select
        showSearch
        aria-label={t('column.filter')}
        placeholder={t('column.filter')}
        value={null}
        style={{ width: 240 }}
        options={columns.map((name) => ({ value: name, label: name }))}
        onChange={(name: string) => onPage(Math.floor(columns.indexOf(name) / AT_ONCE) + 1)}
      />
      <Pagination
        size="small"
        current={page}
        pageSize={AT_ONCE}
        total={columns.length}
        showSizeChanger={false}
        showTotal={(total, [from, to]) => t('rows.columns.shown', { from, to, total })}
        onChange={onPage}
        itemRender={itemRender}
      />
    </nav>
  )
}
