import { useMutation } from '@tanstack/react-query'
import { SendFeedback } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export function useSendFeedback() {
  return useMutation({ mutationFn: (feedback: { text: string; page: string }) => call(SendFeedback, feedback) })
}
