import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useMutation } from '../lib/mutation.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props extends Pick<ButtonProps, 'aria-label' | 'danger' | 'icon' | 'type'> {
  /** Text of the button, which is a verb. */
  label: string
  /** Title of the confirmation, which names the affected object. */
  title: string
  /** Text of the confirmation, which states the consequence. */
  consequence: ReactNode
  /** Verb on the confirmation's button, if it differs from `label`. */
  confirmText?: string
  act: () => Promise<unknown>
  onDone: () => void
}

/** A button that acts after a confirmation. Errors are shown in the confirmation. */
export function AskingButton(props: Props) {
  const { label, title, consequence, confirmText = label, act, onDone, ...button } = props
  const [isAsking, setAsking] = useState(false)
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      setAsking(false)
      onDone()
    },
  })
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={title}
        consequence={consequence}
        confirmText={confirmText}
        isPending={acting.isPending}
        error={acting.error}
        onConfirm={() => acting.mutate()}
        onCancel={() => {
          setAsking(false)
          acting.reset()
        }}
      />
    </>
  )
}
