import { AppError, type FileLimits, fail, findUnfit } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'

/** A file as a caller sent it, with the caller's name for it. */
export interface SentFile {
  name: string
  content: Buffer
}

export interface SentForm {
  fields: Record<string, string>
  files: SentFile[]
}

const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 10_000

/** Reads a form with a few small files into memory, up to the given limits. */
export async function readForm(request: FastifyRequest, { most, megabytes }: FileLimits): Promise<SentForm> {
  const tooMany = new AppError('file.too-many', { most, megabytes })
  let left = megabytes * 1024 * 1024
  const fields: [string, string][] = []
  const files: SentFile[] = []
  const limits = { files: most, fileSize: left, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES }
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
