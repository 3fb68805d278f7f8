import { GetSocketToken } from '@tessera/contract/wire'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on } from '../testing/world.tsx'
import { type LiveMessage, startLive, useLive } from './live.ts'
import { RECONNECT_MS } from './live-channel.ts'
import { sessionActions } from './session.ts'

/** A fake WebSocket that records every socket that the code opens. */
class FakeSocket {
  static opened: FakeSocket[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  isClosed = false
  readonly url: string
  readonly protocols: string[]
  constructor(url: string, protocols: string[]) {
    this.url = url
    this.protocols = protocols
    FakeSocket.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
}

let stop = () => {}
afterEach(() => {
  stop()
  FakeSocket.opened = []
  vi.useRealTimers()
})

function start() {
  vi.stubGlobal('WebSocket', FakeSocket)
  let tokens = 0
  fakeServer(on(GetSocketToken, () => ({ token: `token-${++tokens}` })))
  logIn()
  stop = startLive()
}
const nth = (n: number) => vi.waitFor(() => FakeSocket.opened[n - 1] ?? Promise.reject(new Error(`no socket ${n}`)))

test('opens the user’s live channel after log-in, and passes on its messages', async () => {
  const messages: LiveMessage[] = []
  renderHook(() => useLive((message) => void messages.push(message)))
  start()
  const socket = await nth(1)
  expect(socket.url).toBe(`${location.origin.replace('http', 'ws')}/jeecg-boot/websocket/u1`)
  expect(socket.protocols).toEqual(['token-1'])

  socket.onopen?.()
  socket.onmessage?.({ data: '{"cmd":"user"}' })
  socket.onmessage?.({ data: 'what is this' })
  socket.onmessage?.({ data: '{"cmd":"run","taskId":"t1","seq":7}' })
  socket.onmessage?.({ data: '{"cmd":"run","taskId":"t1","seq":null}' })
  const run = { cmd: 'run', taskId: 't1' } as const
  expect(messages).toEqual([{ cmd: 'opened' }, { cmd: 'user' }, { ...run, seq: 7 }, { ...run, seq: null }])
})

test('opens a lost live channel again after 5 seconds, with another token', {
  meta: { spec: ['states.realtime-reconnect', 'limits.reconnect-delay'] },
}, async () => {
  const messages: LiveMessage[] = []
  renderHook(() => useLive((message) => void messages.push(message)))
  start()
  const lost = await nth(1)
  vi.useFakeTimers()
  lost.onclose?.({ code: 1006 })
  await vi.advanceTimersByTimeAsync(RECONNECT_MS - 1)
  expect(FakeSocket.opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  const next = await nth(2)
  expect(next.protocols).toEqual(['token-2'])
  next.onopen?.()
  expect(messages).toEqual([{ cmd: 'reconnected' }])
})

test('closes the live channel on log-out', async () => {
  start()
  const socket = await nth(1)
  vi.useFakeTimers()
  sessionActions.end('logout')
  expect(socket.isClosed).toBe(true)
  socket.onclose?.({ code: 1000 })
  await vi.advanceTimersByTimeAsync(2 * RECONNECT_MS)
  expect(FakeSocket.opened).toHaveLength(1)
})
