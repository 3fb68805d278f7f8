import { ApiError } from '../../lib/api-error.ts'

/** Returns whether an error belongs beside the PIN field: the PIN is wrong or locked. */
export const isPinError = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['signing.pin-wrong', 'signing.pin-locked'].includes(error.code)
