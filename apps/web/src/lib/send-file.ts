import { ApiError } from './api-error.ts'
import type { Amount } from './form-body.ts'

interface Sending {
  headers: Record<string, string>
  onProgress?: ((amount: Amount) => void) | undefined
  signal?: AbortSignal | undefined
  timeoutMs: number
  /** Returns the error that explains why there was no answer. */
  whyUnreachable: () => Promise<ApiError>
}

export interface FileAnswer {
  status: number
  text: string
  /** Time of the answer by the server's clock. */
  date: string | null
}

/** Sends a form made by `formOf`. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendForm(
  address: string,
  form: Blob,
  { headers, onProgress, signal, timeoutMs, whyUnreachable }: Sending,
): Promise<FileAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', form.type)
    request.upload.onprogress = (event) => onProgress?.({ loaded: event.loaded, total: event.total || form.size })
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, date: request.getResponseHeader('date') })
    request.onerror = () => whyUnreachable().then(reject, reject)
    request.ontimeout = () => reject(new ApiError('client.timeout'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
