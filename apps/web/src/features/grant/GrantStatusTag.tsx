import type { Grant, GrantStatus } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../ui/index.ts'
import { grantPhrases } from './phrases.ts'

const tones: Record<GrantStatus, Tone> = {
  none: 'neutral',
  missing: 'waiting',
  stale: 'warning',
  signed: 'success',
  withdrawn: 'neutral',
  expired: 'warning',
}

const REASONS = ['replaced', 'rows', 'parties', 'plan'] as const

export function GrantStatusTag({ grant: { status, staleBecause = [] } }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const reasons = REASONS.filter((reason) => staleBecause.includes(reason))
  return (
    <>
      <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
      {reasons.length > 0 && (
        <span className="t-soft">{reasons.map((reason) => t(`stale.${reason}`)).join(' · ')}</span>
      )}
    </>
  )
}
