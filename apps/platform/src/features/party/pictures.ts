import { fail } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'

const MOST_BYTES = 3 * 1024 * 1024
const TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureType = keyof typeof TYPES

/** By what the file holds, not by what it is called. */
export function pictureTypeOf(content: Uint8Array): PictureType | undefined {
  const starts = (bytes: number[], at = 0) => bytes.every((byte, i) => content[at + i] === byte)
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts([0xff, 0xd8, 0xff])) return 'jpg'
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp'
  return undefined
}

/** Stores the picture of the request and answers its path. */
export async function storePicture({ files }: Deps, request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) fail('file.missing')
  const part = (await request.file({ limits: { fileSize: MOST_BYTES } })) ?? fail('file.missing')
  const content = await part.toBuffer().catch(() => fail('file.too-large', { limit: '3 MB' }))
  if (content.length === 0) fail('file.missing')
  const type = pictureTypeOf(content) ?? fail('file.not-picture')
  const path = `pictures/${newId()}.${type}`
  await files.put(path, content)
  return path
}

/** Pictures have unguessable names and are shown before log-in too, so they are open. */
export function servePictures(app: FastifyInstance, { files }: Deps) {
  app.get<{ Params: { name: string } }>('/sys/common/static/pictures/:name', async (request, reply) => {
    const match = /^[\w-]+\.(png|jpg|webp)$/.exec(request.params.name)
    const found = match ? await files.open(`pictures/${match[0]}`) : undefined
    if (!found || !match) return fail('route.not-found')
    return reply
      .type(TYPES[match[1] as PictureType])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', found.size)
      .send(found.stream)
  })
}
