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
 * For tests only: simulates an impatient user on a slow network. Every click that starts a change is repeated before
 * the change is answered, in all tests of the console. A call that is then sent twice fails its test (`setup.ts`).
 */

/** Endpoints that the specification defines as POST although they only read. */
export const ONLY_ASK: Endpoint[] = [
  GetFirstSteps,
  ListAlgorithmActivity,
  ListFailingHardware,
  ListFailingSoftware,
  ListModelActivity,
]

export const changesSomething = (endpoint: Endpoint) => endpoint.method !== 'GET' && !ONLY_ASK.includes(endpoint)

// Stored now, because a test may install fake timers.
const { setImmediate: later } = globalThis as unknown as { setImmediate: (then: () => void) => void }
const nextTurn = () => new Promise<void>((resolve) => void later(resolve))

let pressed: Element | null = null
const underWay = new Set<string>()
const sentTwice: string[] = []

document.addEventListener('click', ({ target }) => (pressed = target as Element), true)

/** Repeats the last click. `sent` has been sent and is answered after this function returns. */
export async function pressAgain(sent: string) {
  if (underWay.has(sent)) {
    sentTwice.push(sent)
    return
  }
  underWay.add(sent)
  await nextTurn()
  if (pressed?.isConnected) fireEvent.click(pressed)
  // Later calls were not caused by this click.
  pressed = null
  // A click may take several turns to have an effect: a form validates its fields first.
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  underWay.delete(sent)
}

/**
 * Waits until all calls of the test are answered and rendered. A later answer would change the page of the next test.
 */
export async function allAnswered() {
  while (underWay.size > 0) await nextTurn()
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

/** Returns the calls that were sent twice since the last call of this function, and clears them. */
export function takeSentTwice(): string[] {
  pressed = null
  underWay.clear()
  return sentTwice.splice(0)
}
