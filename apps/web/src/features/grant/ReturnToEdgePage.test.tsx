import { AppError } from '@tessera/contract'
import { GetEdgeToken } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { ReturnToEdgePage } from './ReturnToEdgePage.tsx'

beforeEach(() => logIn())

test('reopens an expired edge page with a fresh token', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  let tries = 0
  const { calls } = fakeServer(
    on(GetEdgeToken, () => {
      tries += 1
      if (tries === 1) throw new AppError('edge.revoked')
      return { token: 'fresh', expiresInSeconds: 600 }
    }),
  )
  renderPage(<ReturnToEdgePage page={{ taskId: 't1' }} />, { language: 'en' })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(replace).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('http://127.0.0.1:9101/ticket#task=t1&token=fresh&lang=en'))
  expect(calls.map(({ path }) => path)).toEqual([GetEdgeToken.path, GetEdgeToken.path])
})
