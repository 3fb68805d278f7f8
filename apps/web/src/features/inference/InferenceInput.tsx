import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { columnNamesOf, type Dataset, type Inference, inputColumnsOf, type TableRow } from '@tessera/contract'
import { App, Segmented } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { infer, inferDataset, inferenceQuery } from './api.ts'
import { DatasetInput } from './DatasetInput.tsx'
import { GraphForm } from './GraphForm.tsx'
import { InputForm } from './InputForm.tsx'
import styles from './inference.module.css'
import { PictureForm } from './PictureForm.tsx'
import { phrases } from './phrases.ts'
import { TextForm } from './TextForm.tsx'

interface Props {
  inference: Inference
  datasets: Pick<UseQueryResult<Dataset[]>, 'data' | 'error' | 'refetch'>
  /** Those that were chosen by hand, to be shown beside what is said of them: they are kept nowhere. */
  onPictures: (files: File[]) => void
  onPredicted: () => void
}

/** What the model should look at, and where that goes before it is sent. */
export function InferenceInput({ inference, datasets, onPictures, onPredicted }: Props) {
  const t = usePhrases(phrases)
  const nameOf = usePartyName()
  const client = useQueryClient()
  const { message } = App.useApp()
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
    onSuccess: () => {
      message.success(t('started'))
      return refresh()
    },
  })
  const { input } = inference
  const hasEdge = Boolean(party?.edgeUrl)
  const partyName = nameOf(party)

  return (
    <>
      <Segmented
        aria-label={t('source.title')}
        value={source}
        onChange={setSource}
        options={[
          { value: 'form', label: t(`source.${input?.kind ?? 'table'}`) },
          { value: 'dataset', label: t('source.dataset') },
        ]}
        style={{ marginBottom: 8 }}
      />
      <p className={styles.where}>{t(hasEdge ? 'where.edge' : 'where.platform', { party: partyName })}</p>
      {/* Both stay: what was typed or chosen is there again after a look at the other. */}
      <div hidden={source !== 'form'}>
        <ByHand
          input={input}
          isPending={rows.isPending}
          error={rows.error}
          onSubmit={(typed, files = []) => {
            onPictures(files)
            rows.mutate(typed)
          }}
        />
      </div>
      <div hidden={source !== 'dataset'}>
        <DatasetInput
          columns={input ? columnNamesOf(input) : []}
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

interface ByHandProps {
  input: Inference['input']
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[], files?: File[]) => void
}

/** What is typed, pasted or chosen, by the kind of data that the model takes. */
function ByHand({ input, ...rest }: ByHandProps) {
  if (input?.kind === 'texts' || input?.kind === 'tokens') return <TextForm input={input} {...rest} />
  if (input?.kind === 'pictures') return <PictureForm input={input} {...rest} />
  if (input?.kind === 'graph') return <GraphForm input={input} {...rest} />
  return <InputForm inputs={input ? inputColumnsOf(input) : []} {...rest} />
}
