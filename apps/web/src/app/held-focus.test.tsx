import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { useHeldFocus } from './held-focus.ts'

function Page() {
  const content = useRef<HTMLElement>(null)
  useHeldFocus(content)
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

test('the focus stays with what is left around a button that goes as it is pressed', async () => {
  render(<Page />)
  press('Finish')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Step' })))
  press('Leave')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
