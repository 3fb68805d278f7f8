import { FromRoom, ToRoom } from '@tessera/contract'
import { consoleOrigin } from './arrival.ts'

/** The line between a room and the console that frames it; the edge lets nobody else frame one. */

export const isFramed = () => window.parent !== window

/** Says it to the console and to no other page, whatever stands around this one. */
export function tellConsole(message: FromRoom) {
  const origin = consoleOrigin()
  if (isFramed() && origin) window.parent.postMessage(FromRoom.parse(message), origin)
}

/** Calls back for what the console says; answers how to stop. */
export function hearConsole(listener: (message: ToRoom) => void): () => void {
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || origin !== consoleOrigin()) return
    const message = ToRoom.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', heard)
  return () => window.removeEventListener('message', heard)
}
