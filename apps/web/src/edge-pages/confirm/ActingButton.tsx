import { App } from 'antd'
import type { ComponentProps } from 'react'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ConfirmButton } from './ConfirmButton.tsx'

interface Props extends Omit<ComponentProps<typeof ConfirmButton>, 'loading' | 'onYes'> {
  act: () => Promise<unknown>
  /** The message that is shown after success. */
  doneText: string
  onDone: () => void
}

/** A button in a frame for one action that needs a confirmation. It shows errors beside itself. */
export function ActingButton({ act, doneText, onDone, ...button }: Props) {
  const { message } = App.useApp()
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      void message.success(doneText)
      onDone()
    },
  })
  return (
    <>
      <ConfirmButton {...button} loading={isPending} onYes={() => mutate()} />
      <ErrorNote error={error} />
    </>
  )
}
