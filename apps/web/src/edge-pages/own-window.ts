import { ApiError } from '../lib/api-error.ts'
import { getLanguage } from '../lib/i18n.ts'
import { ownEdgeUrl } from '../lib/own-edge.ts'
import { getThemeMode } from '../ui/theme-mode.ts'

/**
 * Messages between a frame of the console and a window that the frame opens at the same edge and that no page frames.
 * Each side accepts messages only from the other and only from its own origin, so the console can impersonate neither.
 */

/** Time limit in milliseconds. A frame that still exists answers within it. */
const SILENT_MS = 5_000

type Answer = (message: object) => void

/**
 * In the frame: opens a page and listens only to it. Returns a function that stops listening, or null if the browser
 * blocked the window.
 */
export function openOwnWindow(
  path: string,
  arrival: Record<string, string>,
  onData: (data: unknown, answer: Answer) => void,
): (() => void) | null {
  const fragment = new URLSearchParams({ lang: getLanguage(), theme: getThemeMode(), ...arrival })
  // The window gets no name, because the console's page could get a reference to a window by its name.
  const page = window.open(`${ownEdgeUrl()}${path}#${fragment}`, '_blank', 'popup,width=560,height=720')
  if (!page) return null
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source === page && origin === location.origin)
      onData(data, (message) => page.postMessage(message, location.origin))
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** In the window: asks the frame that opened it. A frame of another origin does not receive the question. */
export function askFrame<Reply>(question: object, read: (data: unknown) => Reply | null): Promise<Reply> {
  const frame: Window | null = window.opener
  if (!frame) return Promise.reject(new ApiError('client.frame-gone'))
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => finish(() => reject(new ApiError('client.frame-gone'))), SILENT_MS)
    const finish = (end: () => void) => {
      clearTimeout(silence)
      window.removeEventListener('message', onMessage)
      end()
    }
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame || origin !== location.origin) return
      const answer = read(data)
      if (answer !== null) finish(() => resolve(answer))
    }
    window.addEventListener('message', onMessage)
    frame.postMessage(question, location.origin)
  })
}

/** Sends a final message to the frame and closes this window. */
export function leaveToFrame(message: object) {
  tellFrame(message)
  window.close()
}

export function tellFrame(message: object) {
  const frame: Window | null = window.opener
  frame?.postMessage(message, location.origin)
}
