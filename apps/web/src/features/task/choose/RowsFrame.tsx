import type { Dataset } from '@tessera/contract'
import { choosePage } from '../../../lib/frame-channel.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import type { FrameListener } from '../../../lib/use-edge-frame.ts'
import { EdgeFrame } from '../../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../../ui/theme-mode.ts'
import { taskPhrases } from '../phrases.ts'

interface Props {
  taskId: string
  dataset: Dataset
  onSay: FrameListener
}

/** Shows the edge page on which the user selects the rows to offer. The console cannot read the rows. */
export function RowsFrame({ taskId, dataset, onSay }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  if (!party?.edgeUrl) return null
  const address = choosePage(party.edgeUrl, dataset.id, { theme, task: taskId })
  return <EdgeFrame key={dataset.id} title={t('dataset.rows.frame')} address={address} party={party} onSay={onSay} />
}
