import type { Registration } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel, PartyTile } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { InvitationStatus, TakeBackButton } from './invitation.tsx'

interface Props {
  invitations: Registration[]
  /** Whether joining is open, so that invitations can be withdrawn. */
  canTakeBack: boolean
}

/** Lists the parties that the initiator has invited and that have not joined yet. */
export function InvitationsPanel({ invitations, canTakeBack }: Props) {
  const t = usePhrases(taskPhrases)
  return (
    <Panel title={t('invitations.title')} extra={<span className="t-soft t-num">{invitations.length}</span>}>
      <ul className="task-parties" aria-label={t('invitations.title')}>
        {invitations.map(({ id, taskId, partyId, partyName, partyAvatar, status }) => (
          <li key={id}>
            <PartyTile partyId={partyId} picture={partyAvatar} size={36} />
            <div className="t-grow task-party">
              <strong>{partyName}</strong>
              <InvitationStatus status={status} />
            </div>
            {canTakeBack && status === 'invited' && (
              <TakeBackButton taskId={taskId} registrationId={id} partyName={partyName} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
