import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { poolModelsQuery } from '../../features/model/api.ts'
import { ModelList } from '../../features/model/ModelList.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function ModelPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  const page = Math.max(1, Number(pageNo) || 1)
  const query = useQuery(poolModelsQuery({ page, name }))
  return (
    <>
      <PageHeader title={t('pool.title')} description={t('pool.description')} />
      <div className="t-toolbar">
        <SearchBox
          value={name}
          label={t('pool.search')}
          onSearch={(text) => setUrl({ name: text }, { replace: true })}
        />
      </div>
      <ModelList
        query={query}
        from="pool"
        pageNo={page}
        name={name}
        empty={
          <EmptyState
            title={t('pool.empty.title')}
            reason={t('pool.empty.reason')}
            action={
              party ? (
                <Button onClick={() => go(paths.myModels())}>{t('pool.empty.mine')}</Button>
              ) : (
                <Button type="primary" onClick={() => go(paths.bind())}>
                  {t('tourist.bind')}
                </Button>
              )
            }
          />
        }
        onPage={(next) => setUrl({ pageNo: String(next) })}
        onClear={() => setUrl({ name: '' })}
      />
    </>
  )
}
