import type { GrantDraft } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { grantPhrases } from './phrases.ts'

/** Why this reader cannot sign this ticket, and what to do. */
export function TicketComplaints({ draft: { canSign, signers = [], minimumRows, rowCount } }: { draft: GrantDraft }) {
  const t = usePhrases(grantPhrases)
  return (
    <>
      {!canSign && (
        <Alert
          type="info"
          showIcon
          title={t('sign.notSigner')}
          description={signers.length > 0 ? t('sign.ask', { signers: signers.join(', ') }) : t('sign.askAdmin')}
        />
      )}
      {rowCount < minimumRows && (
        <Alert type="warning" showIcon title={t('ticket.tooFew', { minimum: minimumRows, rows: rowCount })} />
      )}
    </>
  )
}
