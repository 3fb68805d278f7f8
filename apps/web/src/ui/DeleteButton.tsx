import { DeleteOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props {
  /** The verb, here and on the question's button. */
  label: string
  /** Names the thing. */
  title: string
  /** Names the consequence. */
  consequence: ReactNode
  /** Said when it is gone. */
  doneText: string
  onDelete: () => Promise<unknown>
  onDeleted: () => void
}

/** Deletes a thing after a yes. */
export function DeleteButton({ label, title, consequence, doneText, onDelete, onDeleted }: Props) {
  const { message } = App.useApp()
  const [asks, setAsks] = useState(false)
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      void message.success(doneText)
      onDeleted()
    },
  })
  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={() => setAsks(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asks}
        title={title}
        consequence={consequence}
        confirmText={label}
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
