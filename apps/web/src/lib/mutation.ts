import {
  type DefaultError,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useAnyMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * What changes something. While it is under way another press does not send it a second time: a button that is not yet
 * busy, a dialog that is just closing, an item of a menu and Enter in a field are all pressed twice by somebody.
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
  // What fails is said where `error` is looked at.
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
