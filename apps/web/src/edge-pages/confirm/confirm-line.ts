import { ContentType, PartyNames } from '@tessera/contract'
import { CONFIRM_PAGE_PATH } from '@tessera/contract/wire'
import { z } from 'zod'
import { askFrame, leaveToFrame, openOwnWindow, tellFrame } from '../own-window.ts'

/**
 * The messages for confirmations. Names and results are disclosed, shared or deleted only after a confirmation in a
 * window of the edge. The page around a frame controls the frame's position and visibility, so it could make a member
 * click in the frame while the member sees something else. No browser informs a frame of every way to hide it
 * (`docs/decisions/0045`).
 */

/** The question that the frame asks the user. The window shows only this question. */
const Question = z.discriminatedUnion('about', [
  /** The categories and classes that a plan will contain. */
  z.strictObject({ about: z.literal('names'), names: PartyNames, contentType: ContentType }),
  /** The names of classes that the task's parties will see. */
  z.strictObject({
    about: z.literal('classes'),
    label: z.string(),
    names: z.array(z.string()),
    contentType: ContentType,
  }),
  /** The action that shares the result of a local run with the platform. */
  z.strictObject({ about: z.literal('share-result'), task: z.string() }),
  z.strictObject({ about: z.literal('delete-result'), task: z.string(), isShared: z.boolean() }),
  z.strictObject({ about: z.literal('delete-inference'), name: z.string() }),
])
export type Question = z.infer<typeof Question>

const Yes = z.strictObject({
  say: z.literal('yes'),
  /** Whether the other parties see a separate table of this party's rows. Absent if the member had no such choice. */
  ownTable: z.boolean().optional(),
})
export type Yes = z.infer<typeof Yes>

const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('what') }),
  Yes,
  /** This message reports that the window was closed, with or without a confirmation. */
  z.strictObject({ say: z.literal('gone') }),
])
type ToFrame = z.infer<typeof ToFrame>
const FromFrame = z.strictObject({ say: z.literal('question'), question: Question })

/**
 * In the frame: opens a window for one confirmation. Returns a function that stops listening, or null if the browser
 * blocked the window.
 */
export function askInWindow(
  question: Question,
  { onYes, onGone }: { onYes: (yes: Yes) => void; onGone: () => void },
): (() => void) | null {
  let isAnswered = false
  return openOwnWindow(CONFIRM_PAGE_PATH, {}, (data, answer) => {
    const message = ToFrame.safeParse(data)
    if (!message.success) return
    if (message.data.say === 'gone') return onGone()
    if (isAnswered) return
    if (message.data.say === 'what') return answer({ say: 'question', question } satisfies z.infer<typeof FromFrame>)
    isAnswered = true
    onYes(message.data)
  })
}

/** In the window: requests the question from the frame that opened the window. */
export const questionOfFrame = (): Promise<Question> =>
  askFrame({ say: 'what' } satisfies ToFrame, (data) => FromFrame.safeParse(data).data?.question ?? null)

export const sayYes = (given: Omit<Yes, 'say'>) => leaveToFrame({ say: 'yes', ...given } satisfies ToFrame)

/** In the window: tells the frame when the window closes. Returns a function that stops this. */
export function notifyWhenClosed(): () => void {
  const tell = () => tellFrame({ say: 'gone' } satisfies ToFrame)
  window.addEventListener('pagehide', tell)
  return () => window.removeEventListener('pagehide', tell)
}
