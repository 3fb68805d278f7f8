import { expect, type Locator, type Page } from '@playwright/test'
import { SIGNING_PIN } from '../tools/places.ts'
import type { Tongue } from './person.ts'
import { speak } from './words.ts'

/** Follows a button to a page of the party's own edge, which takes the token out of its address at once. */
export async function openEdgePage(page: Page, button: Locator): Promise<Page> {
  const arrival = page.context().waitForEvent('page')
  await button.click()
  const edge = await arrival
  await edge.waitForURL(/\/(ticket|signers)$/)
  expect(new URL(edge.url()).origin).not.toBe(new URL(page.url()).origin)
  return edge
}

/** Signs with the PIN of the demo's signers. */
export async function typePin(edge: Page, tongue: Tongue) {
  const say = speak(tongue)
  await edge.getByLabel(say('signing', 'proof.pin')).fill(SIGNING_PIN)
  await edge.getByRole('button', { name: say('ticket', 'sign.pin') }).click()
}
