import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { VIEW_PICTURE_PATH } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { EdgeSessions } from '../../lib/edge-sessions.ts'
import { type Actor, type EdgeTokens, shownBy } from '../../lib/edge-token.ts'
import { markOf, readPictureToken } from '../../lib/picture-token.ts'
import type { WhoAsks } from '../../lib/who-asks.ts'
import type { DatasetDeps } from './deps.ts'
import { THUMBNAIL } from './kinds/index.ts'
import { type PicturePath, parsePicturePath } from './pictures.ts'
import { mayReadRows } from './policy.ts'
import { findDataset, findDraft } from './queries.ts'

type PictureDeps = Pick<DatasetDeps, 'db' | 'log' | 'now'> & {
  tokens: EdgeTokens
  sessions: EdgeSessions
  whoAsks: WhoAsks
}

const CONTENT_TYPES: Record<PicturePath['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}
/** As long as the token in a picture's address. */
const CACHED_SECONDS = 300

/** Pictures of datasets, for whoever shows a token of their row, or is in a session and may read the rows. */
export function pictureRoutes(app: FastifyInstance, deps: PictureDeps) {
  app.get(VIEW_PICTURE_PATH, async (request, reply) => {
    const { path, token } = request.query as { path?: unknown; token?: unknown }
    const text = typeof path === 'string' ? path : ''
    const asked = parsePicturePath(text)
    const { media, reader } =
      typeof token === 'string' && token !== ''
        ? byPictureToken(deps, token, asked)
        : inSession(deps, await deps.whoAsks.authenticate(request, { takesSession: true, takesMachine: true }), asked)
    const { datasetId, isSmall, number, extension } = asked ?? fail('dataset.picture-not-found')
    const folder = join(media, isSmall ? THUMBNAIL.folder : '')
    const file = await open(join(folder, `${number}.${extension}`)).catch(notFound)
    // Thumbnails were shown with their row, whose reading is in the log.
    if (!isSmall) deps.log.append('read', { datasetId, ...reader, picture: number })
    return reply.headers(await headersOf(file, extension)).send(file.createReadStream())
  })
}

interface Shown {
  media: string
  /** For the log. */
  reader: ReturnType<typeof shownBy>
}

function byPictureToken(deps: PictureDeps, token: string, asked: PicturePath | undefined): Shown {
  deps.tokens.requireOpen()
  const claims = readPictureToken(token, deps.now()) ?? fail('edge.token-refused')
  // Who is logged out or off the list sees no picture of a row that they once read.
  if ('sessionId' in claims.shown && !deps.sessions.find(claims.shown.sessionId)) fail('edge.token-refused')
  if (!asked || asked.datasetId !== claims.datasetId || asked.number !== claims.number) fail('edge.token-refused')
  const media = (findDataset(deps.db, asked.datasetId) ?? findDraft(deps.db, asked.datasetId, claims.userId))?.media
  if (!media) fail('dataset.picture-not-found')
  if (markOf(media) !== claims.folderMark) fail('edge.token-refused')
  return { media, reader: shownBy(claims) }
}

function inSession(deps: PictureDeps, actor: Actor, asked: PicturePath | undefined): Shown {
  const dataset = (asked && findDataset(deps.db, asked.datasetId)) ?? fail('dataset.picture-not-found')
  if (!mayReadRows(actor, dataset)) fail('dataset.not-allowed')
  return { media: dataset.media ?? fail('dataset.picture-not-found'), reader: shownBy(actor) }
}

function notFound(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') fail('dataset.picture-not-found')
  throw error
}

/** Whatever the bytes are, a browser is to take them for nothing but a picture. */
async function headersOf(file: FileHandle, extension: PicturePath['extension']) {
  return {
    'content-type': CONTENT_TYPES[extension],
    'content-length': (await file.stat()).size,
    'content-security-policy': "default-src 'none'",
    'cache-control': `private, max-age=${CACHED_SECONDS}`,
  }
}
