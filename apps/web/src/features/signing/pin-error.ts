import { ApiError } from '../../lib/api-error.ts'

/** Reports whether an error belongs beside the PIN field: wrong or locked PIN. */
export const isPinError = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['signing.pin-wrong', 'signing.pin-locked'].includes(error.code)
