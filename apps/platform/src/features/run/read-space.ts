import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_FREE_MEGABYTES } from '@tessera/contract'
import { freeMegabytes } from '../../lib/full-disk.ts'

/** Folders of the ServerApps and of the SuperLink's database. Each folder may be on a separate disk. */
const FOLDERS = ['runs', 'flower']

/**
 * Returns free and needed megabytes of a disk to which runs write and that is short of space; undefined if every disk
 * has enough.
 */
export async function readLackOfSpace(dataDir: string): Promise<{ free: number; needed: number } | undefined> {
  const places = await Promise.all(FOLDERS.map((folder) => statfs(join(dataDir, folder)).catch(() => undefined)))
  const known = places.filter((place) => place !== undefined)
  if (known.length === 0) return undefined
  const free = Math.min(...known.map(freeMegabytes))
  return free < KEPT_FREE_MEGABYTES.platform ? { free, needed: KEPT_FREE_MEGABYTES.platform } : undefined
}
