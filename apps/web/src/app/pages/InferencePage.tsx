import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CreateInferenceDialog } from '../../features/inference/CreateInferenceDialog.tsx'
import { phrases } from '../../features/inference/phrases.ts'
import { modelQuery } from '../../features/model/api.ts'
import { TasksNeedParty } from '../../features/task/EnvironmentGate.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState, ErrorNote, PageHeader } from '../../ui/index.ts'
import { InferenceDetail } from './InferenceDetail.tsx'

/** `id` opens an inference task; `modalId` alone begins a new one on that model. */
export function InferencePage() {
  const { id, modalId } = useQueryParams()
  const { party } = useSession()
  if (!party) return <TouristInference />
  if (id) return <InferenceDetail key={id} inferenceId={id} modelId={modalId ?? null} />
  return modalId ? <NewInference modelId={modalId} /> : <NoInference />
}

function TouristInference() {
  const t = usePhrases(phrases)
  return (
    <>
      <PageHeader title={t('title')} />
      <TasksNeedParty />
    </>
  )
}

function NewInference({ modelId }: { modelId: string }) {
  const t = usePhrases(phrases)
  const go = useGo()
  const { data, error, refetch } = useQuery(modelQuery(modelId))
  return (
    <>
      <PageHeader title={t('title')} breadcrumb={[{ title: t('model.title'), to: paths.model(modelId) }]} />
      <ErrorNote error={error} onRetry={refetch} />
      {data && (
        <CreateInferenceDialog
          open
          model={data.model}
          onCreated={(id) => go(paths.inference({ id, modelId }), { replace: true })}
          onClose={() => go(paths.model(modelId), { replace: true })}
        />
      )}
    </>
  )
}

function NoInference() {
  const t = usePhrases(phrases)
  const go = useGo()
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        title={t('missing.title')}
        reason={t('missing.reason')}
        action={<Button onClick={() => go(paths.myTasks({ type: 'INFERENCE' }))}>{t('missing.action')}</Button>}
      />
    </>
  )
}
