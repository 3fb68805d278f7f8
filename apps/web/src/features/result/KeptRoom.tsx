import { useQueryClient } from '@tanstack/react-query'
import { usePhrases } from '../../lib/i18n.ts'
import { keptRoom } from '../../lib/room-line.ts'
import { useSession } from '../../lib/session.ts'
import { RoomFrame } from '../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { resultPhrases } from './phrases.ts'

interface Props {
  taskId: string
  runId: string
  /** Whether a model of this task is on the platform. */
  hasModel: boolean
  label: string
  isByFolds: boolean
}

/** What a run by itself left, for members of its party: on a page of their own edge, where it is shared or deleted. */
export function KeptRoom({ taskId, runId, hasModel, label, isByFolds }: Props) {
  const t = usePhrases(resultPhrases)
  const client = useQueryClient()
  const { party } = useSession()
  const [theme] = useThemeMode()
  if (!party?.edgeUrl) return null
  return (
    <div className="t-stack">
      {!hasModel && <p>{t('kept.here')}</p>}
      <RoomFrame
        key={runId}
        title={t('kept.room')}
        address={keptRoom(party.edgeUrl, runId, { theme, task: taskId })}
        party={party}
        onSay={({ say }, answer) => {
          if (say === 'which') answer({ say: 'run', label, isByFolds })
          if (say !== 'changed') return
          void client.invalidateQueries({ queryKey: ['task', taskId] })
          void client.invalidateQueries({ queryKey: ['model'] })
        }}
      />
    </div>
  )
}
