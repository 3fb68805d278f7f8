import { SESSION_PAGE_PATH, ShareEdgeSession } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import { proofHere } from '../lib/browser-key.ts'
import { getLanguage } from '../lib/i18n.ts'
import { callOwnEdge, ownEdgeUrl } from '../lib/own-edge.ts'
import { getThemeMode } from '../ui/theme-mode.ts'

/**
 * The line between a frame of the console, in which no PIN is asked, and the page on which a session is opened that both are then
 * in. Both are this edge's own and hear no other origin: the console can neither answer for the frame nor have a key of its own let in.
 */

const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('prove'), id: z.string() }),
  z.strictObject({ say: z.literal('opened') }),
])
type ToFrame = z.infer<typeof ToFrame>
const FromFrame = z.strictObject({ say: z.literal('proof'), id: z.string(), proof: z.string() })

/** A frame that is there answers at once. */
const SILENT_MS = 5_000

/** In the frame: opens that page and answers it, and nobody else. Null where the browser keeps the window shut. */
export function openSessionPage(token: string | null, onOpened: () => void): (() => void) | null {
  const looks = { lang: getLanguage(), theme: getThemeMode(), ...(token && { token }) }
  const arrival = new URLSearchParams({ ...looks, for: 'frame' })
  // Of no name: by one the console's page could get hold of it.
  const page = window.open(`${ownEdgeUrl()}${SESSION_PAGE_PATH}#${arrival}`, '_blank', 'popup,width=560,height=720')
  if (!page) return null
  const heard = async ({ source, origin, data }: MessageEvent) => {
    if (source !== page || origin !== location.origin) return
    const message = ToFrame.safeParse(data)
    if (!message.success) return
    if (message.data.say === 'opened') return onOpened()
    const { id } = message.data
    // It lets this frame in where somebody is in, and proves nothing else.
    const proof = await proofHere(ShareEdgeSession.method, ShareEdgeSession.path)
    if (proof) page.postMessage({ say: 'proof', id, proof } satisfies z.infer<typeof FromFrame>, location.origin)
  }
  window.addEventListener('message', heard)
  return () => window.removeEventListener('message', heard)
}

/** On that page, once somebody is in: lets the frame that opened it into the session, and is done. */
export async function shareWithFrame() {
  await callOwnEdge(ShareEdgeSession, { proof: await proofOfFrame() })
  leaveToFrame()
}

/** A window of any other origin is not even asked. */
function proofOfFrame(): Promise<string> {
  const frame: Window | null = window.opener
  if (!frame) return Promise.reject(new ApiError('client.frame-gone'))
  const question = { say: 'prove', id: crypto.randomUUID() } as const satisfies ToFrame
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => finish(() => reject(new ApiError('client.frame-gone'))), SILENT_MS)
    const finish = (end: () => void) => {
      clearTimeout(silence)
      window.removeEventListener('message', heard)
      end()
    }
    const heard = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame || origin !== location.origin) return
      const answer = FromFrame.safeParse(data)
      if (answer.success && answer.data.id === question.id) finish(() => resolve(answer.data.proof))
    }
    window.addEventListener('message', heard)
    frame.postMessage(question, location.origin)
  })
}

/** The frame goes on, and this window is done. */
function leaveToFrame() {
  const frame: Window | null = window.opener
  frame?.postMessage({ say: 'opened' } satisfies ToFrame, location.origin)
  window.close()
}
