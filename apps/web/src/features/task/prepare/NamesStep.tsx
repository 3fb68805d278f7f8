import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { namesRoom } from '../../../lib/room-line.ts'
import { useSession } from '../../../lib/session.ts'
import { RoomFrame } from '../../../ui/RoomFrame.tsx'
import { useThemeMode } from '../../../ui/theme-mode.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  /** At once, before the task is asked for anew. */
  onConfirmed: () => void
  onDone: () => void
}

/** The words of the party's rows that the plan will name: read and sent on a page of its edge, of which this one hears only that it is done. */
export function NamesStep({ task, mine, onConfirmed, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const [theme] = useThemeMode()
  const refresh = useRefresh(task, onDone)
  if (!party?.edgeUrl) return null
  return (
    <div className="t-stack">
      {mine.grant === 'signed' && <p className="t-soft">{t('names.resign')}</p>}
      <RoomFrame
        title={t('names.room')}
        address={namesRoom(party.edgeUrl, { theme, task: task.id })}
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
