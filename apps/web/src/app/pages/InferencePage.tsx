import { Button } from 'antd'
import { useEffect } from 'react'
import { phrases } from '../../features/inference/phrases.ts'
import { TasksNeedParty } from '../../features/task/EnvironmentGate.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState, PageHeader } from '../../ui/index.ts'
import { InferenceDetail } from './InferenceDetail.tsx'

/**
 * The page of the inference task whose `id` is in the address. If the address contains only a `modalId`, redirects to
 * the page where that model can be used.
 */
export function InferencePage() {
  const { id, modalId } = useQueryParams()
  const { party } = useSession()
  if (!party) return <TouristInference />
  if (id) return <InferenceDetail key={id} inferenceId={id} modelId={modalId ?? null} />
  return modalId ? <ToModel modelId={modalId} /> : <NoInference />
}

function ToModel({ modelId }: { modelId: string }) {
  const go = useGo()
  useEffect(() => go(paths.model(modelId, { use: '1' }), { replace: true }), [go, modelId])
  return null
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
