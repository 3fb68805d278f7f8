import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ModelInput, ModelOutput } from '@tessera/contract'
import { Skeleton } from 'antd'
import { ActivityLog } from '../../features/activity/ActivityLog.tsx'
import { inferenceQuery } from '../../features/inference/api.ts'
import { atPlatform } from '../../features/inference/at-platform.ts'
import { DeleteInferenceButton } from '../../features/inference/DeleteInferenceButton.tsx'
import { InferenceFrame } from '../../features/inference/InferenceFrame.tsx'
import { InferenceTags } from '../../features/inference/InferenceTags.tsx'
import { InferenceWork } from '../../features/inference/InferenceWork.tsx'
import styles from '../../features/inference/inference.module.css'
import { phrases } from '../../features/inference/phrases.ts'
import { UsedModel } from '../../features/inference/UsedModel.tsx'
import { modelActivityQuery, modelQuery } from '../../features/model/api.ts'
import { ImportedNote } from '../../features/model/import/ImportedTag.tsx'
import { ModelMetrics } from '../../features/model/page/ModelMetrics.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { CardSkeleton, ErrorNote, PageHeader, Panel } from '../../ui/index.ts'

interface Props {
  inferenceId: string
  modelId: string | null
}

/**
 * The page of an inference task, with its model on the right. The task comes from a frame of the party's edge, or from
 * the platform for a party without an edge.
 */
export function InferenceDetail(props: Props) {
  const { party } = useSession()
  return party?.edgeUrl ? <AtEdge {...props} /> : <AtPlatform {...props} />
}

/** The address contains the model's id, because the console does not receive the inference task itself. */
function AtEdge({ inferenceId, modelId }: Props) {
  const t = usePhrases(phrases)
  const { party } = useSession()
  const list = useMyInferences()
  const edgeUrl = party?.edgeUrl
  return (
    <>
      <PageHeader title={t('title')} breadcrumb={[list.step]} />
      <div className={modelId ? styles.columns : undefined}>
        {party && edgeUrl && <InferenceFrame id={inferenceId} party={{ ...party, edgeUrl }} onDeleted={list.goBack} />}
        {modelId && <ModelBeside modelId={modelId} />}
      </div>
    </>
  )
}

function AtPlatform({ inferenceId, modelId }: Props) {
  const t = usePhrases(phrases)
  const list = useMyInferences()
  const { data, error, refetch } = useQuery(inferenceQuery(atPlatform, inferenceId))
  const inference = data?.inference
  const usedModelId = inference?.modelId ?? modelId
  return (
    <>
      <PageHeader
        title={inference?.name ?? t('title')}
        breadcrumb={[list.step]}
        description={inference?.description}
        tags={inference && <InferenceTags inference={inference} />}
        action={
          inference?.abilities.delete && (
            <DeleteInferenceButton answerer={atPlatform} inference={inference} onDeleted={list.goBack} />
          )
        }
      />
      <ErrorNote error={error} onRetry={refetch} />
      {!inference && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && usedModelId && (
        <div className={styles.columns}>
          <InferenceWork answerer={atPlatform} found={data} />
          <ModelBeside modelId={usedModelId} task={data.inference} />
        </div>
      )}
    </>
  )
}

/** Returns a link to the list of inference tasks. It is used in the breadcrumb and after a deletion. */
function useMyInferences() {
  const t = usePhrases(phrases)
  const go = useGo()
  const client = useQueryClient()
  const to = paths.myTasks({ type: 'INFERENCE' })
  const goBack = () => {
    go(to, { replace: true })
    void client.invalidateQueries({ queryKey: ['tasks'] })
  }
  return { step: { title: t('tasks'), to }, goBack }
}

interface ModelBesideProps {
  modelId: string
  /** The copy of the model's description that belongs to the inference task. It remains after the model is deleted. */
  task?: { modelName: string; input: ModelInput | null; output: ModelOutput | null }
}

function ModelBeside({ modelId, task }: ModelBesideProps) {
  const t = usePhrases(phrases)
  const { data, isPending } = useQuery(modelQuery(modelId))
  const activity = useQuery(modelActivityQuery(modelId))
  const { input = null, output = null } = task ?? data?.card ?? {}
  // Wait for the model, because the content below would move when its height becomes known.
  if (isPending) {
    return (
      <div className={styles.side}>
        <CardSkeleton height={360} />
      </div>
    )
  }
  return (
    <div className={styles.side}>
      <Panel title={t('model.title')}>
        <UsedModel modelId={modelId} input={input} output={output} name={data?.model.name ?? task?.modelName ?? ''}>
          {data && (data.model.isImported ? <ImportedNote /> : <ModelMetrics metrics={data.model.metrics} />)}
        </UsedModel>
      </Panel>
      <Panel title={t('use.title')}>
        <ActivityLog query={activity} none={t('use.none')} />
      </Panel>
    </div>
  )
}
