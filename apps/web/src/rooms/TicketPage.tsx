import { useQuery } from '@tanstack/react-query'
import type { Grant, GrantDraft } from '@tessera/contract'
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
import { ApiError, isTokenOver } from '../lib/api-error.ts'
import { useFormat } from '../lib/format.ts'
import { useLanguage, usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { ErrorNote, Word } from '../ui/index.ts'
import { ownDraftQuery, signGrant } from './api.ts'
import { roomPhrases } from './phrases.ts'
import { TokenOver } from './TokenOver.tsx'
import '../features/signing/signing.css'

interface Props {
  taskId: string | null
  partyId: string | null
  username: string | null
}

/** The ticket, read and signed where the platform has no part in it. */
export function TicketPage({ taskId, partyId, username }: Props) {
  const t = usePhrases(roomPhrases)
  useEffect(() => {
    document.title = `${t('ticket.heading')} · Tessera`
  }, [t])
  return (
    <>
      <h1>{t('ticket.heading')}</h1>
      {taskId ? (
        <OpenTicket taskId={taskId} partyId={partyId} username={username} />
      ) : (
        <TokenOver wasIn={false} path={paths.myTasks()} />
      )}
    </>
  )
}

function OpenTicket({ taskId, partyId, username }: Props & { taskId: string }) {
  const t = usePhrases(roomPhrases)
  const say = usePhrases(grantPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const draft = useQuery(ownDraftQuery(taskId, language))
  const signing = useQuery(signingQuery())
  const session = useQuery(sessionQuery())
  const [signed, setSigned] = useState<Grant | null>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { refetch } = draft

  const failure = draft.error ?? signing.error
  const isOver = isTokenOver(failure) || isTokenOver(refusal)
  const note = isOver && <TokenOver wasIn={draft.data !== undefined} path={paths.tickets({ taskId, edge: 'ticket' })} />
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
  const draftText = ofDraft(data)
  // The draft was laid out earlier: the ticket is valid from when it was signed.
  const ticket = signed ? { ...draftText, expiryTime: signed.expiryTime } : draftText
  return (
    <>
      {signed ? <Done grant={signed} /> : note}
      {!signed && needsFirst && !isOver && <FirstFactor signing={signing.data} />}
      <Ticket
        ticket={ticket}
        partyName={data.parties.find((party) => party.partyId === partyId)?.name ?? ''}
        changes={data.changes}
        stub={
          signed ? (
            <p>{say('grant.signedBy', { name: signed.signedBy, time: format.dateTime(signed.signTime) })}</p>
          ) : (
            <div className="t-stack">
              <TicketComplaints draft={data} />
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
                  isDisabled={!mayBeSigned(data) || isOver || draft.isFetching}
                  act={async () => ({ kind: 'sign', ...idsOf(data) })}
                  onProved={(proof) => signGrant(data, proof).then(setSigned, noting(setRefusal))}
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

const idsOf = ({ taskId, planHash, datasetId }: GrantDraft) => ({ taskId, planHash, datasetId })
const mayBeSigned = ({ canSign, rowCount, minimumRows }: GrantDraft) => canSign && rowCount >= minimumRows

/** Hears why, and lets the form say it as well. */
const noting = (hear: (error: Error) => void) => (error: Error) => {
  hear(error)
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
  const t = usePhrases(roomPhrases)
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
