import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { MODELS_PER_PAGE, myModelsQuery } from '../../features/model/api.ts'
import { useImportPlace } from '../../features/model/import/use-import-place.tsx'
import { ModelCard } from '../../features/model/ModelCard.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { BindFirst, CardPages, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function MyModelsPage() {
  const t = usePhrases(phrases)
  const { party } = useSession()
  if (party) return <MyModels />
  return (
    <>
      <PageHeader title={t('my.title')} />
      <BindFirst title={t('my.tourist.title')} reason={t('my.tourist.reason')} />
    </>
  )
}

function MyModels() {
  const t = usePhrases(phrases)
  const go = useGo()
  const imports = useImportPlace()
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(myModelsQuery({ page: pageNo, name }))
  return (
    <>
      <PageHeader title={t('my.title')} description={t('my.description')} action={imports.button} />
      {imports.reminder}
      <div className="t-toolbar">
        <SearchBox value={name} label={t('my.search')} onSearch={onSearch} />
      </div>
      <CardPages
        query={query}
        card={(model) => <ModelCard key={model.id} model={model} from="myModel" />}
        perRow={3}
        pageNo={pageNo}
        pageSize={MODELS_PER_PAGE}
        onPage={onPage}
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
        search={{ name, onClear }}
      />
      {imports.dialog}
    </>
  )
}
