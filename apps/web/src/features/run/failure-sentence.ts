import { type Language, phrase, type RunFailure } from '@tessera/contract'
import { translate } from '../../lib/i18n.ts'
import { runPhrases } from './phrases.ts'

/**
 * Returns a sentence about a failure, for example "Hospital B, reading data, round 3: column “chol” should hold numbers
 * … Correct or empty those cells …"
 */
export function failureSentence(language: Language, failure: RunFailure, nameOf: (partyId: string) => string): string {
  const stopper = failure.code === 'run.stopped' ? failure.partyId : null
  const where = [
    failure.partyId === null || stopper !== null ? null : nameOf(failure.partyId),
    failure.step === null ? null : translate(runPhrases, `step.${failure.step}`, {}, language),
    // Omits round 0, which computes the statistics, because the name of the step says so already.
    failure.round ? translate(runPhrases, 'failure.round', { round: failure.round }, language) : null,
  ].filter((part) => part !== null)
  const why =
    stopper === null
      ? phrase(language, failure.code, failure.params)
      : translate(runPhrases, 'failure.stopped', { party: nameOf(stopper) }, language)
  if (where.length === 0) return why
  return language === 'en' ? `${where.join(', ')}: ${why}` : `${where.join('，')}：${why}`
}
