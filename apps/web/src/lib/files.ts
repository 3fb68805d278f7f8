import type { Endpoint, Output } from '@tessera/contract'
import { UploadFile } from '@tessera/contract/wire'
import { apiSettings } from './api-settings.ts'
import { edgePicturePath } from './edge-picture.ts'
import { readAnswer } from './envelope.ts'
import {
  ApiError,
  addressOf,
  type CallOptions,
  decodeAnswer,
  type Line,
  lineAt,
  lineTo,
  reach,
  sending,
  type Target,
  unreachable,
} from './request.ts'

export interface Amount {
  loaded: number
  total: number
}

export interface UploadOptions {
  /** Further fields of the form, sent before the file. */
  fields?: Record<string, string>
  onProgress?: (amount: Amount) => void
  signal?: AbortSignal
  /** As for `call`. */
  party?: CallOptions['party']
}

/** Sends a file to a multipart endpoint; answers its output. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions = {},
): Promise<Output<E>> {
  return (await uploadForAnswer(endpoint, file, options)).output
}

/** Stores a picture at the platform; answers its path, for `pictureUrl`. */
export async function uploadPicture(file: File, biz: string, options: UploadOptions = {}): Promise<string> {
  return (await uploadForAnswer(UploadFile, file, { ...options, fields: { biz } })).message
}

async function uploadForAnswer<E extends Endpoint>(endpoint: E, file: File, options: UploadOptions) {
  const line = lineTo(endpoint, options)
  return sending(line, {}, async (headers) =>
    decodeAnswer(endpoint, line, await sendFile(line, endpoint.path, file, options, headers)),
  )
}

/** XMLHttpRequest, because fetch does not say how much has been sent. */
function sendFile(
  line: Line,
  path: string,
  file: File,
  { fields = {}, onProgress, signal }: UploadOptions,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(line, path))
    request.timeout = apiSettings.timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.({ loaded: event.loaded, total: event.total || file.size })
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => unreachable(line).then(reject, reject)
    request.ontimeout = () => reject(new ApiError('client.timeout'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The bytes of a file that needs a token. */
export async function fetchFile(
  path: string,
  { at, onProgress, signal }: { at: Target; onProgress?: (amount: Amount) => void; signal?: AbortSignal },
): Promise<Blob> {
  const line = lineAt(at)
  return sending(line, {}, async (headers) => {
    const response = await reach(line, path, { headers, signal: signal ?? null })
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    if (!response.ok || isEnvelope) {
      const edgeUrl = at === 'edge' ? addressOf(line, '') : undefined
      readAnswer({ status: response.status, text: await response.text() }, { target: at, hasToken: true, edgeUrl })
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

/** Fetches a file and hands it to the browser's downloads under this name. */
export async function download(
  path: string,
  fileName: string,
  options: { at: Target; onProgress?: (amount: Amount) => void; signal?: AbortSignal },
): Promise<void> {
  saveAs(await fetchFile(path, options), fileName)
}

/** Hands bytes to the browser's downloads under this name. */
export function saveAs(content: Blob, fileName: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Address of a picture the platform keeps for everybody (avatars); addresses of elsewhere stay as they are. */
export function pictureUrl(path: string | null): string | undefined {
  if (!path) return undefined
  if (/^(https?:|data:)/.test(path)) return path
  return `${apiSettings.prefix}${path.startsWith('/') ? path : `/sys/common/static/${path}`}`
}

/** Address of a picture at the party's own edge. */
export const edgePictureUrl = (path: string, token: string): string =>
  addressOf(lineAt('edge'), edgePicturePath(path, token))
