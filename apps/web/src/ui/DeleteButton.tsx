import { DeleteOutlined } from '@ant-design/icons'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { AskingButton } from './AskingButton.tsx'

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
export function DeleteButton({ doneText, onDelete, onDeleted, ...asked }: Props) {
  const { message } = App.useApp()
  return (
    <AskingButton
      {...asked}
      danger
      icon={<DeleteOutlined aria-hidden="true" />}
      act={onDelete}
      onDone={() => {
        void message.success(doneText)
        onDeleted()
      }}
    />
  )
}
