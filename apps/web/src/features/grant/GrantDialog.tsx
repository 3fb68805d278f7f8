import { useQuery } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { Modal } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { ticketNamesQuery } from './api.ts'
import { GrantEvents } from './GrantEvents.tsx'
import { GrantStatusTag } from './GrantStatusTag.tsx'
import { grantPhrases } from './phrases.ts'
import { Ticket } from './Ticket.tsx'
import { ofGrant } from './ticket-text.ts'
import { WithdrawButton } from './WithdrawButton.tsx'

interface Props {
  grant: Grant | null
  onWithdraw: (grantId: string) => void
  onClose: () => void
}

/** Shows a signed ticket. */
export function GrantDialog({ grant, onWithdraw, onClose }: Props) {
  const t = usePhrases(grantPhrases)
  return (
    <Modal
      open={grant !== null}
      title={grant ? t('grant.open', { task: grant.taskName }) : ''}
      onCancel={onClose}
      footer={null}
      width={760}
      destroyOnHidden
    >
      {grant && <SignedTicket grant={grant} onWithdraw={onWithdraw} />}
    </Modal>
  )
}

function SignedTicket({ grant, onWithdraw }: { grant: Grant; onWithdraw: Props['onWithdraw'] }) {
  const t = usePhrases(grantPhrases)
  const nameOf = usePartyName()
  const format = useFormat()
  const { party } = useSession()
  const names = useQuery(ticketNamesQuery(grant))
  return (
    <>
      <Ticket
        ticket={ofGrant(grant, names.data ?? { parties: [], algorithm: null })}
        partyName={nameOf(party)}
        stub={
          <div className="t-row">
            <GrantStatusTag grant={grant} />
            <span className="t-grow">
              {t('grant.signedBy', { name: grant.signedBy, time: format.dateTime(grant.signTime) })}
              {grant.withdrawTime && (
                <span className="t-soft">
                  {' '}
                  · {t('grant.withdrawnAt', { time: format.dateTime(grant.withdrawTime) })}
                </span>
              )}
            </span>
            <WithdrawButton grant={grant} onOpened={onWithdraw} />
          </div>
        }
      />
      <div className="ticket-log">
        <GrantEvents grantId={grant.id} taskId={grant.taskId} />
      </div>
    </>
  )
}
