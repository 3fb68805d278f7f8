import { ApiError } from '../lib/api-error.ts'
import { getLanguage } from '../lib/i18n.ts'
import { ownEdgeUrl } from '../lib/own-edge.ts'
import { getThemeMode } from '../ui/theme-mode.ts'

/**
 * The line between a frame of the console and a window that it opens, of the same edge, which no page frames. Both hear each other and
 * no other origin: the console can answer for neither.
 */

/** A frame that is there answers at once. */
const SILENT_MS = 5_000

type Answer = (message: object) => void

/** In the frame: opens a page and hears it, and nobody else. Answers how to stop; null where the browser keeps the window shut. */
export function openOwnWindow(
  path: string,
  arrival: Record<string, string>,
  hear: (data: unknown, answer: Answer) => void,
): (() => void) | null {
  const fragment = new URLSearchParams({ lang: getLanguage(), theme: getThemeMode(), ...arrival })
  // Of no name: by one the console's page could get hold of it.
  const page = window.open(`${ownEdgeUrl()}${path}#${fragment}`, '_blank', 'popup,width=560,height=720')
  if (!page) return null
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source === page && origin === location.origin)
      hear(data, (message) => page.postMessage(message, location.origin))
  }
  window.addEventListener('message', heard)
  return () => window.removeEventListener('message', heard)
}

/** In that window: asks the frame that opened it; a window of any other origin is not even asked. */
export function askFrame<Heard>(question: object, read: (data: unknown) => Heard | null): Promise<Heard> {
  const frame: Window | null = window.opener
  if (!frame) return Promise.reject(new ApiError('client.frame-gone'))
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => finish(() => reject(new ApiError('client.frame-gone'))), SILENT_MS)
    const finish = (end: () => void) => {
      clearTimeout(silence)
      window.removeEventListener('message', heard)
      end()
    }
    const heard = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame || origin !== location.origin) return
      const answer = read(data)
      if (answer !== null) finish(() => resolve(answer))
    }
    window.addEventListener('message', heard)
    frame.postMessage(question, location.origin)
  })
}

/** The frame goes on, and this window is done. */
export function leaveToFrame(message: object) {
  tellFrame(message)
  window.close()
}

export function tellFrame(message: object) {
  const frame: Window | null = window.opener
  frame?.postMessage(message, location.origin)
}
