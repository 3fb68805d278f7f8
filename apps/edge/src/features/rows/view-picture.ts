import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { VIEW_PICTURE_PATH } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { THUMBNAIL } from '../../kinds/index.ts'
import type { CallerCheck } from '../../lib/caller-check.ts'
import type { EdgeSessions } from '../../lib/edge-sessions.ts'
import { type Actor, type EdgeTokens, shownBy } from '../../lib/edge-token.ts'
import { markOf, readPictureToken } from '../../lib/picture-token.ts'
import type { DatasetDeps } from './deps.ts'
import { type PicturePath, parsePicturePath } from './pictures.ts'
import { mayReadRows } from './policy.ts'
import { findDataset, findDraft } from './queries.ts'

type PictureDeps = Pick<DatasetDeps, 'db' | 'log' | 'now'> & {
  tokens: EdgeTokens
  sessions: EdgeSessions
  callerCheck: CallerCheck
}

const CONTENT_TYPES: Record<PicturePath['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}
/** Cache lifetime, equal to the lifetime of the token in a picture's address. */
const CACHED_SECONDS = 300

/**
 * Serves pictures of datasets to users who have a picture link for the row, or a session and the right to read the
 * rows.
 */
export function pictureRoutes(app: FastifyInstance, deps: PictureDeps) {
  app.get(VIEW_PICTURE_PATH, async (request, reply) => {
    const { path, token } = request.query as { path?: unknown; token?: unknown }
    const text = typeof path === 'string' ? path : ''
    const target = parsePicturePath(text)
    const { media, reader } =
      typeof token === 'string' && token !== ''
        ? byPictureToken(deps, token, target)
        : inSession(
            deps,
            await deps.callerCheck.authenticate(request, { takesSession: true, takesMachine: true }),
            target,
          )
    const { datasetId, isSmall, number, extension } = target ?? fail('dataset.picture-not-found')
    const folder = join(media, isSmall ? THUMBNAIL.folder : '')
    const file = await open(join(folder, `${number}.${extension}`)).catch(notFound)
    // Thumbnails are part of a row, and reading the row was already logged.
    if (!isSmall) deps.log.append('read', { datasetId, ...reader, picture: number })
    return reply.headers(await headersOf(file, extension)).send(file.createReadStream())
  })
}

interface Shown {
  media: string
  /** The reader's identity for the log. */
  reader: ReturnType<typeof shownBy>
}

function byPictureToken(deps: PictureDeps, token: string, target: PicturePath | undefined): Shown {
  deps.tokens.requireOpen()
  const claims = readPictureToken(token, deps.now()) ?? fail('edge.token-refused')
  // If a user has logged out or was removed, earlier picture links no longer work.
  if ('sessionId' in claims.shown && !deps.sessions.find(claims.shown.sessionId)) fail('edge.token-refused')
  if (!target || target.datasetId !== claims.datasetId || target.number !== claims.number) fail('edge.token-refused')
  const media = (findDataset(deps.db, target.datasetId) ?? findDraft(deps.db, target.datasetId, claims.userId))?.media
  if (!media) fail('dataset.picture-not-found')
  if (markOf(media) !== claims.folderMark) fail('edge.token-refused')
  return { media, reader: shownBy(claims) }
}

function inSession(deps: PictureDeps, actor: Actor, target: PicturePath | undefined): Shown {
  const dataset = (target && findDataset(deps.db, target.datasetId)) ?? fail('dataset.picture-not-found')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  return { media: dataset.media ?? fail('dataset.picture-not-found'), reader: shownBy(actor) }
}

function notFound(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') fail('dataset.picture-not-found')
  throw error
}

/** Headers that make the browser treat the bytes as a picture only, regardless of their content. */
async function headersOf(file: FileHandle, extension: PicturePath['extension']) {
  return {
    'content-type': CONTENT_TYPES[extension],
    'content-length': (await file.stat()).size,
    'content-security-policy': "default-src 'none'",
    'cache-control': `private, max-age=${CACHED_SECONDS}`,
  }
}
