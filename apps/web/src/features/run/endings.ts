import type { Language, Run, RunEnding, RunEvent } from '@tessera/contract'
import { translate } from '../../lib/i18n.ts'
import { failureSentence } from './failure-sentence.ts'
import { type LogLine, SERVER } from './log-lines.ts'
import { runPhrases } from './phrases.ts'

type NameOf = (partyId: string) => string

/**
 * Returns a sentence about how a run ended, for example "Finished early by Alice (Hospital A), after round 12 of 50".
 */
export function endingSentence(
  language: Language,
  ending: RunEnding,
  { round, rounds }: Pick<Run, 'round' | 'rounds'>,
  nameOf: NameOf,
): string {
  const party = nameOf(ending.partyId)
  const who = ending.member ? translate(runPhrases, 'ending.who', { member: ending.member, party }, language) : party
  const key = `ending.${ending.kind}` as const
  return translate(runPhrases, round > 0 ? key : `${key}.first`, { who, round, rounds }, language)
}

/** Returns log lines for what no event reports: who ended the run, and why it failed. */
export function endLines(
  run: Pick<Run, 'phase' | 'failure' | 'ending' | 'endTime' | 'round' | 'rounds'>,
  events: RunEvent[],
  language: Language,
  nameOf: NameOf,
): LogLine[] {
  const { ending, failure, endTime } = run
  const time = ending?.time ?? endTime
  const text = ending && endingSentence(language, ending, run, nameOf)
  if (ending && text && time) return [{ seq: -1, time, from: ending.partyId, level: 'warning', text }]
  if (run.phase !== 'failed' || !failure || !endTime || events.some(({ kind }) => kind === 'failed')) return []
  const from = failure.partyId ?? SERVER
  return [{ seq: -1, time: endTime, from, level: 'error', text: failureSentence(language, failure, nameOf) }]
}
