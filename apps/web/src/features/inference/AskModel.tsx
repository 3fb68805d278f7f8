import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { Dataset, InferenceResult, Model, ModelCard, TableRow } from '@tessera/contract'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { Answers } from './Answers.tsx'
import { inferOnce, keepInference, type Work } from './api.ts'
import { askedModel } from './asked.ts'
import styles from './inference.module.css'
import { KeepDialog } from './KeepDialog.tsx'
import { ModelInputs } from './ModelInputs.tsx'
import { phrases } from './phrases.ts'

interface Props {
  model: Pick<Model, 'name'>
  card: Pick<ModelCard, 'input' | 'output'>
  /** The id of the own model that answers: one that comes from the pool is copied for it. */
  ownModel: () => Promise<string>
  /** Whether it is copied when it is first asked. */
  isCopied: boolean
  datasets: Pick<UseQueryResult<Dataset[]>, 'data' | 'error' | 'refetch'>
  /** The reader looks for a dataset. */
  onDatasets: () => void
  onKept: (inferenceId: string, modelId: string) => void
}

interface Given {
  rows: TableRow[]
  files: File[]
}

/** What a model says of a row or some, on its own page. Nothing of it is kept until it is given a name. */
export function AskModel({ model, card, ownModel, isCopied, datasets, onDatasets, onKept }: Props) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const client = useQueryClient()
  const { party } = useSession()
  const place = useRef<HTMLElement>(null)
  const ownId = useRef<string | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const idOfOwn = async () => {
    ownId.current ??= await ownModel()
    return ownId.current
  }
  const ask = useMutation({
    mutationFn: async ({ rows, files }: Given) => {
      const modelId = await idOfOwn()
      return { modelId, rows, files, result: await inferOnce({ modelId, rows }) }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['model'] })
      place.current?.focus()
    },
  })
  const hasEdge = Boolean(party?.edgeUrl)
  const partyName = nameOf(party)
  const isDataset = work !== null && 'datasetId' in work

  return (
    <>
      {isCopied && <Alert type="info" showIcon title={t('once.copy')} style={{ marginBottom: 16 }} />}
      <ModelInputs
        input={card.input}
        where={{
          form: t(hasEdge ? 'once.edge' : 'once.platform', { party: partyName }),
          dataset: t('once.dataset'),
        }}
        byHand={{
          isPending: ask.isPending,
          error: ask.error,
          onSubmit: (rows, files = []) => ask.mutate({ rows, files }),
        }}
        ofDataset={{
          ...{ datasets, partyName, hasEdge, isPending: false, error: null },
          onSubmit: (datasetId) => setWork({ datasetId }),
        }}
        onSource={(source) => source === 'dataset' && onDatasets()}
      />
      <section ref={place} tabIndex={-1} aria-label={t('result.title')} className={styles.result}>
        {ask.data && <Said {...ask.data} card={card} onKeep={setWork} />}
      </section>
      <KeepDialog
        open={work !== null}
        title={t('keep.title')}
        note={t(isDataset ? 'keep.note.dataset' : 'keep.note', { model: model.name })}
        action={t(isDataset ? 'keep.submit.dataset' : 'keep.submit')}
        keep={async (texts) => keepInference({ modelId: await idOfOwn(), ...texts }, work as Work)}
        onKept={(inferenceId) => onKept(inferenceId, ownId.current ?? '')}
        onClose={() => setWork(null)}
      />
    </>
  )
}

interface SaidProps extends Given {
  modelId: string
  card: Props['card']
  result: InferenceResult
  onKeep: (work: Work) => void
}

function Said({ modelId, card, result, rows, files, onKeep }: SaidProps) {
  const t = usePhrases(phrases)
  return (
    <div className="t-stack">
      <h3>{t('result.title')}</h3>
      <Answers result={result} asked={askedModel(modelId, card)} files={files} />
      <div className="t-row">
        <Button onClick={() => onKeep({ rows })}>{t('once.keep')}</Button>
        <span className="t-soft">{t('once.unkept')}</span>
      </div>
    </div>
  )
}
