import { useQueryClient } from '@tanstack/react-query'
import { resultPage } from '../../lib/frame-channel.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EdgeFrame } from '../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { resultPhrases } from './phrases.ts'

interface Props {
  taskId: string
  runId: string
  /** Whether the platform has a model of this task. */
  hasModel: boolean
  label: string
  isOfAllRows: boolean
}

/** Shows the results of a local run on a page of the party's own edge, where members share or delete them. */
export function ResultFrame({ taskId, runId, hasModel, label, isOfAllRows }: Props) {
  const t = usePhrases(resultPhrases)
  const client = useQueryClient()
  const { party } = useSession()
  const [theme] = useThemeMode()
  if (!party?.edgeUrl) return null
  return (
    <div className="t-stack">
      {!hasModel && <p>{t('kept.here')}</p>}
      <EdgeFrame
        key={runId}
        title={t('kept.frame')}
        address={resultPage(party.edgeUrl, runId, { theme, task: taskId })}
        party={party}
        onSay={({ say }, answer) => {
          if (say === 'which') answer({ say: 'run', label, isOfAllRows })
          if (say !== 'changed') return
          void client.invalidateQueries({ queryKey: ['task', taskId] })
          void client.invalidateQueries({ queryKey: ['model'] })
        }}
      />
    </div>
  )
}
