import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { datasetQuery } from '../../features/dataset/api.ts'
import { DatasetContent } from '../../features/dataset/DatasetContent.tsx'
import { DatasetFacts } from '../../features/dataset/DatasetFacts.tsx'
import { DeleteDatasetButton } from '../../features/dataset/DeleteDatasetButton.tsx'
import { kindIcon } from '../../features/dataset/kind-icon.tsx'
import { phrases } from '../../features/dataset/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'

export function DataDetailPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const { party } = useSession()
  const { id = '' } = useQueryParams()
  const { data: dataset, error, refetch } = useQuery(datasetQuery(id))
  const isOwn = dataset !== undefined && dataset.partyId === party?.id
  const above = isOwn ? { title: t('my.title'), to: paths.myData() } : { title: t('pool.title'), to: paths.dataPool() }

  return (
    <>
      <PageHeader
        title={dataset?.name ?? t('detail.fallback')}
        breadcrumb={[above]}
        tags={
          dataset && (
            <StatusTag tone="neutral" icon={kindIcon(dataset.contentType)} text={t(`kind.${dataset.contentType}`)} />
          )
        }
        action={dataset?.abilities.delete && <DeleteDatasetButton dataset={dataset} onDeleted={() => go(above.to)} />}
      />
      <ErrorNote error={error} onRetry={refetch} />
      {!dataset && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {dataset && (
        <>
          <DatasetContent dataset={dataset} />
          <Panel title={t('detail.about')}>
            <DatasetFacts dataset={dataset} isOwn={isOwn} />
          </Panel>
        </>
      )}
    </>
  )
}
