import type { Member, Party } from '@tessera/contract'
import { App, Button, Modal } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { useLeaveParty } from './members-api.ts'

interface Props {
  open: boolean
  /** The user's own membership. */
  member: Member
  onClose: () => void
}

/** Asks for confirmation that the user leaves the party, or tells the last super administrator what to do first. */
export function LeaveDialog({ open, member, onClose }: Props) {
  const { party } = useSession()
  if (!party) return null
  return member.abilities.leave ? (
    <Leave open={open} party={party} onClose={onClose} />
  ) : (
    <NotYet open={open} party={party} onClose={onClose} />
  )
}

interface StepProps {
  open: boolean
  party: Party
  onClose: () => void
}

function Leave({ open, party, onClose }: StepProps) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const { message } = App.useApp()
  const leave = useLeaveParty({
    partyId: party.id,
    onLeft: () => void message.success(t('leave.done', { party: nameOf(party) })),
  })
  return (
    <ConfirmDialog
      open={open}
      title={t('leave.title', { party: nameOf(party) })}
      consequence={t('leave.consequence')}
      confirmText={t('leave')}
      isPending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onCancel={() => {
        leave.reset()
        onClose()
      }}
    />
  )
}

function NotYet({ open, party, onClose }: StepProps) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  return (
    <Modal
      open={open}
      title={t('leave.notYet')}
      width={440}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p>{t('leave.appointFirst', { party: nameOf(party) })}</p>
    </Modal>
  )
}
