import { test } from '@playwright/test'
import type { Tongue } from './person.ts'

/** In both languages, in this one first: what they share, such as a trained model, is made once. `make test` leaves the other to ONLY=long. */
export function inBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  journeys(first)
  test.describe('in the other language too', { tag: '@long' }, () => journeys(first === 'en' ? 'cn' : 'en'))
}

/** The same where web tests see the pages and other tests the models: `make test` leaves both languages to ONLY=long. */
export function atLengthInBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  test.describe('at length', { tag: '@long' }, () => inBothLanguages(first, journeys))
}
