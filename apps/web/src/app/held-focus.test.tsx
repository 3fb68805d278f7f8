import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { useRestoredFocus } from './restored-focus.ts'

function Page({ frame }: { frame?: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  useRestoredFocus(content)
  const [isDone, setDone] = useState(false)
  const [isGone, setGone] = useState(false)
  return (
    <main ref={content} tabIndex={-1}>
      {!isGone && (
        <section aria-label="Step">
          {isDone ? (
            <button type="button" onClick={() => setGone(true)}>
              Leave
            </button>
          ) : (
            <p>
              <button type="button" onClick={() => setDone(true)}>
                Finish
              </button>
              {frame}
            </p>
          )}
        </section>
      )}
    </main>
  )
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

test('moves the focus to the nearest remaining element when the clicked button is removed', async () => {
  render(<Page />)
  press('Finish')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Step' })))
  press('Leave')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('also moves the focus if a removed frame had it, although the page receives only a blur event', async () => {
  render(<Page frame={<iframe title="Room" />} />)
  const silence = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('focusin', silence, true)
  screen.getByTitle('Room').focus()
  window.removeEventListener('focusin', silence, true)
  fireEvent.blur(window)
  fireEvent.click(screen.getByRole('button', { name: 'Finish' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Step' })))
})
