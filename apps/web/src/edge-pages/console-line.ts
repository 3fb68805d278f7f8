import { FromFrame, ToFrame } from '@tessera/contract'
import { consoleOrigin } from './page-fragment.ts'

/** Reports whether a console frames this edge page. The edge allows no other site to frame it. */

export const isFramed = () => window.parent !== window

/** Sends a message to the console, and to no other page that may surround this one. */
export function sendToConsole(message: FromFrame) {
  const origin = consoleOrigin()
  if (isFramed() && origin) window.parent.postMessage(FromFrame.parse(message), origin)
}

/** Calls back on messages from the console. Returns a function that unsubscribes. */
export function onConsoleMessage(listener: (message: ToFrame) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || origin !== consoleOrigin()) return
    const message = ToFrame.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}
