import { buffer } from 'node:stream/consumers'
import { ContentType, fail } from '@tessera/contract'
import { samplePath } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { edgeKindOf } from '../../kinds/index.ts'

/** The files of a sample have a fixed date, so that two archives of one kind are identical. */
const MADE = new Date(2026, 0, 1)

/** Creates a small sample archive of a kind of data, with synthetic rows in the required layout. */
export async function makeSample(kind: ContentType): Promise<Buffer> {
  const zip = new ZipFile()
  const { layout, sample } = edgeKindOf(kind)
  // Files with this name are never read as data.
  const files = { 'README.txt': [...layout.cn, '', ...layout.en, ''].join('\r\n'), ...(await sample()) }
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name, { mtime: MADE })
  zip.end()
  return buffer(zip.outputStream)
}

const made = new Map<ContentType, Promise<Buffer>>()

/** Serves the samples without authentication, because they are part of the code. */
export function sampleRoutes(app: FastifyInstance) {
  app.get<{ Params: { kind: string } }>(samplePath(':kind'), async (request, reply) => {
    const kind = ContentType.safeParse(request.params.kind).data ?? fail('route.not-found')
    const sample = made.get(kind) ?? makeSample(kind)
    made.set(kind, sample)
    // A sample that could not be created is dropped, so that the next request creates it again.
    sample.catch(() => made.delete(kind))
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="tessera-sample-${kind}.zip"`)
      .send(await sample)
  })
}
