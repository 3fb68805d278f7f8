import { test } from '@playwright/test'
import type { Tongue } from './person.ts'

/**
 * Runs journeys in both languages, the given one first. Journeys in the second language run only with ONLY=long. Both
 * share results such as a trained model.
 */
export function inBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  journeys(first)
  test.describe('journeys repeated in the other language', { tag: '@long' }, () =>
    journeys(first === 'en' ? 'cn' : 'en'),
  )
}

/**
 * Runs journeys in both languages only with ONLY=long, because web tests cover their pages and other tests their
 * models.
 */
export function atLengthInBothLanguages(first: Tongue, journeys: (tongue: Tongue) => void) {
  test.describe('long journeys in both languages', { tag: '@long' }, () => inBothLanguages(first, journeys))
}
