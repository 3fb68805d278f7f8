import type { SocketMessage } from '@tessera/contract'
import { GetSocketToken } from '@tessera/contract/wire'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { startLive } from '../lib/live.ts'
import { on } from './world.tsx'

/** For tests: a live channel to a fake platform. */

/** A route of `fakeServer` that answers requests for the token of the live channel. */
export const socketToken = on(GetSocketToken, () => ({ token: 'token' }))

/**
 * Opens the live channel of the logged-in user until the test ends. Returns a function that sends a message as the
 * platform would.
 */
export async function openLive(): Promise<(message: SocketMessage) => void> {
  let opened: FakeSocket | undefined
  class FakeSocket {
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    constructor() {
      opened = this
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  onTestFinished(startLive())
  await vi.waitFor(() => {
    if (!opened) throw new Error('The live channel has not been opened')
  })
  act(() => opened?.onopen?.())
  return (message) => act(() => opened?.onmessage?.({ data: JSON.stringify(message) }))
}
