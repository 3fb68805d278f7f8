import { AppError, fail, PICTURE_MEGABYTES } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import type { PartyDeps } from './neighbours.ts'
import { parties, users } from './table.ts'

const MOST_BYTES = PICTURE_MEGABYTES * 1024 * 1024
/** Beyond this a picture of a few kilobytes could unfold into all the memory there is. */
const MOST_MEGAPIXELS = 50
const SIDE = 512
const PATIENCE_SECONDS = 10
const STORED = /^pictures\/[\w-]+\.(png|jpg|webp)$/
/** All that were ever kept; today's are WebP. */
const TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureType = keyof typeof TYPES

// Pictures are seldom and small: they keep no memory and take one thread each.
sharp.cache(false)
sharp.concurrency(1)

/** By what the file holds, not by what it is called. */
export function pictureTypeOf(content: Uint8Array): PictureType | undefined {
  const starts = (bytes: number[], at = 0) => bytes.every((byte, i) => content[at + i] === byte)
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts([0xff, 0xd8, 0xff])) return 'jpg'
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return undefined
}

/**
 * The picture drawn anew: its first frame, upright, at most 512 pixels wide and high. Nothing else of the file is kept,
 * neither where it was taken nor what somebody put behind the picture.
 */
export async function redrawPicture(content: Uint8Array): Promise<Buffer> {
  if (!pictureTypeOf(content)) fail('file.not-picture')
  try {
    return await sharp(content, { failOn: 'error', limitInputPixels: MOST_MEGAPIXELS * 1e6, pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  } catch (error) {
    // The library has no codes; this sentence of its own is tested.
    const isTooWide = error instanceof Error && error.message.includes('pixel limit')
    throw isTooWide
      ? new AppError('file.picture-too-wide', { limit: MOST_MEGAPIXELS })
      : new AppError('file.picture-broken')
  }
}

/** Stores the picture of the request and answers its path. */
export async function storePicture({ files }: Deps, request: FastifyRequest): Promise<string> {
  const part = (await request.file({ limits: { fileSize: MOST_BYTES } })) ?? fail('file.missing')
  const content = await part.toBuffer().catch((error: { statusCode?: number }) => {
    throw error.statusCode === 413 ? new AppError('file.too-large', { limit: `${PICTURE_MEGABYTES} MB` }) : error
  })
  if (content.length === 0) fail('file.missing')
  const path = `pictures/${newId()}.webp`
  await files.put(path, await redrawPicture(content))
  return path
}

/** A picture may be shown as somebody's only when it was stored here: an address of elsewhere would tell who looks. */
export async function checkPicture({ files }: Pick<Deps, 'files'>, path: string | null | undefined) {
  if (!path) return null
  if (!STORED.test(path) || !(await files.has(path))) fail('file.picture-unknown')
  return path
}

/** Removes a picture that was replaced, unless somebody else shows it too. */
export async function dropPicture({ db, files, isTaskPicture }: PartyDeps, path: string | null) {
  if (!path || !STORED.test(path)) return
  const isShown =
    (await db.$count(parties, eq(parties.avatar, path))) > 0 ||
    (await db.$count(users, eq(users.avatar, path))) > 0 ||
    (await isTaskPicture(db, path))
  if (!isShown) await files.remove(path)
}

/** Pictures have unguessable names and are shown before log-in too, so they are open. */
export function servePictures(app: FastifyInstance, { files }: Deps) {
  app.get<{ Params: { name: string } }>('/sys/common/static/pictures/:name', async (request, reply) => {
    const path = `pictures/${request.params.name}`
    const type = STORED.exec(path)?.[1] as PictureType | undefined
    const found = type && (await files.open(path))
    if (!found) return fail('route.not-found')
    return reply
      .type(TYPES[type])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', found.size)
      .send(found.stream)
  })
}
