import { SocketMessage } from '@tessera/contract'
import { GetSocketTicket, SOCKET_PATH } from '@tessera/contract/wire'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { apiSettings } from './api-settings.ts'
import { getSession, subscribeSession } from './session.ts'

/** Milliseconds before the channel is opened again. */
export const RECONNECT_MS = 5_000

/** Closing code of a session that has ended. */
const SESSION_OVER = 4401

export type LiveMessage =
  | SocketMessage
  /** The channel has (re)opened: ask again for what may have been missed. */
  | { cmd: 'reconnected' }

const listeners = new Set<(message: LiveMessage) => void>()
const stateListeners = new Set<() => void>()
let socket: WebSocket | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let openToken: string | null = null
let connected = false

/** Keeps one channel open while somebody is logged in; called once by the providers. Answers how to stop. */
export function startLive(): () => void {
  const follow = () => {
    const { token } = getSession()
    if (token !== openToken) reopen(token)
  }
  follow()
  const unsubscribe = subscribeSession(follow)
  return () => {
    unsubscribe()
    reopen(null)
  }
}

function reopen(token: string | null) {
  openToken = token
  clearTimeout(timer)
  socket?.close()
  socket = null
  setConnected(false)
  if (token) void open(token)
}

async function open(token: string) {
  try {
    const { ticket } = await call(GetSocketTicket)
    if (token !== openToken) return
    const base = `${location.origin.replace(/^http/, 'ws')}${apiSettings.prefix}`
    const opened = new WebSocket(`${base}${SOCKET_PATH}`, [ticket])
    socket = opened
    opened.onopen = () => {
      setConnected(true)
      tell({ cmd: 'reconnected' })
    }
    opened.onmessage = (event) => receive(event.data)
    opened.onclose = ({ code }) => {
      if (socket !== opened) return
      // Asking for a ticket at once lets the platform say why.
      if (code === SESSION_OVER) void open(token)
      else retry(token)
    }
  } catch {
    retry(token)
  }
}

function retry(token: string) {
  setConnected(false)
  if (token !== openToken) return
  clearTimeout(timer)
  timer = setTimeout(() => void open(token), RECONNECT_MS)
}

function receive(data: unknown) {
  try {
    tell(SocketMessage.parse(JSON.parse(String(data))))
  } catch {
    // Pings and messages of a newer platform are not for us.
  }
}

function tell(message: LiveMessage) {
  for (const listener of listeners) listener(message)
}

function setConnected(now: boolean) {
  connected = now
  for (const listener of stateListeners) listener()
}

/** Hears what happens elsewhere: `{cmd:'user'}`, `{cmd:'run', taskId, seq}` and `{cmd:'reconnected'}`. */
export function useLive(onMessage: (message: LiveMessage) => void): void {
  const latest = useRef(onMessage)
  latest.current = onMessage
  useEffect(() => {
    const listener = (message: LiveMessage) => latest.current(message)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

/** Whether the channel is open just now; poll while it is not. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => connected,
  )
}
