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
 * For tests: simulates an impatient user on a slow network. In all tests of the console, every click that starts a
 * change is repeated before the change is answered. A test fails if a call is then sent twice (`setup.ts`).
 */

/** Endpoints that only read, although the specification defines them as POST. */
export const ONLY_ASK: Endpoint[] = [
  GetFirstSteps,
  ListAlgorithmActivity,
  ListFailingHardware,
  ListFailingSoftware,
  ListModelActivity,
]

export const changesSomething = (endpoint: Endpoint) => endpoint.method !== 'GET' && !ONLY_ASK.includes(endpoint)

// The real `setImmediate`, stored before a test can install fake timers.
const { setImmediate: later } = globalThis as unknown as { setImmediate: (then: () => void) => void }
const nextTurn = () => new Promise<void>((resolve) => void later(resolve))

let pressed: Element | null = null
const underWay = new Set<string>()
const sentTwice: string[] = []

document.addEventListener('click', ({ target }) => (pressed = target as Element), true)

/** Repeats the last click while the call `sent` waits for its answer. */
export async function pressAgain(sent: string) {
  if (underWay.has(sent)) {
    sentTwice.push(sent)
    return
  }
  underWay.add(sent)
  await nextTurn()
  if (pressed?.isConnected) fireEvent.click(pressed)
  // Forgets the last click, because it does not cause later calls.
  pressed = null
  // Waits several turns, because a form validates its fields before it sends a call.
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

/** Returns the calls that were sent twice since this function was called last. */
export function takeSentTwice(): string[] {
  pressed = null
  underWay.clear()
  return sentTwice.splice(0)
}
