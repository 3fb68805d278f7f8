import { useQueryClient } from '@tanstack/react-query'
import type { RegistrationStatus } from '@tessera/contract'
import { App, Button } from 'antd'
import { useErrorText, usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { TASKS_TO_INVITE, withdrawInvitation } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

const TONES: Record<RegistrationStatus, Tone> = {
  invited: 'waiting',
  applying: 'waiting',
  joined: 'success',
  declined: 'neutral',
  rejected: 'neutral',
  left: 'neutral',
}

/** A party's status in the task, as shown to an inviting party. */
export function InvitationStatus({ status }: { status: RegistrationStatus }) {
  const t = usePhrases(taskPhrases)
  return (
    <div>
      <StatusTag tone={TONES[status]} text={t(`invitee.${status}`)} />
    </div>
  )
}

/** Returns whether a party can be invited: it neither takes part, nor is invited, nor has applied. */
export const mayBeInvited = (status: RegistrationStatus | null) =>
  status === null || status === 'left' || status === 'rejected' || status === 'declined'

interface Props {
  taskId: string
  registrationId: string
  partyName: string
}

/**
 * Returns the mutation that withdraws an invitation. It needs no confirmation, because the party can be invited again.
 */
export function useTakeBack(taskId: string) {
  const say = useErrorText()
  const { message } = App.useApp()
  const refresh = useInvitationsChanged(taskId)
  return useMutation({
    mutationFn: (registrationId: string) => withdrawInvitation(registrationId),
    // The party may have answered meanwhile. The list is refetched in any case and shows the result.
    onError: (error) => void message.error(say(error)),
    onSettled: refresh,
  })
}

/** Returns a function that refetches the task and the list of tasks to invite to. */
export function useInvitationsChanged(taskId: string): () => Promise<unknown> {
  const client = useQueryClient()
  const keys = [['task', taskId], TASKS_TO_INVITE]
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function TakeBackButton({ taskId, registrationId, partyName }: Props) {
  const t = usePhrases(taskPhrases)
  const takeBack = useTakeBack(taskId)
  return (
    <Button
      loading={takeBack.isPending}
      aria-label={t('invitee.takeBack.label', { party: partyName })}
      onClick={() => takeBack.mutate(registrationId)}
    >
      {t('invitee.takeBack')}
    </Button>
  )
}
