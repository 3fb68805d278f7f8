import { contentTypeOf, type GrantDraft, olderSide } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { grantPhrases } from './phrases.ts'

/** Lists why this user cannot sign this ticket, and what to do. */
export function TicketComplaints({ draft }: { draft: GrantDraft }) {
  const t = usePhrases(grantPhrases)
  const { canSign, codeOrigin, signers = [], minimumRows, rowCount, plan } = draft
  const rows = useRowsWords(contentTypeOf(plan.data, plan.target))
  const isOwn = codeOrigin === undefined || codeOrigin.kind === 'own'
  return (
    <>
      {!isOwn && (
        <Alert
          type="error"
          showIcon
          title={t('sign.code', { ownVersion: codeOrigin.ownVersion })}
          description={t(`sign.code.${olderSide(codeOrigin.ownVersion, codeOrigin.version)}`, {
            version: codeOrigin.version ?? '–',
          })}
        />
      )}
      {isOwn && !canSign && (
        <Alert
          type="info"
          showIcon
          title={t('sign.notSigner')}
          description={signers.length > 0 ? t('sign.ask', { signers: signers.join(', ') }) : t('sign.askAdmin')}
        />
      )}
      {rowCount < minimumRows && (
        <Alert
          type="warning"
          showIcon
          title={t('ticket.tooFew', {
            minimum: rows.count(minimumRows),
            chosen: rowCount,
            what: rows.count(rowCount),
            rows: rows.many,
          })}
        />
      )}
    </>
  )
}
