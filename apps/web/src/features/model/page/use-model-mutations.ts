import { useQueryClient } from '@tanstack/react-query'
import type { Model } from '@tessera/contract'
import { App } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { copyModel, deleteModel, publishModel, unpublishModel, updateModel } from '../api.ts'
import { phrases } from '../phrases.ts'
import type { ModelTexts } from './ModelTextFields.tsx'

interface Outcomes {
  onDone: () => void
  onGone: () => void
  onCopied: (modelId: string) => void
}

/** Returns all mutations of a model. Each refetches lists and details afterwards. */
export function useModelMutations(model: Model, { onDone, onGone, onCopied }: Outcomes) {
  const t = usePhrases(phrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['model'] })
  const { id: modelId, name } = model

  const update = useMutation({
    mutationFn: (texts: ModelTexts) => updateModel({ modelId, ...texts }),
    onSuccess: async () => {
      await refresh()
      void message.success(t('edit.done'))
      onDone()
    },
  })
  const publish = useMutation({
    mutationFn: (texts: ModelTexts) => publishModel({ modelId, ...texts }),
    onSuccess: async (_poolId, texts) => {
      await refresh()
      void message.success(t('publish.done', { name: texts.name }))
      onDone()
    },
  })
  const remove = useMutation({
    mutationFn: () => (model.isPublished ? unpublishModel(modelId) : deleteModel(modelId)),
    onSuccess: () => {
      void message.success(t(model.isPublished ? 'unpublish.done' : 'delete.done', { name }))
      onDone()
      onGone()
      client.removeQueries({ queryKey: ['model', 'detail', modelId] })
      void client.invalidateQueries({ queryKey: ['model'] })
    },
  })
  const copy = useMutation({
    mutationFn: () => copyModel(modelId),
    onSuccess: async (copyId) => {
      await refresh()
      void message.success(t('copy.done', { name }))
      onCopied(copyId)
    },
  })
  return { update, publish, remove, copy }
}
