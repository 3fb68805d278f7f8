import { useQueryClient } from '@tanstack/react-query'
import type { InferenceResult, Model, ModelCard, TableRow } from '@tessera/contract'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { modelSource } from './answer-source.ts'
import type { Answerer } from './answerer.ts'
import { saveInference, type Work } from './api.ts'
import styles from './inference.module.css'
import { ModelInputs } from './inputs/ModelInputs.tsx'
import { useOwnDatasets } from './inputs/use-own-datasets.ts'
import { phrases } from './phrases.ts'
import { Answers } from './results/Answers.tsx'
import { SaveInferenceDialog } from './SaveInferenceDialog.tsx'

interface Props {
  answerer: Answerer
  model: Pick<Model, 'name'>
  card: Pick<ModelCard, 'input' | 'output'>
  /** Returns the id of the party's own model. If the model is from the pool, copies it first. */
  ownModel: () => Promise<string>
  /** Whether the first prediction copies the model. */
  isCopied: boolean
  onKept: (inferenceId: string, modelId: string) => void
}

interface Given {
  rows: TableRow[]
  files: File[]
}

/** Predicts one or more rows on the model's own page. Predictions are stored only after the user names them. */
export function AskModel({ answerer, model, card, ownModel, isCopied, onKept }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const ownId = useRef<string | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [wantsDatasets, setWantsDatasets] = useState(false)
  const datasets = useOwnDatasets(answerer, card, { isWanted: wantsDatasets })
  const idOfOwn = async () => {
    ownId.current ??= await ownModel()
    return ownId.current
  }
  const ask = useMutation({
    mutationFn: async ({ rows, files }: Given) => {
      const modelId = await idOfOwn()
      return { modelId, rows, files, result: await answerer.inferOnce(modelId, rows) }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['model'] })
      place.current?.focus()
    },
  })
  const isDataset = work !== null && 'datasetId' in work

  return (
    <>
      {isCopied && <Alert type="info" showIcon title={t('once.copy')} style={{ marginBottom: 16 }} />}
      <ModelInputs
        input={card.input}
        where={{
          form: t(datasets ? 'once.edge' : 'once.platform'),
          dataset: t('once.dataset'),
        }}
        byHand={{
          isPending: ask.isPending,
          error: ask.error,
          onSubmit: (rows, files = []) => ask.mutate({ rows, files }),
        }}
        ofDataset={{
          datasets,
          isPending: false,
          error: null,
          onSubmit: (datasetId) => setWork({ datasetId }),
        }}
        onSource={(source) => source === 'dataset' && setWantsDatasets(true)}
      />
      <section ref={place} tabIndex={-1} aria-label={t('result.title')} className={styles.result}>
        {ask.data && <GivenAnswers {...ask.data} answerer={answerer} card={card} onKeep={setWork} />}
      </section>
      <SaveInferenceDialog
        open={work !== null}
        title={t('keep.title')}
        note={t(isDataset ? 'keep.note.dataset' : 'keep.note', { model: model.name })}
        action={t(isDataset ? 'keep.submit.dataset' : 'keep.submit')}
        keep={async (texts) => saveInference(answerer, { modelId: await idOfOwn(), ...texts }, work as Work)}
        onKept={(inferenceId) => onKept(inferenceId, ownId.current ?? '')}
        onClose={() => setWork(null)}
      />
    </>
  )
}

interface GivenAnswersProps extends Given {
  answerer: Answerer
  modelId: string
  card: Props['card']
  result: InferenceResult
  onKeep: (work: Work) => void
}

function GivenAnswers({ answerer, modelId, card, result, rows, files, onKeep }: GivenAnswersProps) {
  const t = usePhrases(phrases)
  return (
    <div className="t-stack">
      <h3>{t('result.title')}</h3>
      <Answers result={result} source={modelSource(answerer, modelId, card)} files={files} />
      <div className="t-row">
        <Button onClick={() => onKeep({ rows })}>{t('once.keep')}</Button>
        <span className="t-soft">{t('once.unkept')}</span>
      </div>
    </div>
  )
}
