import { fail } from '@tessera/contract'
import type { Bus } from '../db/bus.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from './files.ts'

/** All that were ever kept; today's are WebP. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureType = keyof typeof PICTURE_TYPES

/** Channel of the bus: `{path}` of a picture that somebody showed and shows no more. */
export const PICTURE_REPLACED = 'picture-replaced'
export type PictureReplaced = { path: string }

const STORED = /^pictures\/[\w-]+\.(png|jpg|webp)$/

/** Undefined for what is no path of a picture that could be stored here. */
export const storedTypeOf = (path: string) => STORED.exec(path)?.[1] as PictureType | undefined

/** A picture may be shown as somebody's only when it was stored here: an address of elsewhere would tell who looks. */
export async function checkPicture({ files }: { files: FileStore }, path: string | null | undefined) {
  if (!path) return null
  if (!storedTypeOf(path) || !(await files.has(path))) fail('file.picture-unknown')
  return path
}

/** Has it removed once the transaction commits, unless somebody else shows it too. */
export async function pictureReplaced(tx: Db, { bus }: { bus: Bus }, path: string | null) {
  if (path && storedTypeOf(path)) await bus.publish(tx, PICTURE_REPLACED, { path } satisfies PictureReplaced)
}
