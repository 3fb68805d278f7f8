import { DeleteOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { deleteDataset } from './api.ts'
import { phrases } from './phrases.ts'

export function DeleteDatasetButton({ dataset, onDeleted }: { dataset: Dataset; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteDataset(dataset.id),
    onSuccess: () => {
      void message.success(t('detail.deleted', { name: dataset.name }))
      onDeleted()
      client.removeQueries({ queryKey: ['dataset', 'detail', dataset.id] })
      void client.invalidateQueries({ queryKey: ['dataset'] })
    },
  })
  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={() => setAsks(true)}>
        {t('detail.delete')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('detail.delete.title', { name: dataset.name })}
        consequence={t('detail.delete.consequence', {
          rows: format.number(dataset.rowCount),
          party: dataset.partyName,
        })}
        confirmText={t('detail.delete')}
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
