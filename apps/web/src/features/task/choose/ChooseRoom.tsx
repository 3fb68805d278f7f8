import type { Dataset } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { chooseRoom } from '../../../lib/room-line.ts'
import { useSession } from '../../../lib/session.ts'
import type { RoomListener } from '../../../lib/use-room.ts'
import { RoomFrame } from '../../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../../ui/theme-mode.ts'
import { taskPhrases } from '../phrases.ts'

interface Props {
  taskId: string
  dataset: Dataset
  onSay: RoomListener
}

/** The rows of the party's own dataset, on a page of its edge that sets those aside which are ticked there: this page sees none of them. */
export function ChooseRoom({ taskId, dataset, onSay }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  if (!party?.edgeUrl) return null
  const address = chooseRoom(party.edgeUrl, dataset.id, { theme, task: taskId })
  return <RoomFrame key={dataset.id} title={t('dataset.rows.room')} address={address} party={party} onSay={onSay} />
}
