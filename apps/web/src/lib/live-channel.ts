import { SocketMessage } from '@tessera/contract'
import { SOCKET_PATH } from '@tessera/contract/wire'

/** Milliseconds before the channel is opened again. */
export const RECONNECT_MS = 5_000

/** WebSocket close code for a session that has ended. */
const SESSION_OVER = 4401

export interface ChannelOptions {
  /** The platform's origin, as in the browser's address bar. */
  origin: string
  prefix: string
  userId: string
  /** Fetches a token. Each opening of the channel needs its own, because a token is valid only once. */
  getToken: () => Promise<string>
  onMessage: (message: SocketMessage) => void
  onState: (isOpen: boolean) => void
  connect?: (url: string, protocols: string[]) => WebSocket
}

export function socketUrl({ origin, prefix, userId }: Pick<ChannelOptions, 'origin' | 'prefix' | 'userId'>): string {
  return `${origin.replace(/^http/, 'ws')}${prefix}${SOCKET_PATH.replace(':userId', encodeURIComponent(userId))}`
}

/**
 * Keeps a channel to the platform open. Returns a function that closes the channel. Independent of the page, so that
 * tests can run it against the real route.
 */
export function openChannel(options: ChannelOptions): () => void {
  const { getToken, onMessage, onState } = options
  const connect = options.connect ?? ((url, protocols) => new WebSocket(url, protocols))
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const open = async () => {
    try {
      const token = await getToken()
      if (!isStopped) follow(connect(socketUrl(options), [token]))
    } catch {
      onState(false)
      retry()
    }
  }
  const follow = (opened: WebSocket) => {
    socket = opened
    opened.onopen = () => onState(true)
    opened.onmessage = ({ data }) => {
      const message = read(data)
      if (message && !isStopped) onMessage(message)
    }
    opened.onclose = ({ code }) => {
      if (isStopped) return
      onState(false)
      // Fetches a token at once, because the platform's answer tells why the session has ended.
      if (code === SESSION_OVER) void open()
      else retry()
    }
  }
  const retry = () => {
    if (!isStopped) timer = setTimeout(() => void open(), RECONNECT_MS)
  }

  void open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    socket?.close()
    onState(false)
  }
}

function read(data: unknown): SocketMessage | undefined {
  try {
    return SocketMessage.parse(JSON.parse(String(data)))
  } catch {
    // A message that this console cannot parse comes from a newer platform and is ignored.
    return undefined
  }
}
