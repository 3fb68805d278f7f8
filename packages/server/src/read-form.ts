import { AppError, type FileLimits, fail, findUnfit } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'

/** A file as somebody sent it, under the name they gave it. */
export interface SentFile {
  name: string
  content: Buffer
}

export interface SentForm {
  fields: Record<string, string>
  files: SentFile[]
}

const MOST_FIELDS = 20
const MOST_FIELD_BYTES = 10_000

/** Reads a whole form of few small files into memory, and no more of it than may come. */
export async function readForm(request: FastifyRequest, { most, megabytes }: FileLimits): Promise<SentForm> {
  const tooMany = new AppError('file.too-many', { most, megabytes })
  let left = megabytes * 1024 * 1024
  const fields: [string, string][] = []
  const files: SentFile[] = []
  const limits = { files: most, fileSize: left, fields: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.push([part.fieldname, String(part.value)])
        continue
      }
      const content = await part.toBuffer()
      left -= content.length
      if (left < 0) throw tooMany
      files.push({ name: part.filename, content })
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw code === 'FST_FILES_LIMIT' || code === 'FST_REQ_FILE_TOO_LARGE' ? tooMany : error
  }
  const form = { fields: Object.fromEntries(fields), files }
  const unfit = findUnfit({ ...form.fields, files: files.map(({ name }) => name) })
  if (unfit) fail(unfit.code, unfit.params)
  return form
}
