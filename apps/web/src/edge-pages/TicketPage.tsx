import { useQuery } from '@tanstack/react-query'
import { type Grant, type GrantDraft, isByItself, type RowComparison } from '@tessera/contract'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { grantPhrases } from '../features/grant/phrases.ts'
import { Ticket } from '../features/grant/Ticket.tsx'
import { TicketComplaints } from '../features/grant/TicketComplaints.tsx'
import { isUncounted, ofDraft } from '../features/grant/ticket-text.ts'
import { sessionQuery, signingQuery } from '../features/signing/api.ts'
import { FirstFactor } from '../features/signing/FirstFactor.tsx'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { ProofStep } from '../features/signing/ProofStep.tsx'
import { ApiError, needsFreshToken } from '../lib/api-error.ts'
import { useFormat } from '../lib/format.ts'
import { useLanguage, usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { ErrorNote, Word } from '../ui/index.ts'
import { comparisonQuery, ownDraftQuery, signGrant } from './api.ts'
import { edgePagePhrases } from './phrases.ts'
import { RowDifference, RowsChanged } from './RowDifference.tsx'
import { TokenExpired } from './TokenExpired.tsx'
import '../features/signing/signing.css'

interface Props {
  taskId: string | null
  partyId: string | null
  username: string | null
}

/** Shows a consent ticket and signs it at the edge. The platform takes no part. */
export function TicketPage({ taskId, partyId, username }: Props) {
  const t = usePhrases(edgePagePhrases)
  useEffect(() => {
    document.title = `${t('ticket.heading')} · Tessera`
  }, [t])
  return (
    <>
      <h1>{t('ticket.heading')}</h1>
      {taskId ? (
        <OpenTicket taskId={taskId} partyId={partyId} username={username} />
      ) : (
        <TokenExpired wasIn={false} path={paths.myTasks()} />
      )}
    </>
  )
}

function OpenTicket({ taskId, partyId, username }: Props & { taskId: string }) {
  const t = usePhrases(edgePagePhrases)
  const say = usePhrases(grantPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const draft = useQuery(ownDraftQuery(taskId, language))
  const signing = useQuery(signingQuery())
  const session = useQuery(sessionQuery())
  const [signed, setSigned] = useState<Grant | null>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [confirmedFor, setConfirmedFor] = useState('')
  const [changedRows, setChangedRows] = useState<number | null>(null)
  const { refetch } = draft
  const isCompared = draft.data?.canSign === true && Boolean(session.data) && !isByItself(draft.data.plan)
  const comparison = useQuery({
    ...comparisonQuery(draft.data ?? NO_DRAFT),
    enabled: isCompared && !signed && changedRows === null,
  })

  const failure = draft.error ?? signing.error
  const isTokenExpired = needsFreshToken(failure) || needsFreshToken(refusal)
  const note = isTokenExpired && (
    <TokenExpired wasIn={draft.data !== undefined} path={paths.tickets({ taskId, edge: 'ticket' })} />
  )
  if (!draft.data || !signing.data) {
    if (note) return note
    if (failure) return <ErrorNote error={failure} onRetry={() => void refetch().then(() => signing.refetch())} />
    return (
      <div role="status">
        <p className="t-soft">{t('ticket.loading')}</p>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  }
  const { data } = draft
  const isChanged = refusal instanceof ApiError && refusal.code === 'grant.plan-changed'
  const mustShow = data.canSign && session.data === null
  const needsFirst = signing.data.isSigner && !signing.data.hasPin && signing.data.passkeys === 0
  const near = comparison.data?.near?.map(({ grantId }) => grantId) ?? []
  // A confirmation applies only to the tickets that were shown when it was given.
  const isConfirmed = confirmedFor === near.join()
  const mayGoOn = !isCompared || isAllowed(comparison.data, isConfirmed)
  const draftText = ofDraft(data)
  // The validity of a ticket begins when it is signed, not when it was drafted.
  const ticket = signed ? { ...draftText, expiryTime: signed.expiryTime } : draftText
  return (
    <>
      {signed ? <Done grant={signed} /> : note}
      {!signed && needsFirst && !isTokenExpired && <FirstFactor signing={signing.data} />}
      <Ticket
        ticket={ticket}
        partyName={data.parties.find((party) => party.partyId === partyId)?.name ?? ''}
        changes={data.changes}
        stub={
          signed ? (
            <p>{say('grant.signedBy', { name: signed.signedBy, time: format.dateTime(signed.signTime) })}</p>
          ) : changedRows !== null ? (
            <RowsChanged draft={data} rowCount={changedRows} />
          ) : (
            <div className="t-stack">
              <TicketComplaints draft={data} />
              {isCompared && (
                <RowDifference
                  draft={data}
                  comparison={comparison}
                  isConfirmed={near.length > 0 && isConfirmed}
                  onConfirm={(confirms) => setConfirmedFor(confirms ? near.join() : '')}
                  onChanged={setChangedRows}
                />
              )}
              {isChanged && (
                <Reread
                  error={refusal}
                  onReread={() => {
                    setRefusal(null)
                    void refetch()
                  }}
                />
              )}
              {!needsFirst && mustShow && (
                <>
                  <p>{t(isUncounted(draftText) ? 'sign.counted' : 'sign.who')}</p>
                  <OpenSession username={username} />
                </>
              )}
              {!needsFirst && !mustShow && !isChanged && (
                <ProofStep
                  signing={signing.data}
                  pinText={t('sign.pin')}
                  passkeyText={t('sign.passkey')}
                  isDisabled={!mayBeSigned(data) || !mayGoOn || isTokenExpired || draft.isFetching}
                  act={async () => ({ kind: 'sign', ...idsOf(data) })}
                  onProved={(proof) =>
                    signGrant(data, proof, near).then(
                      setSigned,
                      noting((error) => {
                        setRefusal(error)
                        // Compare the rows again, because a run has begun since the last comparison.
                        if (error instanceof ApiError && error.code === 'grant.rows-near') void comparison.refetch()
                      }),
                    )
                  }
                />
              )}
              <p className="t-soft ticket-small">
                <Word of="edge">{t('sign.stub')}</Word>
              </p>
            </div>
          )
        }
      />
    </>
  )
}

const NO_DRAFT = { taskId: '', planHash: '', datasetId: '' }
/**
 * Returns whether the ticket may be signed: its rows differ enough from those of earlier runs, or the signer has
 * confirmed every ticket from which they differ by only a few rows.
 */
const isAllowed = (comparison: RowComparison | undefined, isConfirmed: boolean) => {
  const near = comparison?.near
  return near ? near.length === 0 || (isConfirmed && !near.some(({ isRefused }) => isRefused)) : false
}
const idsOf = ({ taskId, planHash, datasetId }: GrantDraft) => ({ taskId, planHash, datasetId })
const mayBeSigned = ({ canSign, rowCount, minimumRows }: GrantDraft) => canSign && rowCount >= minimumRows

/** Wraps an error handler so that the form also receives the error. */
const noting = (onError: (error: Error) => void) => (error: Error) => {
  onError(error)
  throw error
}

function Reread({ error, onReread }: { error: Error; onReread: () => void }) {
  const t = usePhrases(grantPhrases)
  return (
    <div className="t-stack">
      <ErrorNote error={error} />
      <div className="t-row">
        <Button type="primary" size="large" onClick={onReread}>
          {t('sign.readAgain')}
        </Button>
      </div>
    </div>
  )
}

function Done({ grant }: { grant: Grant }) {
  const t = usePhrases(edgePagePhrases)
  const format = useFormat()
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('done.title')}
      description={t('done.text', { time: format.dateTime(grant.expiryTime) })}
    />
  )
}
