import type { SocketMessage } from '@tessera/contract'
import { GetSocketToken } from '@tessera/contract/wire'
import { useEffect, useRef } from 'react'
import { call } from './api.ts'
import { apiSettings } from './api-settings.ts'
import { openChannel } from './live-channel.ts'
import { getSession, subscribeSession } from './session.ts'

export type LiveMessage =
  | SocketMessage
  /** The channel was opened the first time, so the page's content is up to date. */
  | { cmd: 'opened' }
  /** The channel was opened again, so listeners must refetch what may have changed meanwhile. */
  | { cmd: 'reconnected' }

const listeners = new Set<(message: LiveMessage) => void>()

/**
 * Keeps one channel open while a user is logged in. Called once, at the root. Returns a function that closes the
 * channel.
 */
export function startLive(): () => void {
  let openToken: string | null = null
  let close = () => {}
  const follow = () => {
    const { token, user } = getSession()
    if (token === openToken) return
    openToken = token
    close()
    close = token && user ? channelOf(user.id) : () => {}
  }
  follow()
  const unsubscribe = subscribeSession(follow)
  return () => {
    unsubscribe()
    close()
  }
}

function channelOf(userId: string): () => void {
  let isFirst = true
  return openChannel({
    origin: location.origin,
    prefix: apiSettings.prefix,
    userId,
    getToken: async () => (await call(GetSocketToken)).token,
    onMessage: tell,
    onState: (isOpen) => {
      if (isOpen) tell({ cmd: isFirst ? 'opened' : 'reconnected' })
      isFirst = false
    },
  })
}

function tell(message: LiveMessage) {
  for (const listener of listeners) listener(message)
}

/**
 * Calls back on changes made elsewhere: `{cmd:'user'}`, `{cmd:'run', taskId, seq}`, `{cmd:'opened'}` and
 * `{cmd:'reconnected'}`.
 */
export function useLive(onMessage: (message: LiveMessage) => void): void {
  const latest = useRef(onMessage)
  latest.current = onMessage
  useEffect(() => {
    const listener = (message: LiveMessage) => latest.current(message)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
