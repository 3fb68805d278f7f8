import {
  type DefaultError,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useAnyMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * TanStack's `useMutation`, except that a mutation in progress is not sent again. A user can trigger a mutation twice,
 * by a button that is not busy yet, a closing dialog, a menu item, or Enter in a field.
 */
export function useMutation<Data = unknown, Fault = DefaultError, Input = void>(
  options: UseMutationOptions<Data, Fault, Input>,
): UseMutationResult<Data, Fault, Input> {
  const mutation = useAnyMutation(options)
  const { mutateAsync: send, reset: forget } = mutation
  const underWay = useRef<Promise<Data> | null>(null)
  const mutateAsync = useCallback(
    (input: Input, also?: MutateOptions<Data, Fault, Input>) => {
      if (underWay.current) return underWay.current
      const answer = send(input, also).finally(() => {
        if (underWay.current === answer) underWay.current = null
      })
      underWay.current = answer
      return answer
    },
    [send],
  )
  // Ignores the rejected promise, because components show failures through `error`.
  const mutate = useCallback(
    (input: Input, also?: MutateOptions<Data, Fault, Input>) => void mutateAsync(input, also).catch(() => undefined),
    [mutateAsync],
  )
  const reset = useCallback(() => {
    underWay.current = null
    forget()
  }, [forget])
  return { ...mutation, mutate, mutateAsync, reset } as UseMutationResult<Data, Fault, Input>
}
