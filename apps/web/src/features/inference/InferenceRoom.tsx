import type { Party } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { useHistoryStep } from '../../lib/navigation.ts'
import { inferenceRoom } from '../../lib/room-line.ts'
import { RoomFrame } from '../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  id: string
  /** The caller's own, with an edge. */
  party: Party & { edgeUrl: string }
  onDeleted: () => void
}

/** An inference task on a page of the party's edge: this page sees neither input nor result. */
export function InferenceRoom({ id, party, onDeleted }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  const step = useHistoryStep()
  return (
    <RoomFrame
      title={t('task.room')}
      address={inferenceRoom(party.edgeUrl, id, { theme, step })}
      party={party}
      onSay={(message) => message.say === 'deleted' && onDeleted()}
    />
  )
}
