import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { Dataset, Inference } from '@tessera/contract'
import { App } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { infer, inferDataset, inferenceQuery } from './api.ts'
import { ModelInputs } from './ModelInputs.tsx'
import { phrases } from './phrases.ts'

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
  const hasEdge = Boolean(party?.edgeUrl)
  const partyName = nameOf(party)
  const where = t(hasEdge ? 'where.edge' : 'where.platform', { party: partyName })

  return (
    <ModelInputs
      input={inference.input}
      where={{ form: where, dataset: where }}
      byHand={{
        isPending: rows.isPending,
        error: rows.error,
        onSubmit: (typed, files = []) => {
          onPictures(files)
          rows.mutate(typed)
        },
      }}
      ofDataset={{
        ...{ datasets, partyName, hasEdge, isPending: whole.isPending, error: whole.error },
        onSubmit: whole.mutate,
      }}
    />
  )
}
