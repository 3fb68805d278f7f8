import { useQueryClient } from '@tanstack/react-query'
import type { Inference, TableRow } from '@tessera/contract'
import { App } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import type { Answerer } from '../answerer.ts'
import { inferenceQuery } from '../api.ts'
import { phrases } from '../phrases.ts'
import { ModelInputs } from './ModelInputs.tsx'
import { useOwnDatasets } from './use-own-datasets.ts'

interface Props {
  answerer: Answerer
  inference: Inference
  /** Receives the pictures that the user chose. They are not stored, but shown beside their predictions. */
  onPictures: (files: File[]) => void
  onPredicted: () => void
}

/** The input of an inference task, with a note about where the input is sent. */
export function InferenceInput({ answerer, inference, onPictures, onPredicted }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const { message } = App.useApp()
  const datasets = useOwnDatasets(answerer, inference, { isWanted: true })
  const { queryKey } = inferenceQuery(answerer, inference.id)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['model'] })
    onPredicted()
  }
  const rows = useMutation({
    mutationFn: ({ typed }: { typed: TableRow[]; files: File[] }) => answerer.infer(inference.id, typed),
    onSuccess: async (_result, { files }) => {
      await refresh()
      // Replaces the chosen pictures only after the response, because until then the previous predictions are shown
      // beside their own pictures.
      onPictures(files)
    },
  })
  const whole = useMutation({
    mutationFn: async (datasetId: string) => answerer.datasets?.infer(inference.id, datasetId),
    onSuccess: () => {
      message.success(t('started'))
      return refresh()
    },
  })
  const where = t(datasets ? 'where.edge' : 'where.platform')

  return (
    <ModelInputs
      input={inference.input}
      where={{ form: where, dataset: where }}
      byHand={{
        isPending: rows.isPending,
        error: rows.error,
        onSubmit: (typed, files = []) => rows.mutate({ typed, files }),
      }}
      ofDataset={{
        datasets,
        isPending: whole.isPending,
        error: whole.error,
        onSubmit: whole.mutate,
      }}
    />
  )
}
