import { fail } from '@tessera/contract'
import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from './files.ts'

/** Every type that was ever stored; new pictures are WebP. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureType = keyof typeof PICTURE_TYPES

/** Channel of the bus: `{path}` of a picture that a user, party or task no longer shows. */
export const PICTURE_REPLACED = 'picture-replaced'
export type PictureReplaced = { path: string }

const STORED = /^pictures\/[\w-]+\.(png|jpg|webp)$/

/** Returns the type of a stored picture's path; undefined for any other path. */
export const storedTypeOf = (path: string) => STORED.exec(path)?.[1] as PictureType | undefined

/** Returns the path of a picture that is stored here, or fails: an external address would reveal who views it. */
export async function checkPicture({ files }: { files: FileStore }, path: string | null | undefined) {
  if (!path) return null
  if (!storedTypeOf(path) || !(await files.has(path))) fail('file.picture-unknown')
  return path
}

/** Requests removal once the transaction commits, unless another user, party or task shows it, too. */
export async function pictureReplaced(tx: Db, { bus }: { bus: Bus }, path: string | null) {
  if (path && storedTypeOf(path)) await bus.publish(tx, PICTURE_REPLACED, { path } satisfies PictureReplaced)
}
