import type { DatasetDraft } from '@tessera/contract'
import { UploadZip } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { z } from 'zod'
import { FakeUpload } from '../../lib/fake-upload.ts'
import { heartDraft } from './test-world.ts'

export { FakeUpload, fakeUploads } from '../../lib/fake-upload.ts'

/** The edge answers what was sent last with this draft. */
export const finishUpload = (draft: DatasetDraft = heartDraft) =>
  FakeUpload.last?.answer(z.encode(UploadZip.output, draft as never))

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
