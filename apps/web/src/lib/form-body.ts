import { FORM_BLOCK_BYTES } from '@tessera/contract'
import { base64url } from './base64.ts'

/** What a form sends, progress included. */
export interface Amount {
  loaded: number
  total: number
}

/**
 * A form with one file, as `multipart/form-data`: its bytes and, as its `type`, the content type. It reads the file only when
 * it is read itself, and every reading has the same bytes, unlike a `FormData`, whose boundary the browser chooses.
 */
export function formOf(file: File, fields: Record<string, string> = {}): Blob {
  const random = crypto.getRandomValues(new Uint8Array(16))
  // A Blob's type is in lower case.
  const boundary = `tessera-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const head = (what: string) => `--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n`
  const parts = Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), '\r\n', value, '\r\n'])
  const fileHead = `${head(`name="file"; filename="${quoted(file.name)}"`)}Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`
  return new Blob([...parts, fileHead, file, `\r\n--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  })
}

/** As HTML has browsers write a file's name into a form. */
const quoted = (name: string) => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

/** The hash of a form that a proof covers (`formHash`), with one block of it in memory at a time. */
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
