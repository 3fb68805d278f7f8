import type { RegistrationStatus } from '@tessera/contract'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { inviteParty } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { InvitationStatus, mayBeInvited, useInvitationsChanged, useTakeBack } from './invitation.tsx'

interface Props {
  taskId: string
  partyId: string
  partyName: string
  status: RegistrationStatus | null
  /** The id of an invitation that the user can withdraw here. */
  registrationId?: string | null
  /** Name of the row for screen readers. It states who is invited to which task. */
  label: string
  picture?: ReactNode
  name: ReactNode
  /** A note that is shown while the party has no status in the task. */
  note?: ReactNode
}

/** A party's status in a task, with one button that changes it. The focus stays in place when the button changes. */
export function InviteRow(props: Props) {
  const { taskId, partyId, partyName, status, registrationId } = props
  const t = usePhrases(taskPhrases)
  const refresh = useInvitationsChanged(taskId)
  const row = useRef<HTMLLIElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const takeBack = useTakeBack(taskId)
  const invite = useMutation({
    mutationFn: () => inviteParty(taskId, partyId),
    onSuccess: () => {
      // When the button to withdraw disappears, moves the focus to the row.
      const isLeft = registrationId === undefined && row.current?.contains(document.activeElement)
      if (isLeft) place.current?.focus()
      return refresh()
    },
  })
  const invited = status === 'invited' && registrationId
  return (
    <li ref={row}>
      {props.picture}
      <div className="t-grow task-party">
        {props.name}
        {(status ?? props.note) && (
          <div ref={place} tabIndex={-1}>
            {status ? <InvitationStatus status={status} /> : props.note}
          </div>
        )}
        <ErrorNote error={invite.error} />
      </div>
      {(invited || mayBeInvited(status)) && (
        <Button
          loading={invite.isPending || takeBack.isPending}
          aria-label={invited ? t('invitee.takeBack.label', { party: partyName }) : props.label}
          onClick={() => (invited ? takeBack.mutate(invited) : invite.mutate())}
        >
          {t(invited ? 'invitee.takeBack' : status === null ? 'invite.one' : 'invite.again')}
        </Button>
      )}
    </li>
  )
}
