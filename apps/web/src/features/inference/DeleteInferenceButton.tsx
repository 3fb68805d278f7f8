import { useQueryClient } from '@tanstack/react-query'
import type { Inference } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { DeleteButton } from '../../ui/index.ts'
import type { Answerer } from './answerer.ts'
import { inferenceQuery } from './api.ts'
import { phrases } from './phrases.ts'

interface Props {
  answerer: Answerer
  inference: Inference
  onDeleted: () => void
}

export function DeleteInferenceButton({ answerer, inference, onDeleted }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const { id, name } = inference
  return (
    <DeleteButton
      label={t('delete.action')}
      title={t('delete.title', { name })}
      consequence={t('delete.consequence')}
      doneText={t('delete.done', { name })}
      onDelete={() => answerer.deleteInference(id)}
      onDeleted={() => {
        onDeleted()
        client.removeQueries({ queryKey: inferenceQuery(answerer, id).queryKey })
      }}
    />
  )
}
