import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Dataset, Inference } from '@tessera/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { infer, inferDataset, inferenceQuery } from './api.ts'
import { DatasetInput } from './DatasetInput.tsx'
import { InputForm } from './InputForm.tsx'
import styles from './inference.module.css'
import { phrases } from './phrases.ts'

interface Props {
  inference: Inference
  datasets: Pick<UseQueryResult<Dataset[]>, 'data' | 'error' | 'refetch'>
  onPredicted: () => void
}

/** What the model should look at, and where that goes before it is sent. */
export function InferenceInput({ inference, datasets, onPredicted }: Props) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const client = useQueryClient()
  const { party } = useSession()
  const [source, setSource] = useState<'form' | 'dataset'>('form')
  const { queryKey } = inferenceQuery(inference.id)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['model'] })
    onPredicted()
  }
  const rows = useMutation({
    mutationFn: (typed: Parameters<typeof infer>[0]['rows']) => infer({ inferenceId: inference.id, rows: typed }),
    onSuccess: refresh,
  })
  const whole = useMutation({
    mutationFn: (datasetId: string) => inferDataset({ inferenceId: inference.id, datasetId }),
    onSuccess: refresh,
  })
  const columns = inference.input?.columns ?? []
  const hasEdge = Boolean(party?.edgeUrl)
  const partyName = nameOf(party)

  return (
    <>
      <Segmented
        aria-label={t('source.title')}
        value={source}
        onChange={setSource}
        options={[
          { value: 'form', label: t('source.form') },
          { value: 'dataset', label: t('source.dataset') },
        ]}
        style={{ marginBottom: 8 }}
      />
      <p className={styles.where}>{t(hasEdge ? 'where.edge' : 'where.platform', { party: partyName })}</p>
      {/* Both stay: what was typed or chosen is there again after a look at the other. */}
      <div hidden={source !== 'form'}>
        <InputForm inputs={columns} isPending={rows.isPending} error={rows.error} onSubmit={rows.mutate} />
      </div>
      <div hidden={source !== 'dataset'}>
        <DatasetInput
          inputs={columns}
          datasets={datasets}
          partyName={partyName}
          hasEdge={hasEdge}
          isPending={whole.isPending}
          error={whole.error}
          onSubmit={whole.mutate}
        />
      </div>
    </>
  )
}
