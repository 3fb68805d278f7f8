import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App } from 'antd'
import { namesPage } from '../../../lib/frame-channel.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import { EdgeFrame } from '../../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../../ui/theme-mode.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  /** Called at once after the confirmation, before the task is refetched. */
  onConfirmed: () => void
  onDone: () => void
}

/**
 * Shows the edge page that confirms the categories and classes of the party's rows that the plan will name. The console
 * receives only that the step is complete.
 */
export function NamesStep({ task, mine, onConfirmed, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  const refresh = useRefresh(task, onDone)
  if (!party?.edgeUrl) return null
  return (
    <div className="t-stack">
      {mine.grant === 'signed' && <p className="t-soft">{t('names.resign')}</p>}
      <EdgeFrame
        title={t('names.frame')}
        address={namesPage(party.edgeUrl, { theme, task: task.id })}
        party={party}
        onSay={({ say }) => {
          if (say !== 'confirmed') return
          onConfirmed()
          refresh()
        }}
      />
    </div>
  )
}

function useRefresh(task: TaskDetail, onDone: () => void) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ]),
    onSuccess: () => {
      message.success(t('names.sent'))
      onDone()
    },
  })
  return mutate
}
