import { AppError } from '@tessera/contract'

/** Error codes for a full disk, from Node and from PostgreSQL, including the embedded database (`disk_full`). */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100']

const MEGABYTE = 1024 * 1024

/** Returns the free megabytes that this process may use, from the result of `statfs`. */
export const freeMegabytes = ({ bavail, bsize }: { bavail: number; bsize: number }) =>
  Math.floor((bavail * bsize) / MEGABYTE)

/**
 * Returns the error to report if the disk of the platform or its database is full. Any other error is returned
 * unchanged.
 */
export function asDiskFullError(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  // This is the error for a statement that was not sent to the embedded database because the disk is full, as the query
  // builder wraps it.
  if (cause instanceof AppError && cause.code === 'platform.no-free-space') return cause
  return [code, cause?.code].some((one) => DISK_FULL.includes(String(one))) ? new AppError('platform.no-space') : error
}
