import { useQueryClient } from '@tanstack/react-query'
import type { Inference } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { DeleteButton } from '../../ui/index.ts'
import { deleteInference, inferenceQuery } from './api.ts'
import { phrases } from './phrases.ts'

export function DeleteInferenceButton({ inference, onDeleted }: { inference: Inference; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const { id, name } = inference
  return (
    <DeleteButton
      label={t('delete.action')}
      title={t('delete.title', { name })}
      consequence={t('delete.consequence')}
      doneText={t('delete.done', { name })}
      onDelete={() => deleteInference(id)}
      onDeleted={() => {
        onDeleted()
        client.removeQueries({ queryKey: inferenceQuery(id).queryKey })
        void client.invalidateQueries({ queryKey: ['tasks'] })
      }}
    />
  )
}
