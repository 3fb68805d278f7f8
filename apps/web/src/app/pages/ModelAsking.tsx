import { useQueryClient } from '@tanstack/react-query'
import type { ModelCard, ModelDetail, Party } from '@tessera/contract'
import { Alert, Button } from 'antd'
import { type Ref, useState } from 'react'
import { AskModel } from '../../features/inference/AskModel.tsx'
import { atPlatform } from '../../features/inference/at-platform.ts'
import styles from '../../features/inference/inference.module.css'
import { ModelFrame } from '../../features/inference/ModelFrame.tsx'
import { phrases } from '../../features/inference/phrases.ts'
import { copyModel } from '../../features/model/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote, Panel } from '../../ui/index.ts'

interface Props {
  detail: ModelDetail
  card: ModelCard
  place: Ref<HTMLDivElement>
}

/**
 * The part of a model's page that predicts with the model: in a frame of the party's edge, or through the platform for
 * a party without an edge. A model of the pool is used through the party's own copy.
 */
export function ModelAsking({ detail: { model, ownModelId }, card, place }: Props) {
  const t = usePhrases(phrases)
  const go = useGo()
  const client = useQueryClient()
  const { party } = useSession()
  const [ownId] = useState(model.isPublished ? ownModelId : model.id)
  const open = (id: string, modelId: string) => {
    for (const key of ['task', 'tasks', 'model']) void client.invalidateQueries({ queryKey: [key] })
    go(paths.inference({ id, modelId }))
  }
  return (
    <div ref={place} tabIndex={-1} className={styles.result}>
      <Panel title={t('once.title')}>
        {party?.edgeUrl ? (
          <AskedAtEdge modelId={model.id} ownId={ownId} party={{ ...party, edgeUrl: party.edgeUrl }} onKept={open} />
        ) : (
          <AskModel
            answerer={atPlatform}
            model={model}
            card={card}
            ownModel={async () => ownId ?? copyModel(model.id)}
            isCopied={ownId === null}
            onKept={open}
          />
        )}
      </Panel>
    </div>
  )
}

interface AskedAtEdgeProps {
  modelId: string
  /** The id of the party's own copy of the model. Null until the model is copied. */
  ownId: string | null
  party: Party & { edgeUrl: string }
  onKept: (inferenceId: string, modelId: string) => void
}

/** An edge runs only models of its own party, so a member must copy a model of the pool first. */
function AskedAtEdge({ modelId, ownId, party, onKept }: AskedAtEdgeProps) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const copy = useMutation({
    mutationFn: () => copyModel(modelId),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['model'] }),
  })
  const runnableId = ownId ?? copy.data
  if (runnableId) return <ModelFrame modelId={runnableId} party={party} onKept={(id) => onKept(id, runnableId)} />
  return (
    <div className="t-stack">
      <Alert type="info" showIcon title={t('once.copyFirst')} />
      <ErrorNote error={copy.error} />
      <div>
        <Button type="primary" loading={copy.isPending} onClick={() => copy.mutate()}>
          {t('once.copyFirst.submit')}
        </Button>
      </div>
    </div>
  )
}
