import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { myModelsQuery } from '../../features/model/api.ts'
import { ModelList } from '../../features/model/ModelList.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function MyModelsPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  if (party) return <MyModels />
  return (
    <>
      <PageHeader title={t('my.title')} />
      <EmptyState
        title={t('my.tourist.title')}
        reason={t('my.tourist.reason')}
        action={
          <Button type="primary" onClick={() => go(paths.bind())}>
            {t('tourist.bind')}
          </Button>
        }
      />
    </>
  )
}

function MyModels() {
  const t = usePhrases(phrases)
  const go = useGo()
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  const page = Math.max(1, Number(pageNo) || 1)
  const query = useQuery(myModelsQuery({ page, name }))
  return (
    <>
      <PageHeader title={t('my.title')} description={t('my.description')} />
      <div className="t-toolbar">
        <SearchBox value={name} label={t('my.search')} onSearch={(text) => setUrl({ name: text }, { replace: true })} />
      </div>
      <ModelList
        query={query}
        from="myModel"
        pageNo={page}
        name={name}
        empty={
          <EmptyState
            title={t('my.empty.title')}
            reason={t('my.empty.reason')}
            action={
              <span className="t-row">
                <Button type="primary" onClick={() => go(paths.myTasks())}>
                  {t('my.empty.tasks')}
                </Button>
                <Button onClick={() => go(paths.modelPool())}>{t('my.empty.pool')}</Button>
              </span>
            }
          />
        }
        onPage={(next) => setUrl({ pageNo: String(next) })}
        onClear={() => setUrl({ name: '' })}
      />
    </>
  )
}
