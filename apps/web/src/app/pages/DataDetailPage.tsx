import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { DatasetContent } from '../../features/dataset/DatasetContent.tsx'
import { DatasetFacts } from '../../features/dataset/DatasetFacts.tsx'
import { DatasetFrame } from '../../features/dataset/DatasetFrame.tsx'
import { DeleteDatasetButton } from '../../features/dataset/DeleteDatasetButton.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { InviteToTask } from '../../features/task/create/InviteToTask.tsx'
import { KindTag } from '../../kinds/KindTag.tsx'
import { datasetQuery } from '../../lib/dataset-queries.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote, PageHeader, Panel } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function DataDetailPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const { id = '', from, partyId } = useQueryParams()
  const { data: dataset, error, refetch } = useQuery(datasetQuery(id))
  // The owner is known from the address, so neither the breadcrumb nor the edge page has to wait for the platform.
  const isOwn = party !== null && (dataset?.partyId ?? partyId) === party.id
  const list = isOwn ? { title: t('my.title'), to: paths.myData() } : { title: t('pool.title'), to: paths.dataPool() }
  const cameFrom = useCameFrom(from)
  const mayRead = dataset?.abilities.readRows ?? (!error && isOwn)
  const edgeUrl = party?.edgeUrl

  return (
    <>
      <PageHeader
        title={dataset?.name ?? t('detail.fallback')}
        breadcrumb={[cameFrom ?? list]}
        tags={dataset && <KindTag kind={dataset.contentType} />}
        action={
          dataset &&
          party && (
            <>
              {dataset.abilities.delete && <DeleteDatasetButton dataset={dataset} onDeleted={() => go(list.to)} />}
              {isOwn ? (
                <Button type="primary" onClick={() => go(paths.taskPool({ create: '1' }))}>
                  {t('detail.createTask')}
                </Button>
              ) : (
                <InviteToTask dataset={dataset} />
              )}
            </>
          )
        }
      />
      <ErrorNote error={error} onRetry={refetch} />
      {!dataset && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {/* Hide the edge page while it loads, because the heading above it grows when the dataset's name arrives. */}
      <div className="t-settling" style={dataset ? undefined : { visibility: 'hidden' }}>
        {mayRead && party && edgeUrl && <DatasetFrame key={`${edgeUrl} ${id}`} id={id} party={{ ...party, edgeUrl }} />}
        {dataset && !mayRead && <DatasetContent dataset={dataset} />}
        {dataset && (
          <Panel title={t('detail.about')}>
            <DatasetFacts dataset={dataset} isOwn={isOwn} />
          </Panel>
        )}
      </div>
    </>
  )
}

/**
 * Returns the page from which the user came, if the address names it. Home and "my tasks" link to the dataset of a
 * task.
 */
function useCameFrom(from: string | undefined): { title: string; to: string } | null {
  const t = usePhrases(appPhrases)
  if (from === 'Home' || from === 'HomeTask') return { title: t('home'), to: paths.home() }
  return from === 'mytask' ? { title: t('myTasks'), to: paths.myTasks() } : null
}
