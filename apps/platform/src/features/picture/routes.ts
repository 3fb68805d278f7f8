import { AppError, fail, PICTURE_MEGABYTES } from '@tessera/contract'
import { UploadFile } from '@tessera/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { newId } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'
import { PICTURE_TYPES, storedTypeOf } from '../../lib/pictures.ts'
import { redrawPicture } from './redraw.ts'

const PICTURES_A_MINUTE = 20
const MAX_BYTES = PICTURE_MEGABYTES * 1024 * 1024

export function pictureRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, UploadFile, async (_biz, actor, { request, say }) => {
    await limit(deps, `picture:${actor.userId}`, PICTURES_A_MINUTE, MINUTE_MS)
    say(await storePicture(deps, request))
    return null
  })
  servePictures(app, deps)
}

/** Stores the picture in the request and returns its path. */
async function storePicture({ files }: Deps, request: FastifyRequest): Promise<string> {
  const part = (await request.file({ limits: { fileSize: MAX_BYTES } })) ?? fail('file.missing')
  const content = await part.toBuffer().catch((error: { statusCode?: number }) => {
    throw error.statusCode === 413 ? new AppError('file.too-large', { limit: `${PICTURE_MEGABYTES} MB` }) : error
  })
  if (content.length === 0) fail('file.missing')
  const path = `pictures/${newId()}.webp`
  await files.put(path, await redrawPicture(content))
  return path
}

/** Serves pictures without a session. Pages before log-in show pictures, too, and the file names cannot be guessed. */
function servePictures(app: FastifyInstance, { files }: Deps) {
  app.get<{ Params: { name: string } }>('/sys/common/static/pictures/:name', async (request, reply) => {
    const path = `pictures/${request.params.name}`
    const type = storedTypeOf(path)
    const found = type && (await files.open(path))
    if (!found) return fail('route.not-found')
    return reply
      .type(PICTURE_TYPES[type])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', found.size)
      .send(found.stream)
  })
}
