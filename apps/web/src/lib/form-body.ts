import { FORM_BLOCK_BYTES } from '@tessera/contract'
import { base64url } from './base64.ts'

/** The progress of sending a form. */
export interface Amount {
  loaded: number
  total: number
}

/**
 * Returns a form with one file as a `multipart/form-data` blob, with the content type as `type`. The file is read only
 * when the blob is read. Every read returns the same bytes, unlike those of a `FormData`, for which the browser chooses
 * a new boundary each time.
 */
export function formOf(file: File, fields: Record<string, string> = {}): Blob {
  const random = crypto.getRandomValues(new Uint8Array(16))
  // The boundary must be in lower case, because browsers convert a blob's type to lower case.
  const boundary = `tessera-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const head = (what: string) => `--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n`
  const parts = Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), '\r\n', value, '\r\n'])
  const fileHead = `${head(`name="file"; filename="${quoted(file.name)}"`)}Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`
  return new Blob([...parts, fileHead, file, `\r\n--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  })
}

/** Escapes a file name in the way HTML specifies for forms. */
const quoted = (name: string) => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

/** Returns the hash of a form, which a proof contains as `formHash`. Reads the form block by block to save memory. */
export async function hashForm(
  form: Blob,
  {
    onProgress,
    signal,
  }: { onProgress?: ((amount: Amount) => void) | undefined; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const total = form.size
  const digests: Uint8Array<ArrayBuffer>[] = []
  onProgress?.({ loaded: 0, total })
  for (let start = 0; start < total; start += FORM_BLOCK_BYTES) {
    signal?.throwIfAborted()
    const block = await form.slice(start, start + FORM_BLOCK_BYTES).arrayBuffer()
    digests.push(await sha256(block))
    onProgress?.({ loaded: start + block.byteLength, total })
  }
  return base64url(await sha256(await new Blob(digests).arrayBuffer()))
}

const sha256 = async (bytes: ArrayBuffer) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
