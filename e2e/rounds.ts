import { test } from '@playwright/test'
import type { Tongue } from './person.ts'

/**
 * Runs journeys in both languages, this one first. Shared results, such as a trained model, are made once. `make test`
 * runs the other language only with ONLY=long.
 */
export function inBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  journeys(first)
  test.describe('in the other language too', { tag: '@long' }, () => journeys(first === 'en' ? 'cn' : 'en'))
}

/**
 * Runs journeys in both languages only with ONLY=long, because web tests cover the pages and other tests the models.
 */
export function atLengthInBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  test.describe('at length', { tag: '@long' }, () => inBothLanguages(first, journeys))
}
