import { ApiError } from '../../lib/api-error.ts'

/** What is said beside the field of the PIN: it is wrong, or locked. */
export const isPinError = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['signing.pin-wrong', 'signing.pin-locked'].includes(error.code)
