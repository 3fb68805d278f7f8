import type { Grant, GrantStanding } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/index.ts'
import { grantPhrases } from './phrases.ts'

const tones: Record<GrantStanding, Tone> = {
  none: 'neutral',
  missing: 'waiting',
  stale: 'warning',
  signed: 'success',
  withdrawn: 'neutral',
  expired: 'warning',
}

const REASONS = ['replaced', 'rows', 'parties', 'plan'] as const

export function GrantStandingTag({ grant: { standing, staleBecause = [] } }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const reasons = REASONS.filter((reason) => staleBecause.includes(reason))
  return (
    <>
      <StatusTag tone={tones[standing]} text={t(`standing.${standing}`)} />
      {reasons.length > 0 && (
        <span className="t-soft">{reasons.map((reason) => t(`stale.${reason}`)).join(' · ')}</span>
      )}
    </>
  )
}
