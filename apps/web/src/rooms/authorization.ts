import { authorizeBy, enterAs } from '../lib/own-edge.ts'
import { hearConsole, isFramed, tellConsole } from './console-line.ts'

/** Where the token comes from by which the console says who is looking; a session of the edge's goes before it (`own-edge.ts`). */
export function authorize(token: string | null) {
  if (isFramed()) authorizeBy(consoleTokens())
  else enterAs(token)
}

/**
 * In a frame the console says it, once for all calls, and again when the edge has refused what it said. Null: the platform is
 * away. In a session that does not matter; it is asked for again with the next call.
 */
export function consoleTokens(): (refused?: string) => Promise<string | null> {
  let present: Promise<string | null> | null = null
  return async (refused) => {
    const known = present
    if (known && refused !== undefined && (await known) === refused && present === known) present = null
    present ??= askConsole(refused !== undefined)
    const asked = present
    const token = await asked
    if (token === null && present === asked) present = null
    return token
  }
}

function askConsole(again: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = hearConsole((message) => {
      if (message.say !== 'token') return
      stop()
      resolve(message.token)
    })
    tellConsole({ say: 'who', again })
  })
}
