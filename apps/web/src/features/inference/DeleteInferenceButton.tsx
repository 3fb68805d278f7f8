import { DeleteOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Inference } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { deleteInference, inferenceQuery } from './api.ts'
import { phrases } from './phrases.ts'

export function DeleteInferenceButton({ inference, onDeleted }: { inference: Inference; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteInference(inference.id),
    onSuccess: () => {
      void message.success(t('delete.done', { name: inference.name }))
      onDeleted()
      client.removeQueries({ queryKey: inferenceQuery(inference.id).queryKey })
      void client.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={() => setAsks(true)}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('delete.title', { name: inference.name })}
        consequence={t('delete.consequence')}
        confirmText={t('delete.action')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onCancel={() => {
          setAsks(false)
          remove.reset()
        }}
      />
    </>
  )
}
