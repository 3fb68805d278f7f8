import { App } from 'antd'
import type { ComponentProps } from 'react'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ConfirmButton } from './ConfirmButton.tsx'

interface Props extends Omit<ComponentProps<typeof ConfirmButton>, 'loading' | 'onYes'> {
  act: () => Promise<unknown>
  /** Said when it is done. */
  doneText: string
  onDone: () => void
}

/** In a frame: a button that does one thing, once it is confirmed; what goes wrong is said beside it. */
export function ActingButton({ act, doneText, onDone, ...asked }: Props) {
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
      <ConfirmButton {...asked} loading={isPending} onYes={() => mutate()} />
      <ErrorNote error={error} />
    </>
  )
}
