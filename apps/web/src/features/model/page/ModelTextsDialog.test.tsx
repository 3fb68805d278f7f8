import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heartModel } from '../../../testing/model.ts'
import { renderPage } from '../../../testing/world.tsx'
import { ModelTextsDialog } from './ModelTextsDialog.tsx'

test.each([
  ['Introduction', 500],
  ['How to use it', 300],
  ['Where it applies', 300],
])(
  'limits %s to %d characters',
  { meta: { spec: ['validation.model-edit-fields', 'limits.description-length'] } },
  async (label, limit) => {
    const props = { open: true, isPending: false, error: null, onSubmit() {}, onClose() {} }
    renderPage(<ModelTextsDialog purpose="edit" model={heartModel()} {...props} />, { language: 'en' })
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: label })
    expect(field.maxLength).toBe(limit)

    const message = `At most ${limit} characters.`
    fireEvent.change(field, { target: { value: 'x'.repeat(limit) } })
    fireEvent.blur(field)
    expect(screen.queryByText(message)).toBeNull()
    fireEvent.change(field, { target: { value: 'x'.repeat(limit + 1) } })
    fireEvent.blur(field)
    expect(await screen.findByText(message)).toBeTruthy()
  },
)
