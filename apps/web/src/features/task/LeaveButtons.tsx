import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { deleteTask, leaveTask } from './api.ts'
import { taskPhrases } from './phrases.ts'

interface Props {
  task: TaskDetail
  mine: Registration | null
  /** The task is gone for this party. */
  onGone: () => void
}

type Way = 'quit' | 'disband' | 'delete'

/** Quit, disband, delete: each names what it does before it does it. */
export function LeaveButtons({ task, mine, onGone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Way | null>(null)
  const leave = useMutation({
    mutationFn: (way: Way) => (way === 'delete' || !mine ? deleteTask(task.id) : leaveTask(mine.id)),
    onSuccess: (_none, way) => {
      setAsked(null)
      message.success(t(way === 'delete' ? 'leave.deleted' : 'leave.left', { name: task.name }))
      void client.invalidateQueries({ queryKey: ['tasks'] })
      if (way === 'quit') void client.invalidateQueries({ queryKey: ['task', task.id] })
      else onGone()
    },
  })
  const ways = (['quit', 'disband', 'delete'] as const).filter((way) => task.abilities[way])
  const label = (way: Way) => (way === 'quit' && mine?.status === 'applying' ? t('leave.withdraw') : t(`leave.${way}`))
  const consequence = (way: Way) =>
    way === 'quit'
      ? t('leave.quit.consequence', { party: party?.name ?? '' })
      : way === 'disband'
        ? t('leave.disband.consequence', { count: task.partyCount })
        : t('leave.delete.consequence')

  return (
    <>
      {ways.map((way) => (
        <Button key={way} danger onClick={() => setAsked(way)}>
          {label(way)}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? t(`leave.${asked}.title`, { name: task.name }) : ''}
        consequence={asked ? consequence(asked) : ''}
        confirmText={asked ? label(asked) : ''}
        isPending={leave.isPending}
        error={leave.error}
        onConfirm={() => asked && leave.mutate(asked)}
        onCancel={() => {
          setAsked(null)
          leave.reset()
        }}
      />
    </>
  )
}
