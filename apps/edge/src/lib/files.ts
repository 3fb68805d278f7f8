import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { AppError, fail, KEPT_FREE_MEGABYTES } from '@tessera/contract'

const MEGABYTE = 1024 * 1024
/** Disk space that must stay free after an upload. */
const KEPT_FREE_BYTES = KEPT_FREE_MEGABYTES.edge * MEGABYTE

export async function requireSpace(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize - KEPT_FREE_BYTES
  if (free < bytes) fail('edge.no-space', { needed: readableSize(bytes - free) })
}

/** Returns the free and the required disk space in megabytes. */
export function spaceOf(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return { free: Math.floor((bavail * bsize) / MEGABYTE), needed: KEPT_FREE_MEGABYTES.edge }
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']
const DISK_FULL_WORDS =
  /No space left on device|Disk quota exceeded|File too large|disk is full|max_temp_directory_size/

/** Converts errors about a full disk or insufficient memory to an AppError, and returns other errors unchanged. */
export function asDiskFullError(error: unknown): unknown {
  if (isDiskFull(error)) return new AppError('edge.no-space', { needed: readableSize(KEPT_FREE_BYTES) })
  const isMemoryFull = error instanceof Error && error.message.includes('Out of Memory Error')
  return isMemoryFull ? new AppError('edge.no-memory') : error
}

export function refuseFullDisk(error: unknown): never {
  throw asDiskFullError(error)
}

/** Returns whether an error of Node.js, SQLite or DuckDB means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return DISK_FULL_CODES.includes((error as NodeJS.ErrnoException).code ?? '') || DISK_FULL_WORDS.test(error.message)
}

export function readableSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
