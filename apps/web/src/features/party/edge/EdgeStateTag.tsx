import type { EdgeStatus } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

const TONES: Record<EdgeStatus['state'], Tone> = {
  none: 'neutral',
  revoked: 'error',
  away: 'warning',
  online: 'success',
}

export function EdgeStateTag({ state }: { state: EdgeStatus['state'] }) {
  const t = usePhrases(partyPhrases)
  return <StatusTag tone={TONES[state]} text={t(`edge.state.${state}`)} />
}
