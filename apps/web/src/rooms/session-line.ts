import { SESSION_PAGE_PATH, ShareEdgeSession } from '@tessera/contract/wire'
import { z } from 'zod'
import { proofHere } from '../lib/browser-key.ts'
import { callOwnEdge } from '../lib/own-edge.ts'
import { askFrame, leaveToFrame, openOwnWindow } from './own-window.ts'

/**
 * Between a frame of the console, in which no PIN is asked, and the page on which a session is opened that both are then in: the
 * console cannot have a key of its own let in.
 */

const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('prove'), id: z.string() }),
  z.strictObject({ say: z.literal('opened') }),
])
type ToFrame = z.infer<typeof ToFrame>
const FromFrame = z.strictObject({ say: z.literal('proof'), id: z.string(), proof: z.string() })

/** In the frame: opens that page and answers it. Null where the browser keeps the window shut. */
export function openSessionPage(token: string | null, onOpened: () => void): (() => void) | null {
  return openOwnWindow(SESSION_PAGE_PATH, { for: 'frame', ...(token && { token }) }, async (data, answer) => {
    const message = ToFrame.safeParse(data)
    if (!message.success) return
    if (message.data.say === 'opened') return onOpened()
    const { id } = message.data
    // It lets this frame in where somebody is in, and proves nothing else.
    const proof = await proofHere(ShareEdgeSession.method, ShareEdgeSession.path)
    if (proof) answer({ say: 'proof', id, proof } satisfies z.infer<typeof FromFrame>)
  })
}

/** On that page, once somebody is in: lets the frame that opened it into the session, and is done. */
export async function shareWithFrame() {
  await callOwnEdge(ShareEdgeSession, { proof: await proofOfFrame() })
  leaveToFrame({ say: 'opened' } satisfies ToFrame)
}

function proofOfFrame(): Promise<string> {
  const question = { say: 'prove', id: crypto.randomUUID() } as const satisfies ToFrame
  return askFrame(question, (data) => {
    const answer = FromFrame.safeParse(data)
    return answer.success && answer.data.id === question.id ? answer.data.proof : null
  })
}
