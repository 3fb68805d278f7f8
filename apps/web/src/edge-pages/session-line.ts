import { SESSION_PAGE_PATH, ShareEdgeSession } from '@tessera/contract/wire'
import { z } from 'zod'
import { proofHere } from '../lib/browser-key.ts'
import { callOwnEdge } from '../lib/own-edge.ts'
import { askFrame, leaveToFrame, openOwnWindow } from './own-window.ts'

/**
 * Messages between a frame of the console, which never asks for a PIN, and the page that opens a session for both. The
 * console cannot use them to authorise a key of its own.
 */

const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('prove'), id: z.string() }),
  z.strictObject({ say: z.literal('opened') }),
])
type ToFrame = z.infer<typeof ToFrame>
const FromFrame = z.strictObject({ say: z.literal('proof'), id: z.string(), proof: z.string() })

/** In the frame: opens the session page and answers its messages. Returns null if the browser blocked the window. */
export function openSessionPage(token: string | null, onOpened: () => void): (() => void) | null {
  return openOwnWindow(SESSION_PAGE_PATH, { for: 'frame', ...(token && { token }) }, async (data, answer) => {
    const message = ToFrame.safeParse(data)
    if (!message.success) return
    if (message.data.say === 'opened') return onOpened()
    const { id } = message.data
    // The proof can be used only for sharing a session with this frame.
    const proof = await proofHere(ShareEdgeSession.method, ShareEdgeSession.path)
    if (proof) answer({ say: 'proof', id, proof } satisfies z.infer<typeof FromFrame>)
  })
}

/**
 * On the session page, within a session: shares the session with the frame that opened the page, and closes the page.
 */
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
