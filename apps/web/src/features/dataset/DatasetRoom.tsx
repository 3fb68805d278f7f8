import type { Party } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { useHistoryStep } from '../../lib/navigation.ts'
import { datasetRoom } from '../../lib/room-line.ts'
import { RoomFrame } from '../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  id: string
  /** The caller's own, with an edge. */
  party: Party & { edgeUrl: string }
}

/** What is in a dataset of the caller's party, on a page of its edge: this page sees none of it. */
export function DatasetRoom({ id, party }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  const step = useHistoryStep()
  const address = datasetRoom(party.edgeUrl, id, { theme, step })
  return <RoomFrame title={t('detail.room')} address={address} party={party} />
}
