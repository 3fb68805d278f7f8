import { fail } from '@tessera/contract'
import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from './files.ts'

/** All types in which pictures are stored. New pictures are stored as WebP, older ones as PNG or JPEG. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureType = keyof typeof PICTURE_TYPES

/** Bus channel for the `{path}` of a picture that a user, party or task no longer shows. */
export const PICTURE_REPLACED = 'picture-replaced'
export type PictureReplaced = { path: string }

const STORED = /^pictures\/[\w-]+\.(png|jpg|webp)$/

/**
 * Returns the type of a stored picture, according to its path; undefined if the path is not that of a stored picture.
 */
export const storedTypeOf = (path: string) => STORED.exec(path)?.[1] as PictureType | undefined

/**
 * Returns the path of a picture if the picture is stored on this platform; otherwise fails, because an external address
 * would reveal who views the picture.
 */
export async function checkPicture({ files }: { files: FileStore }, path: string | null | undefined) {
  if (!path) return null
  if (!storedTypeOf(path) || !(await files.has(path))) fail('file.picture-unknown')
  return path
}

/**
 * Requests the removal of a replaced picture once the transaction commits. The picture is not removed if another user,
 * party or task shows it.
 */
export async function pictureReplaced(tx: Db, { bus }: { bus: Bus }, path: string | null) {
  if (path && storedTypeOf(path)) await bus.publish(tx, PICTURE_REPLACED, { path } satisfies PictureReplaced)
}
