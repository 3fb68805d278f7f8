import type { GrantStanding } from '@tessera/contract'
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

export function GrantStandingTag({ standing }: { standing: GrantStanding }) {
  const t = usePhrases(grantPhrases)
  return <StatusTag tone={tones[standing]} text={t(`standing.${standing}`)} />
}
