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
  /** Called when the party can no longer see the task. */
  onGone: () => void
}

type Way = 'quit' | 'withdraw' | 'disband' | 'delete'

const DONE = {
  quit: 'leave.left',
  withdraw: 'leave.withdrawn',
  disband: 'leave.disbanded',
  delete: 'leave.deleted',
} as const

/** Buttons to quit, withdraw an application, disband or delete. Each confirmation states the consequences. */
export function LeaveButtons({ task, mine, onGone }: Props) {
  const t = usePhrases(taskPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [pending, setPending] = useState<Way | null>(null)
  const leave = useMutation({
    mutationFn: ({ way, registrationId }: { way: Way; registrationId: string }) =>
      way === 'delete' ? deleteTask(task.id) : leaveTask(registrationId),
    onSuccess: (_none, { way }) => {
      setPending(null)
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
        <Button key={way} danger onClick={() => setPending(way)}>
          {t(`leave.${way}`)}
        </Button>
      ))}
      <ConfirmDialog
        open={pending !== null}
        title={pending ? t(`leave.${pending}.title`, { name: task.name }) : ''}
        consequence={pending ? consequence(pending) : ''}
        confirmText={pending ? t(`leave.${pending}`) : ''}
        isPending={leave.isPending}
        error={leave.error}
        onConfirm={() => pending && leave.mutate({ way: pending, registrationId: mine?.id ?? '' })}
        onCancel={() => {
          setPending(null)
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
