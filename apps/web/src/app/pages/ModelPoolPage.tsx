import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { MODELS_PER_PAGE, poolModelsQuery } from '../../features/model/api.ts'
import { ModelCard } from '../../features/model/ModelCard.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { useImportPlace } from '../../features/model/use-import-place.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { BindButton, CardPages, EmptyState, PageHeader, SearchBox } from '../../ui/index.ts'

export function ModelPoolPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const imports = useImportPlace()
  const { name, pageNo, onSearch, onClear, onPage } = useListState()
  const query = useQuery(poolModelsQuery({ page: pageNo, name }))
  return (
    <>
      <PageHeader title={t('pool.title')} description={t('pool.description')} action={party && imports.button} />
      {imports.reminder}
      <div className="t-toolbar">
        <SearchBox value={name} label={t('pool.search')} onSearch={onSearch} />
      </div>
      <CardPages
        query={query}
        card={(model) => <ModelCard key={model.id} model={model} from="pool" />}
        perRow={3}
        pageNo={pageNo}
        pageSize={MODELS_PER_PAGE}
        onPage={onPage}
        empty={
          <EmptyState
            title={t('pool.empty.title')}
            reason={t('pool.empty.reason')}
            action={
              party ? <Button onClick={() => go(paths.myModels())}>{t('pool.empty.mine')}</Button> : <BindButton />
            }
          />
        }
        search={{ name, onClear }}
      />
      {imports.dialog}
    </>
  )
}
