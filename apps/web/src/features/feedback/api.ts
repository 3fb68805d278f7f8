import { SendFeedback } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'

export function useSendFeedback() {
  return useMutation({ mutationFn: (feedback: { text: string; page: string }) => call(SendFeedback, feedback) })
}
