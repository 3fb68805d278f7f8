import { authorizeBy, enterAs } from '../lib/own-edge.ts'
import { isFramed, onConsoleMessage, sendToConsole } from './console-line.ts'

/**
 * Sets the source of the token by which the console identifies the user. A session at the edge takes precedence
 * (`own-edge.ts`).
 */
export function authorize(token: string | null) {
  if (isFramed()) authorizeBy(consoleTokens())
  else enterAs(token)
}

/**
 * Returns a token source for a frame. The console provides one token for all calls, and another after the edge refused
 * it. Null means that the platform is unreachable: this does not matter within a session, and the next call requests a
 * token again.
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
