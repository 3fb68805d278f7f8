import { AppError } from '@tessera/contract'

/** As Node says it, and PostgreSQL, the embedded one too (`disk_full`). */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100']

const MEGABYTE = 1024 * 1024

/** What `statfs` says is free for this process. */
export const freeMegabytes = ({ bavail, bsize }: { bavail: number; bsize: number }) =>
  Math.floor((bavail * bsize) / MEGABYTE)

/** A full disk, the platform's or its database's, is told as that; everything else goes on as it is. */
export function tellFull(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  // What the embedded database was not asked for want of room, as the query builder wraps it.
  if (cause instanceof AppError && cause.code === 'platform.no-room') return cause
  return [code, cause?.code].some((one) => DISK_FULL.includes(String(one))) ? new AppError('platform.no-space') : error
}
