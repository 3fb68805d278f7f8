import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/world.tsx'
import { FormDialog } from './FormDialog.tsx'

async function show() {
  const onClose = vi.fn()
  renderPage(
    <FormDialog open title="New task" onClose={onClose}>
      {(giveUp) => (
        <Form validateTrigger="onBlur" initialValues={{ name: '' }}>
          <Form.Item name="name" label="Name" rules={[{ required: true }]}>
            <Input />
          </Form.Item>
          <button type="button" onClick={giveUp}>
            Cancel it
          </button>
        </Form>
      )}
    </FormDialog>,
    { language: 'en' },
  )
  await screen.findByText('New task')
  return onClose
}
const beside = () => document.querySelector('.ant-modal-wrap') as HTMLElement
const cross = () => document.querySelector('.ant-modal-close') as HTMLElement

test('a form dialog does not close on a click outside', async () => {
  const onClose = await show()
  fireEvent.mouseDown(beside())
  fireEvent.click(beside())
  expect(onClose).not.toHaveBeenCalled()
})

test('a form dialog closes at once if nothing was typed', async () => {
  const onClose = await show()
  const name = screen.getByLabelText('Name')
  fireEvent.blur(name)
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.click(cross())
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(['cross', 'button', 'Escape'])('asks for confirmation before the %s discards input', async (way) => {
  const onClose = await show()
  const name = screen.getByLabelText('Name')
  fireEvent.change(name, { target: { value: 'Heart' } })
  if (way === 'cross') fireEvent.click(cross())
  if (way === 'button') fireEvent.click(screen.getByText('Cancel it'))
  if (way === 'Escape') fireEvent.keyDown(window, { key: 'Escape' })
  await screen.findByText('Close without saving?')
  fireEvent.click(screen.getByText('Keep editing'))
  expect(onClose).not.toHaveBeenCalled()
  expect(name).toHaveProperty('value', 'Heart')

  fireEvent.click(screen.getByText('Cancel it'))
  fireEvent.click(await screen.findByText('Discard'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

function Opened() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open it
      </button>
      <FormDialog open={isOpen} title="New task" onClose={() => setOpen(false)}>
        <Form>
          <Form.Item name="name" label="Name">
            <Input autoFocus />
          </Form.Item>
        </Form>
      </FormDialog>
    </>
  )
}

test('focuses the first field each time a form dialog opens, and returns the focus on closing', async () => {
  renderPage(<Opened />, { language: 'en' })
  const button = await screen.findByRole('button', { name: 'Open it' })
  for (const _time of ['first', 'second']) {
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    fireEvent.keyDown(window, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})
