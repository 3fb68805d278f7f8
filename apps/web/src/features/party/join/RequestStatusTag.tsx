import type { JoinRequest } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

const TONES: Record<JoinRequest['status'], Tone> = {
  waiting: 'waiting',
  approved: 'success',
  rejected: 'error',
  withdrawn: 'neutral',
}

export function RequestStatusTag({ status }: { status: JoinRequest['status'] }) {
  const t = usePhrases(partyPhrases)
  return <StatusTag tone={TONES[status]} text={t(`request.${status}`)} />
}
