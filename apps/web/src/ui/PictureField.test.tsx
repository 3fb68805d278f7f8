import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { PartyTile } from './PartyTile.tsx'
import { PictureField } from './PictureField.tsx'

beforeEach(() => {
  setLanguage('en')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
})

const MB = 1024 * 1024
const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'picture', { type })

test.each([
  ['a document', file('application/pdf', 10), 'Choose a PNG, JPEG or WebP file.'],
  ['a picture of 3 MB', file('image/png', 3 * MB), 'This picture is larger than 3 MB. Choose a smaller one.'],
])('refuses %s as an avatar, with a message', async (_what, chosen, complaint) => {
  const onChange = vi.fn()
  const { container } = render(<PictureField onChange={onChange} />)
  fireEvent.change(container.querySelector('input') as HTMLInputElement, { target: { files: [chosen] } })
  expect((await screen.findByRole('alert')).textContent).toBe(complaint)
  expect(onChange).not.toHaveBeenCalled()
})

test('shows a chosen avatar, which the user can remove', async () => {
  const onChange = vi.fn()
  const chosen = file('image/png', 10)
  const { container, rerender } = render(<PictureField onChange={onChange} />)
  fireEvent.change(container.querySelector('input') as HTMLInputElement, { target: { files: [chosen] } })
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(chosen))
  rerender(<PictureField value={chosen} onChange={onChange} />)
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:1'))
  fireEvent.click(screen.getByText('Remove'))
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('shows a party’s avatar instead of its shape', () => {
  const { container, rerender } = render(<PartyTile partyId="1001" />)
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<PartyTile partyId="1001" picture="party/1.png" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/jeecg-boot/sys/common/static/party/1.png')
  expect(container.querySelector('svg')).toBeNull()
})
