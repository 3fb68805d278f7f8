import type { Endpoint } from '@tessera/contract'
import {
  GetFirstSteps,
  ListAlgorithmActivity,
  ListFailingHardware,
  ListFailingSoftware,
  ListModelActivity,
} from '@tessera/contract/wire'
import { fireEvent } from '@testing-library/react'

/**
 * For tests only: somebody on a slow network. Whatever was pressed and changes something is pressed again before it is
 * answered, in every test of the console; what then goes out twice fails the test it happened in (`test-setup.ts`).
 */

/** Asked by POST, as the specification has it, and change nothing. */
export const ONLY_ASK: Endpoint[] = [
  GetFirstSteps,
  ListAlgorithmActivity,
  ListFailingHardware,
  ListFailingSoftware,
  ListModelActivity,
]

export const changesSomething = (endpoint: Endpoint) => endpoint.method !== 'GET' && !ONLY_ASK.includes(endpoint)

// Taken now: a test may stop the clock.
const { setImmediate: later } = globalThis as unknown as { setImmediate: (then: () => void) => void }
const nextTurn = () => new Promise<void>((resolve) => void later(resolve))

let pressed: Element | null = null
const underWay = new Set<string>()
const sentTwice: string[] = []

document.addEventListener('click', ({ target }) => (pressed = target as Element), true)

/** Presses once more what was pressed last. `sent` has gone out, and is answered when this is over. */
export async function pressAgain(sent: string) {
  if (underWay.has(sent)) {
    sentTwice.push(sent)
    return
  }
  underWay.add(sent)
  await nextTurn()
  if (pressed?.isConnected) fireEvent.click(pressed)
  // What goes out later was not set off by this press.
  pressed = null
  // What comes of a press may itself take a moment: a form looks at its fields first.
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  underWay.delete(sent)
}

/** Waits until every call of the test is answered and shown. A later answer would change the page of the next test. */
export async function allAnswered() {
  while (underWay.size > 0) await nextTurn()
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

/** What went out twice since it was last asked; forgets it. */
export function takeSentTwice(): string[] {
  pressed = null
  underWay.clear()
  return sentTwice.splice(0)
}
