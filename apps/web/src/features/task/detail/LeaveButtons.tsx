import { useQueryClient } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { deleteTask, leaveTask } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

interface Props {
  task: TaskDetail
  mine: Registration | null
  /** The task is gone for this party. */
  onGone: () => void
}

type Way = 'quit' | 'withdraw' | 'disband' | 'delete'

const DONE = {
  quit: 'leave.left',
  withdraw: 'leave.withdrawn',
  disband: 'leave.disbanded',
  delete: 'leave.deleted',
} as const

/** Quit, take the application back, disband, delete: each names what it does before it does it. */
export function LeaveButtons({ task, mine, onGone }: Props) {
  const t = usePhrases(taskPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Way | null>(null)
  const leave = useMutation({
    mutationFn: ({ way, registrationId }: { way: Way; registrationId: string }) =>
      way === 'delete' ? deleteTask(task.id) : leaveTask(registrationId),
    onSuccess: (_none, { way }) => {
      setAsked(null)
      message.success(t(DONE[way], { name: task.name }))
      void client.invalidateQueries({ queryKey: ['tasks'] })
      if (way === 'disband' || way === 'delete') onGone()
      else void client.invalidateQueries({ queryKey: ['task', task.id] })
    },
  })
  const ways = waysOf(task, mine)
  const consequence = (way: Way) =>
    way === 'quit'
      ? t('leave.quit.consequence', { party: nameOf(party) })
      : way === 'disband'
        ? t('leave.disband.consequence', { count: task.partyCount })
        : t(`leave.${way}.consequence`)

  return (
    <>
      {ways.map((way) => (
        <Button key={way} danger onClick={() => setAsked(way)}>
          {t(`leave.${way}`)}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? t(`leave.${asked}.title`, { name: task.name }) : ''}
        consequence={asked ? consequence(asked) : ''}
        confirmText={asked ? t(`leave.${asked}`) : ''}
        isPending={leave.isPending}
        error={leave.error}
        onConfirm={() => asked && leave.mutate({ way: asked, registrationId: mine?.id ?? '' })}
        onCancel={() => {
          setAsked(null)
          leave.reset()
        }}
      />
    </>
  )
}

function waysOf({ abilities }: TaskDetail, mine: Registration | null): Way[] {
  const quit = mine?.status === 'applying' ? 'withdraw' : 'quit'
  return [
    ...(mine && abilities.quit ? ([quit] as const) : []),
    ...(mine && abilities.disband ? (['disband'] as const) : []),
    ...(abilities.delete ? (['delete'] as const) : []),
  ]
}
