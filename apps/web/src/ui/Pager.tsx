import { Pagination } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { usePageNames } from './use-page-names.ts'

interface Props {
  /** The page number, from 1. Keep it in the address by `useUrlState({ pageNo: '1' })`. */
  pageNo: number
  pageSize: number
  total: number
  onChange: (pageNo: number, pageSize: number) => void
  /** The page sizes that the user can choose from: 10, 20, 30, 40 … */
  sizes?: readonly number[]
}

/** Pagination, hidden if everything fits on one page. */
export function Pager({ pageNo, pageSize, total, onChange, sizes }: Props) {
  const t = usePhrases(uiPhrases)
  const itemRender = usePageNames()
  if (total <= (sizes?.[0] ?? pageSize)) return null
  return (
    <Pagination
      className="t-pager"
      current={pageNo}
      pageSize={pageSize}
      total={total}
      showSizeChanger={sizes !== undefined}
      pageSizeOptions={[...(sizes ?? [])]}
      showTotal={(count) => t('total', { count })}
      onChange={onChange}
      itemRender={itemRender}
      responsive
    />
  )
}
