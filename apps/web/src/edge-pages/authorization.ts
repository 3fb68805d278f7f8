import { authorizeBy, enterAs } from '../lib/own-edge.ts'
import { isFramed, onConsoleMessage, sendToConsole } from './console-line.ts'

/**
 * Sets the token by which the console identifies the user. If a session at the edge is open, the session is used
 * instead (`own-edge.ts`).
 */
export function authorize(token: string | null) {
  if (isFramed()) authorizeBy(consoleTokens())
  else enterAs(token)
}

/**
 * Returns a token source for a page in a frame. The console provides one token for all calls, and another token if the
 * edge refuses the first. A null token means that the platform is unreachable; the next call then asks again. Within a
 * session, no token is needed.
 */
export function consoleTokens(): (refused?: string) => Promise<string | null> {
  let present: Promise<string | null> | null = null
  return async (refused) => {
    const known = present
    if (known && refused !== undefined && (await known) === refused && present === known) present = null
    present ??= askConsole(refused !== undefined)
    const pending = present
    const token = await pending
    if (token === null && present === pending) present = null
    return token
  }
}

function askConsole(again: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onConsoleMessage((message) => {
      if (message.say !== 'token') return
      stop()
      resolve(message.token)
    })
    sendToConsole({ say: 'who', again })
  })
}
