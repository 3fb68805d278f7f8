import { type DatasetDraft, type ErrorCode, type ErrorParams, phrase } from '@tessera/contract'
import { UploadZip } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { z } from 'zod'
import { heartDraft } from './test-world.ts'

/** For tests only: the browser's way of sending files with progress, at the network's border. */
export class FakeUpload {
  static last: FakeUpload | null = null
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload: () => void = () => undefined
  onabort: () => void = () => undefined
  status = 200
  responseText = ''
  url = ''
  headers: Record<string, string> = {}
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {
    FakeUpload.last = this
  }
  abort() {
    this.onabort()
  }
  finish(draft: DatasetDraft = heartDraft) {
    const result = z.encode(UploadZip.output, draft as never)
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

export const zip = (name = 'heart.zip') => new File(['PK'], name, { type: 'application/zip' })

/** Opens the dialog of the (English) page, chooses `heart.zip` there, and answers the dialog. */
export async function uploadHeart() {
  await userEvent.click(await screen.findByRole('button', { name: 'Upload data' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [zip()] } })
  await waitFor(() => {
    if (!FakeUpload.last) throw new Error('nothing was sent yet')
  })
  return dialog
}
