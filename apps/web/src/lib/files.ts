import type { Endpoint, Output } from '@tessera/contract'
import { UploadFile } from '@tessera/contract/wire'
import { apiSettings } from './api-settings.ts'
import { readAnswer } from './envelope.ts'
import { type Amount, formOf } from './form-body.ts'
import { addressOf, type CallOptions, decodeAnswer, lineAt, reach, sending, unreachable } from './request.ts'
import { saveAs } from './save-file.ts'
import { sendForm } from './send-file.ts'

export interface UploadOptions {
  /** Further fields of the form, which are sent before the file. */
  fields?: Record<string, string>
  onProgress?: (amount: Amount) => void
  signal?: AbortSignal
  /** The party for which the call is made, as for `call`. */
  party?: CallOptions['party']
}

/**
 * Sends a file to a multipart endpoint of the platform, and returns the output. Only the edge's own pages send files to
 * an edge.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions = {},
): Promise<Output<E>> {
  return (await uploadForAnswer(endpoint, file, options)).output
}

/** Stores an image on the platform and returns its path, for `pictureUrl`. */
export async function uploadPicture(file: File, biz: string, options: UploadOptions = {}): Promise<string> {
  return (await uploadForAnswer(UploadFile, file, { ...options, fields: { biz } })).message
}

async function uploadForAnswer<E extends Endpoint>(endpoint: E, file: File, { fields, ...options }: UploadOptions) {
  const line = lineAt('platform', options.party)
  const form = formOf(file, fields)
  return sending(line, {}, async (headers) =>
    decodeAnswer(
      endpoint,
      line,
      await sendForm(addressOf(line, endpoint.path), form, {
        ...options,
        headers,
        timeoutMs: apiSettings.timeoutMs,
        whyUnreachable: () => unreachable(line),
      }),
    ),
  )
}

/** Fetches a file of the platform that needs a token. */
async function fetchFile(
  path: string,
  { onProgress, signal }: { onProgress?: (amount: Amount) => void; signal?: AbortSignal },
): Promise<Blob> {
  const line = lineAt('platform')
  return sending(line, {}, async (headers) => {
    const response = await reach(line, path, { headers, signal: signal ?? null })
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    if (!response.ok || isEnvelope) {
      readAnswer(
        { status: response.status, text: await response.text() },
        { target: 'platform', hasToken: true, edgeUrl: undefined },
      )
    }
    return onProgress ? countingBlob(response, onProgress) : response.blob()
  })
}

async function countingBlob(response: Response, onProgress: (amount: Amount) => void): Promise<Blob> {
  const total = Number(response.headers.get('content-length') ?? 0)
  const chunks: BlobPart[] = []
  let loaded = 0
  const reader = response.body?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    chunks.push(step.value)
    loaded += step.value.byteLength
    onProgress({ loaded, total })
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

/** Fetches a file and saves it under this name. */
export async function download(
  path: string,
  fileName: string,
  options: { onProgress?: (amount: Amount) => void; signal?: AbortSignal },
): Promise<void> {
  saveAs(await fetchFile(path, options), fileName)
}

/**
 * Returns the address of an image that the platform serves publicly, such as an avatar. Returns external addresses
 * unchanged.
 */
export function pictureUrl(path: string | null): string | undefined {
  if (!path) return undefined
  if (/^(https?:|data:)/.test(path)) return path
  return `${apiSettings.prefix}${path.startsWith('/') ? path : `/sys/common/static/${path}`}`
}
