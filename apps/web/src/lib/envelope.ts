import { Envelope } from '@tessera/contract/wire'
import { ApiError } from './api-error.ts'
import { diagnose } from './client-errors.ts'

export interface Whence {
  target: 'platform' | 'edge'
  hasToken: boolean
  edgeUrl: string | undefined
}

/**
 * Returns the result in an envelope, or throws its error. If the answer is not an envelope, its HTTP status determines
 * the error.
 */
export function readAnswer(answer: { status: number; text: string }, whence: Whence) {
  const envelope = parse(answer.text)
  if (envelope?.success) return { result: envelope.result, message: envelope.message }

  const hasOwnCode = envelope?.error !== undefined && envelope.error !== 'route.not-found'
  if (envelope && hasOwnCode) {
    throw new ApiError(envelope.error as string, {
      message: envelope.message,
      status: answer.status,
      params: envelope.params ?? {},
    })
  }
  if (envelope && answer.status === 200) {
    throw new ApiError('server', { message: envelope.message, status: answer.status })
  }
  throw new ApiError(
    diagnose({ ...whence, edgeUrl: whence.edgeUrl ?? '', status: answer.status, pageIsSecure: window.isSecureContext }),
    {
      status: answer.status,
      params: { status: answer.status, edge: whence.edgeUrl ?? '' },
    },
  )
}

/** Wraps a bare output in an envelope. Errors already are envelopes. */
export function enveloped(answer: { status: number; text: string }) {
  if (answer.status !== 200 || parse(answer.text)) return answer
  const about = `{"success":true,"code":200,"message":"","timestamp":0`
  return { ...answer, text: `${about},"result":${answer.text}}` }
}

function parse(text: string): Envelope | null {
  try {
    return Envelope.parse(JSON.parse(text))
  } catch {
    return null
  }
}
