import { UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { ActivityLog } from '../../features/activity/ActivityLog.tsx'
import { ownReadableQuery } from '../../features/dataset/api.ts'
import { inferenceQuery } from '../../features/inference/api.ts'
import { DeleteInferenceButton } from '../../features/inference/DeleteInferenceButton.tsx'
import { InferenceInput } from '../../features/inference/InferenceInput.tsx'
import { InferenceProgress } from '../../features/inference/InferenceProgress.tsx'
import styles from '../../features/inference/inference.module.css'
import { phrases } from '../../features/inference/phrases.ts'
import { ResultView } from '../../features/inference/ResultView.tsx'
import { toneOf } from '../../features/inference/status.ts'
import { UsedModel } from '../../features/inference/UsedModel.tsx'
import { modelActivityQuery, modelQuery } from '../../features/model/api.ts'
import { ImportedNote } from '../../features/model/ImportedTag.tsx'
import { ModelMetrics } from '../../features/model/ModelMetrics.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'
import { readKinds } from './ModelAsking.tsx'

/** One inference task: its input and result at the left, the model at the right. */
export function InferenceDetail({ inferenceId, modelId }: { inferenceId: string; modelId: string | null }) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const go = useGo()
  const { party } = useSession()
  const resultPlace = useRef<HTMLDivElement>(null)
  const [files, setFiles] = useState<File[]>([])
  const { data, error, refetch } = useQuery(inferenceQuery(inferenceId))
  const inference = data?.inference
  const result = data?.result && data.result.type !== '' ? data.result : null
  const usedModelId = inference?.modelId ?? modelId ?? ''
  const model = useQuery({ ...modelQuery(usedModelId), enabled: usedModelId !== '' })
  const activity = useQuery({ ...modelActivityQuery(usedModelId), enabled: usedModelId !== '' })
  const input = inference?.input ?? null
  const output = inference?.output ?? null
  const kinds = input && output ? readKinds({ input, output }) : []
  const datasets = useQuery({ ...ownReadableQuery(kinds), enabled: Boolean(party) && kinds.length > 0 })

  return (
    <>
      <PageHeader
        title={inference?.name ?? t('title')}
        breadcrumb={[{ title: t('tasks'), to: paths.myTasks({ type: 'INFERENCE' }) }]}
        description={inference?.description}
        tags={
          inference && (
            <>
              <StatusTag tone={toneOf[inference.status]} text={t(`status.${inference.status}`)} />
              <StatusTag tone="neutral" icon={<UserOutlined />} text={t('role.mine', { name: inference.createdBy })} />
            </>
          )
        }
        action={
          inference?.abilities.delete && (
            <DeleteInferenceButton
              inference={inference}
              onDeleted={() => go(paths.myTasks({ type: 'INFERENCE' }), { replace: true })}
            />
          )
        }
      />
      <ErrorNote error={error} onRetry={refetch} />
      {!inference && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {inference && (
        <div className={styles.columns}>
          <div>
            <InferenceProgress inference={inference} />
            <div ref={resultPlace} tabIndex={-1} className={styles.result}>
              {result && (
                <Panel title={t('result.title')}>
                  <ResultView result={result} inference={inference} partyName={nameOf(party)} files={files} />
                </Panel>
              )}
            </div>
            {inference.abilities.run && (
              <div className={styles.below}>
                <Panel title={t('source.title')}>
                  <InferenceInput
                    inference={inference}
                    datasets={datasets}
                    onPictures={setFiles}
                    onPredicted={() => resultPlace.current?.focus()}
                  />
                </Panel>
              </div>
            )}
          </div>
          <div className={styles.side}>
            <Panel title={t('model.title')}>
              <UsedModel inference={inference} name={model.data?.model.name ?? inference.modelName}>
                {model.data &&
                  (model.data.model.isImported ? (
                    <ImportedNote />
                  ) : (
                    <ModelMetrics metrics={model.data.model.metrics} />
                  ))}
              </UsedModel>
            </Panel>
            <Panel title={t('use.title')}>
              <ActivityLog query={activity} none={t('use.none')} />
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}
