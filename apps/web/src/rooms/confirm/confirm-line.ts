import { ContentType, PartyNames } from '@tessera/contract'
import { CONFIRM_PAGE_PATH } from '@tessera/contract/wire'
import { z } from 'zod'
import { askFrame, leaveToFrame, openOwnWindow, tellFrame } from '../own-window.ts'

/**
 * Words and results are told, shared or deleted once that is confirmed in a window of the edge's own: the page around a frame decides
 * how it lies and whether it is seen, and so could have a member press in it who sees something else. No browser tells a frame of every
 * way to hide it (`docs/decisions/0045`).
 */

/** What is asked, in the frame's own words; the window shows it and nothing else. */
const Question = z.discriminatedUnion('about', [
  /** The words that a plan will name. */
  z.strictObject({ about: z.literal('names'), names: PartyNames, contentType: ContentType }),
  /** The names of classes, told to the task's parties. */
  z.strictObject({
    about: z.literal('classes'),
    label: z.string(),
    names: z.array(z.string()),
    contentType: ContentType,
  }),
  /** What a run by itself left goes to the platform. */
  z.strictObject({ about: z.literal('share-result'), task: z.string() }),
  z.strictObject({ about: z.literal('delete-result'), task: z.string(), isShared: z.boolean() }),
  z.strictObject({ about: z.literal('delete-inference'), name: z.string() }),
])
export type Question = z.infer<typeof Question>

const Yes = z.strictObject({
  say: z.literal('yes'),
  /** Whether the others see a table of this party's rows alone, where that was asked. */
  ownTable: z.boolean().optional(),
})
export type Yes = z.infer<typeof Yes>

const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('what') }),
  Yes,
  /** The window is shut, whether anything was confirmed or not. */
  z.strictObject({ say: z.literal('gone') }),
])
type ToFrame = z.infer<typeof ToFrame>
const FromFrame = z.strictObject({ say: z.literal('question'), question: Question })

/** In the frame: has it asked, once. Null where the browser keeps the window shut. */
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

/** In the window: what the frame that opened it asks. */
export const askedByFrame = (): Promise<Question> =>
  askFrame({ say: 'what' } satisfies ToFrame, (data) => FromFrame.safeParse(data).data?.question ?? null)

export const sayYes = (given: Omit<Yes, 'say'>) => leaveToFrame({ say: 'yes', ...given } satisfies ToFrame)

/** Tells the frame when this window goes; answers how to stop. */
export function tellWhenGone(): () => void {
  const tell = () => tellFrame({ say: 'gone' } satisfies ToFrame)
  window.addEventListener('pagehide', tell)
  return () => window.removeEventListener('pagehide', tell)
}
