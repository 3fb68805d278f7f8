import { useQuery } from '@tanstack/react-query'
import { type ContentType, contentTypeOf, type ModelCard, type ModelDetail } from '@tessera/contract'
import { type Ref, useState } from 'react'
import { ownReadableQuery } from '../../features/dataset/api.ts'
import { AskModel } from '../../features/inference/AskModel.tsx'
import styles from '../../features/inference/inference.module.css'
import { phrases } from '../../features/inference/phrases.ts'
import { copyModel } from '../../features/model/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../ui/index.ts'

interface Props {
  detail: ModelDetail
  card: ModelCard
  place: Ref<HTMLDivElement>
}

/** A model is asked on its own page. One of the pool answers as the own copy, which is made when it is first asked. */
export function ModelAsking({ detail: { model, ownModelId }, card, place }: Props) {
  const t = usePhrases(phrases)
  const go = useGo()
  const [wantsDatasets, setWantsDatasets] = useState(false)
  const datasets = useQuery({ ...ownReadableQuery(readKinds(card)), enabled: wantsDatasets })
  const [ownId] = useState(model.isPublished ? ownModelId : model.id)
  return (
    <div ref={place} tabIndex={-1} className={styles.result}>
      <Panel title={t('once.title')}>
        <AskModel
          model={model}
          card={card}
          ownModel={async () => ownId ?? copyModel(model.id)}
          isCopied={ownId === null}
          datasets={datasets}
          onDatasets={() => setWantsDatasets(true)}
          onKept={(id, modelId) => go(paths.inference({ id, modelId }))}
        />
      </Panel>
    </div>
  )
}

/** Pictures without boxes have a model of boxes look at them as well. */
export function readKinds({ input, output }: Pick<ModelCard, 'input' | 'output'>): ContentType[] {
  const kind = contentTypeOf(input, output)
  return kind === 'yolo' ? ['yolo', 'vision'] : [kind]
}
