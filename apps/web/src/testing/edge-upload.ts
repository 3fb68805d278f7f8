import type { DatasetDraft } from '@tessera/contract'
import { UploadZip } from '@tessera/contract/wire'
import { fireEvent, waitFor } from '@testing-library/react'
import { z } from 'zod'
import { heartDraft } from './dataset.ts'
import { FakeUpload } from './fake-upload.ts'

export { FakeUpload, fakeUploads } from './fake-upload.ts'

/** For tests: answers the last upload with this draft. */
export const finishUpload = (draft: DatasetDraft = heartDraft) =>
  FakeUpload.last?.answer(z.encode(UploadZip.output, draft as never))

export const zip = (name = 'heart.zip') => new File(['PK'], name, { type: 'application/zip' })

/** For tests: chooses `heart.zip` on the page. */
export async function chooseFile(file = zip()) {
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]')
    if (!found) throw new Error('The page has no file input yet')
    return found
  })
  fireEvent.change(input, { target: { files: [file] } })
}

/** For tests: chooses the file and waits until it is sent. */
export async function uploadHeart() {
  await chooseFile()
  await waitFor(() => {
    if (!FakeUpload.last) throw new Error('No upload has been sent yet')
  })
}
