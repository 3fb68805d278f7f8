import { useQueryClient } from '@tanstack/react-query'
import type { Inference } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import type { Answerer } from './answerer.ts'
import { inferenceQuery } from './api.ts'
import { phrases } from './phrases.ts'

/** Returns the props of a button that deletes an inference task after confirmation. */
export function useDeletion(answerer: Answerer, { id, name }: Inference, onDeleted: () => void) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  return {
    label: t('delete.action'),
    doneText: t('delete.done', { name }),
    act: () => answerer.deleteInference(id),
    onDone: () => {
      onDeleted()
      client.removeQueries({ queryKey: inferenceQuery(answerer, id).queryKey })
    },
  }
}
