import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { poolDatasetsQuery } from '../../features/dataset/api.ts'
import { DatasetList } from '../../features/dataset/DatasetList.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function DataPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  const page = Math.max(1, Number(pageNo) || 1)
  const query = useQuery(poolDatasetsQuery({ page, name }))
  const toMyData = party && <Button onClick={() => go(paths.myData())}>{t('pool.mine')}</Button>

  return (
    <>
      <PageHeader title={t('pool.title')} description={t('pool.description')} action={toMyData} />
      <div className="t-toolbar">
        <SearchBox
          value={name}
          label={t('pool.search')}
          onSearch={(text) => setUrl({ name: text }, { replace: true })}
        />
      </div>
      <DatasetList
        query={query}
        pageNo={page}
        name={name}
        empty={<EmptyState title={t('pool.empty.title')} reason={t('pool.empty.reason')} action={toMyData} />}
        onPage={(next) => setUrl({ pageNo: String(next) })}
        onClear={() => setUrl({ name: '' })}
      />
    </>
  )
}
