import type { Inference } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { DeleteButton } from '../../ui/index.ts'
import type { Answerer } from './answerer.ts'
import { phrases } from './phrases.ts'
import { useDeletion } from './use-deletion.ts'

interface Props {
  answerer: Answerer
  inference: Inference
  onDeleted: () => void
}

export function DeleteInferenceButton({ answerer, inference, onDeleted }: Props) {
  const t = usePhrases(phrases)
  const { act, onDone, ...texts } = useDeletion(answerer, inference, onDeleted)
  return (
    <DeleteButton
      {...texts}
      title={t('delete.title', { name: inference.name })}
      consequence={t('delete.consequence')}
      onDelete={act}
      onDeleted={onDone}
    />
  )
}
