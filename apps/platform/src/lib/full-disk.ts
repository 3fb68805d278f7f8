import { AppError } from '@tessera/contract'

/** Codes of a full disk, from Node and PostgreSQL, including the embedded one (`disk_full`). */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100']

const MEGABYTE = 1024 * 1024

/** Returns the free space for this process, from `statfs`. */
export const freeMegabytes = ({ bavail, bsize }: { bavail: number; bsize: number }) =>
  Math.floor((bavail * bsize) / MEGABYTE)

/** Returns the error for a full disk of the platform or its database; any other error is returned unchanged. */
export function asDiskFullError(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  // A statement that did not reach the embedded database for lack of space, as the query builder wraps it.
  if (cause instanceof AppError && cause.code === 'platform.no-free-space') return cause
  return [code, cause?.code].some((one) => DISK_FULL.includes(String(one))) ? new AppError('platform.no-space') : error
}
