import type { Party } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { askRoom } from '../../lib/room-line.ts'
import { RoomFrame } from '../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  /** Of an own model. */
  modelId: string
  /** The caller's own, with an edge. */
  party: Party & { edgeUrl: string }
  onKept: (inferenceId: string) => void
}

/** A model is asked on a page of the party's edge: this page hears neither what nor what it says. */
export function AskRoom({ modelId, party, onKept }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  return (
    <RoomFrame
      key={modelId}
      title={t('once.room')}
      address={askRoom(party.edgeUrl, modelId, { theme })}
      party={party}
      onSay={(message) => message.say === 'kept' && onKept(message.inferenceId)}
    />
  )
}
