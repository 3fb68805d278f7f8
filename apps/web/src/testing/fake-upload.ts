import { type ErrorCode, type ErrorParams, phrase } from '@tessera/contract'
import { vi } from 'vitest'

/** For tests: replaces the XMLHttpRequest that sends files and reports progress. */
export class FakeUpload {
  static last: FakeUpload | null = null
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload: () => void = () => undefined
  onabort: () => void = () => undefined
  status = 200
  responseText = ''
  url = ''
  headers: Record<string, string> = {}
  body: Blob | null = null
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(): string | null {
    return null
  }
  send(body: Blob) {
    this.body = body
    FakeUpload.last = this
  }
  abort() {
    this.onabort()
  }
  /** Answers the upload. `result` is in the format of the wire. */
  answer(result: unknown) {
    this.responseText = JSON.stringify({ success: true, code: 200, message: '', result, timestamp: 0 })
    this.onload()
  }
  refuse(code: ErrorCode, params: ErrorParams) {
    const message = phrase('en', code, params)
    const body = { success: false, code: 500, message, result: null, timestamp: 0, error: code, params }
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

export function fakeUploads() {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  FakeUpload.last = null
}
