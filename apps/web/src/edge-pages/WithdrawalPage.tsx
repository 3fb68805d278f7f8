import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { Alert, Skeleton } from 'antd'
import { useEffect } from 'react'
import { GrantStatusTag } from '../features/grant/GrantStatusTag.tsx'
import { grantPhrases } from '../features/grant/phrases.ts'
import { Ticket } from '../features/grant/Ticket.tsx'
import { ofGrant, type TicketNames } from '../features/grant/ticket-text.ts'
import { namesOfSigners, signingQuery } from '../features/signing/api.ts'
import { FirstFactor } from '../features/signing/FirstFactor.tsx'
import { ProofStep } from '../features/signing/ProofStep.tsx'
import { needsFreshToken } from '../lib/api-error.ts'
import { useFormat } from '../lib/format.ts'
import { useLanguage, usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { ErrorNote } from '../ui/index.ts'
import { ownDraftQuery, ownGrantsQuery, withdrawGrant } from './api.ts'
import { DifferingColumns } from './DifferingColumns.tsx'
import { edgePagePhrases } from './phrases.ts'
import { TokenExpired } from './TokenExpired.tsx'
import '../features/signing/signing.css'

/** Shows a signed ticket and the consequences of withdrawing it, which requires PIN or passkey as signing does. */
export function WithdrawalPage({ grantId }: { grantId: string }) {
  const t = usePhrases(edgePagePhrases)
  const say = usePhrases(grantPhrases)
  const format = useFormat()
  const client = useQueryClient()
  const grants = useQuery(ownGrantsQuery())
  const signing = useQuery(signingQuery())
  useEffect(() => {
    document.title = `${t('withdraw.heading')} · Tessera`
  }, [t])
  const error = grants.error ?? signing.error
  const grant = grants.data?.find(({ id }) => id === grantId)
  const names = useNames(grant)
  const needsFirst = signing.data?.isSigner && !signing.data.hasPin && signing.data.passkeys === 0
  const retry = () => {
    void grants.refetch()
    void signing.refetch()
  }
  return (
    <>
      <h1>{t('withdraw.heading')}</h1>
      {needsFreshToken(error) ? (
        <TokenExpired wasIn={grant !== undefined} path={paths.tickets()} nobody={t('over.none.withdraw')} />
      ) : (
        <ErrorNote error={error} onRetry={retry} />
      )}
      {(grants.isPending || signing.isPending) && <Skeleton active paragraph={{ rows: 8 }} />}
      {grants.data && !grant && <Alert type="info" showIcon title={t('withdraw.none')} />}
      {grant?.withdrawTime && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={say('grant.withdrawn', { task: grant.taskName })}
          description={t('withdraw.close')}
        />
      )}
      {grant?.apart && <DifferingColumns columns={grant.apart} />}
      {needsFirst && signing.data && <FirstFactor signing={signing.data} />}
      {grant && signing.data && (
        <Ticket
          ticket={ofGrant(grant, names)}
          partyName={t('withdraw.own')}
          stub={
            <div className="t-stack">
              <div className="t-row">
                <GrantStatusTag grant={grant} />
                {say('grant.signedBy', { name: grant.signedBy, time: format.dateTime(grant.signTime) })}
              </div>
              {!grant.withdrawTime && <p>{say('grant.withdraw.consequence')}</p>}
              {!signing.data.isSigner && (
                <Alert
                  type="info"
                  showIcon
                  title={t('withdraw.signers', {
                    signers: namesOfSigners(signing.data),
                  })}
                />
              )}
              {grant.abilities.withdraw && !needsFirst && (
                <ProofStep
                  signing={signing.data}
                  isDanger
                  pinText={t('withdraw.pin')}
                  passkeyText={t('withdraw.passkey')}
                  act={async () => ({ kind: 'withdraw', id: grantId })}
                  onProved={async (proof) => {
                    await withdrawGrant(grantId, proof)
                    await client.invalidateQueries({ queryKey: ownGrantsQuery().queryKey })
                  }}
                />
              )}
            </div>
          }
        />
      )}
    </>
  )
}

/**
 * Returns the names in a ticket. The edge stores only ids, so the names come from the task's draft as long as it is
 * available.
 */
function useNames(grant: Grant | undefined): TicketNames {
  const [language] = useLanguage()
  const { data } = useQuery({ ...ownDraftQuery(grant?.taskId ?? '', language), enabled: grant !== undefined })
  if (!grant || !data) return { parties: [], algorithm: null }
  const isSameAlgorithm = data.plan.algorithm === grant.plan.algorithm
  return {
    parties: data.parties,
    algorithm: isSameAlgorithm ? data.algorithmName : null,
    initiator: data.initiatorName,
  }
}
