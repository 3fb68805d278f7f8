import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_FREE_MEGABYTES } from '@tessera/contract'

const MEGABYTE = 1024 * 1024

/** In megabytes, where the disk that runs are written to has too little left; undefined where it has enough. */
export async function readLackOfSpace(dataDir: string): Promise<{ free: number; needed: number } | undefined> {
  const place = await statfs(join(dataDir, 'runs')).catch(() => undefined)
  if (!place) return undefined
  const free = Math.floor((place.bavail * place.bsize) / MEGABYTE)
  return free < KEPT_FREE_MEGABYTES.platform ? { free, needed: KEPT_FREE_MEGABYTES.platform } : undefined
}
