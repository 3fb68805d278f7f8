import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_FREE_MEGABYTES } from '@tessera/contract'
import { freeMegabytes } from '../../lib/full-disk.ts'

/** Folders of the ServerApps and of the SuperLink's own database. Each may be on its own disk. */
const FOLDERS = ['runs', 'flower']

/** Returns free and needed megabytes if a disk that runs write to is short of space; undefined if each has enough. */
export async function readLackOfSpace(dataDir: string): Promise<{ free: number; needed: number } | undefined> {
  const places = await Promise.all(FOLDERS.map((folder) => statfs(join(dataDir, folder)).catch(() => undefined)))
  const known = places.filter((place) => place !== undefined)
  if (known.length === 0) return undefined
  const free = Math.min(...known.map(freeMegabytes))
  return free < KEPT_FREE_MEGABYTES.platform ? { free, needed: KEPT_FREE_MEGABYTES.platform } : undefined
}
