import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { Question, Yes } from '../edge-pages/confirm/confirm-line.ts'

interface From {
  origin?: string
  source?: unknown
}

/** For tests: simulates the windows that a page in a frame opens, and a user's answers in them. */
export function playWindow() {
  const page = { postMessage: vi.fn() }
  const open = vi.fn().mockReturnValue(page)
  vi.stubGlobal('open', open)
  const says = (data: unknown, { origin = location.origin, source = page }: From = {}) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window })))
  return {
    open,
    page,
    says,
    /** Clicks a button of the frame and returns the question that the window then shows. */
    async read(name: string): Promise<Question> {
      const button = await screen.findByRole('button', { name })
      await act(async () => button.click())
      await says({ say: 'what' })
      return page.postMessage.mock.lastCall?.[0].question
    },
    confirm: (given: Omit<Yes, 'say'> = {}) => says({ say: 'yes', ...given }),
  }
}
