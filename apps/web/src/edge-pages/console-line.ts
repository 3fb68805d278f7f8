import { FromFrame, ToFrame } from '@tessera/contract'
import { consoleOrigin } from './page-fragment.ts'

/** Messages between a framed edge page and the console. Only the console can frame an edge page. */

export const isFramed = () => window.parent !== window

/** Sends a message to the console, and to no other page that may frame this one. */
export function sendToConsole(message: FromFrame) {
  const origin = consoleOrigin()
  if (isFramed() && origin) window.parent.postMessage(FromFrame.parse(message), origin)
}

/** Registers a listener for messages from the console. Returns a function that unregisters the listener. */
export function onConsoleMessage(listener: (message: ToFrame) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || origin !== consoleOrigin()) return
    const message = ToFrame.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}
