import { ApiError } from './api-error.ts'

export interface Amount {
  loaded: number
  total: number
}

interface Sending {
  headers: Record<string, string>
  /** Further fields of the form, sent before the file. */
  fields?: Record<string, string> | undefined
  onProgress?: ((amount: Amount) => void) | undefined
  signal?: AbortSignal | undefined
  timeoutMs: number
  /** Asked when nobody answered. */
  whyUnreachable: () => Promise<ApiError>
}

export interface FileAnswer {
  status: number
  text: string
  /** When it was given, by the clock of who gave it. */
  date: string | null
}

/** XMLHttpRequest, because fetch does not say how much has been sent. */
export function sendFile(
  address: string,
  file: File,
  { headers, fields = {}, onProgress, signal, timeoutMs, whyUnreachable }: Sending,
): Promise<FileAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.({ loaded: event.loaded, total: event.total || file.size })
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, date: request.getResponseHeader('date') })
    request.onerror = () => whyUnreachable().then(reject, reject)
    request.ontimeout = () => reject(new ApiError('client.timeout'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
