import { DeleteOutlined } from '@ant-design/icons'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { AskingButton } from './AskingButton.tsx'

interface Props {
  /** Verb on this button and on the confirmation's button. */
  label: string
  /** Title of the confirmation, which names the affected object. */
  title: string
  /** Text of the confirmation, which states the consequence. */
  consequence: ReactNode
  /** Message that is shown after the deletion. */
  doneText: string
  onDelete: () => Promise<unknown>
  onDeleted: () => void
}

/** A button that deletes an object after confirmation. */
export function DeleteButton({ doneText, onDelete, onDeleted, ...props }: Props) {
  const { message } = App.useApp()
  return (
    <AskingButton
      {...props}
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
