import { QueryClient } from '@tanstack/react-query'
import { GetSocketToken } from '@tessera/contract/wire'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { setLanguage } from '../lib/i18n.ts'
import { fakeServer, logIn, on } from '../testing/world.tsx'
import { ErrorNote } from '../ui/index.ts'
import { Providers } from './providers.tsx'

const edge = 'https://edge.example:9101'
function show(code: string) {
  setLanguage('en')
  // With reduced motion, Ant Design closes a dialog immediately.
  const still = { matches: true, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => still)
  fakeServer(on(GetSocketToken, () => new Promise<never>(() => {})))
  logIn()
  render(
    <Providers queryClient={new QueryClient()}>
      <ErrorNote error={new ApiError(code, { params: { edge } })} />
    </Providers>,
  )
}

test.each(['client.edge-certificate', 'client.edge-404', 'client.no-response', 'client.edge-mixed-content'])(
  'links the error %s to the certificate help',
  { meta: { spec: ['errors.no-response', 'errors.edge-health-check'] } },
  async (code) => {
    show(code)
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Certificate help' }))
    expect(await screen.findByRole('dialog', { name: /does not trust your edge/ })).toBeTruthy()

    const closing = screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement
    await userEvent.click(closing)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test.each(['client.edge-down', 'task.not-found'])('shows no link to the certificate help for the error %s', (code) => {
  show(code)
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Certificate help' })).toBeNull()
})
