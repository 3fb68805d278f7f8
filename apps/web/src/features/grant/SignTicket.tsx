import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GrantDraft } from '@tessera/contract'
import { App, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote } from '../../ui/index.ts'
import { draftQuery, grantsQuery, LOOK_EVERY_MS } from './api.ts'
import { EdgePageButton } from './EdgePageButton.tsx'
import { grantPhrases } from './phrases.ts'
import { Ticket } from './Ticket.tsx'
import { TicketComplaints } from './TicketComplaints.tsx'
import { ofDraft } from './ticket-text.ts'

interface Props {
  taskId: string
  /** The state of the task on which the ticket is based. When it changes, the ticket is fetched again. */
  basis: string
  onSigned: () => void
  onDecline: () => void
}

/**
 * Shows a ticket to a member and links to the page of the edge that signs it. If a newer draft exists, shows it only on
 * request.
 */
export function SignTicket({ taskId, basis, onSigned, onDecline }: Props) {
  const t = usePhrases(grantPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const draft = useQuery(draftQuery(taskId))
  const [shown, setShown] = useState<GrantDraft | null>(null)
  if (!shown && draft.data) setShown(draft.data)

  const { refetch } = draft
  const known = useRef(basis)
  useEffect(() => {
    if (known.current === basis) return
    known.current = basis
    void refetch()
  }, [basis, refetch])

  const laid = shown ?? draft.data
  if (!laid) {
    if (draft.isError) return <ErrorNote error={draft.error} onRetry={() => void refetch()} />
    return <Waiting text={t('sign.loading')} />
  }
  const readAgain = async () => {
    const { data, isSuccess } = await refetch()
    if (isSuccess) setShown(data)
  }
  return (
    <Ticket
      ticket={ofDraft(laid)}
      partyName={nameOf(party)}
      changes={laid.changes}
      stub={
        <Stub
          draft={laid}
          isChanged={draft.data !== undefined && !isSameTicket(laid, draft.data)}
          draftError={draft.error}
          isReading={draft.isFetching}
          onSigned={onSigned}
          onDecline={onDecline}
          onReread={readAgain}
        />
      }
    />
  )
}

/** Returns whether two drafts of a ticket request the same consent. */
function isSameTicket(one: GrantDraft, other: GrantDraft): boolean {
  const consentOf = ({ planHash, datasetId, rowCount, parties }: GrantDraft) =>
    JSON.stringify([planHash, datasetId, rowCount, parties.map(({ partyId }) => partyId).sort()])
  return consentOf(one) === consentOf(other)
}

function Waiting({ text }: { text: string }) {
  return (
    <div className="ticket ticket-waiting" role="status">
      <p className="t-soft">{text}</p>
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  )
}

interface StubProps {
  draft: GrantDraft
  /** Whether a signature would now cover something other than the ticket on screen. */
  isChanged: boolean
  /** The error if the ticket could not be fetched again. */
  draftError: Error | null
  isReading: boolean
  onSigned: () => void
  onDecline: () => void
  onReread: () => Promise<void>
}

/**
 * Links to the edge page that signs the ticket. The console never receives the PIN, and detects the signature by
 * polling.
 */
function Stub({ draft, isChanged, draftError, isReading, onSigned, onDecline, onReread }: StubProps) {
  const t = usePhrases(grantPhrases)
  const [isOpened, setOpened] = useState(false)
  useSignedElsewhere(draft, isOpened, onSigned)
  const mustRead = isChanged || draftError !== null
  const changed = isChanged ? new ApiError('grant.plan-changed') : null

  return (
    <div className="t-stack">
      <TicketComplaints draft={draft} />
      <ErrorNote error={draftError ?? changed} />
      {isOpened && <p role="status">{t('sign.waiting')}</p>}
      <div className="t-row">
        {mustRead ? (
          <Button type="primary" size="large" loading={isReading} onClick={() => void onReread()}>
            {t('sign.readAgain')}
          </Button>
        ) : (
          <EdgePageButton
            page={{ taskId: draft.taskId }}
            text={t('sign.action')}
            type="primary"
            size="large"
            disabled={!draft.canSign || draft.rowCount < draft.minimumRows}
            onOpened={() => setOpened(true)}
          />
        )}
        <Button size="large" onClick={onDecline}>
          {t('sign.decline')}
        </Button>
        <span className="t-soft ticket-small t-grow">{t('sign.who')}</span>
      </div>
    </div>
  )
}

/** Polls the tickets of the edge until one of them matches this draft. */
function useSignedElsewhere({ taskId, planHash, datasetId }: GrantDraft, isOpened: boolean, onSigned: () => void) {
  const t = usePhrases(grantPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const grants = useQuery({
    ...grantsQuery(taskId),
    refetchInterval: isOpened ? LOOK_EVERY_MS : false,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  })
  const before = useRef<Set<string>>(undefined)
  if (grants.data) before.current ??= new Set(grants.data.map(({ id }) => id))
  useLive(() => void (isOpened && grants.refetch()))

  const signed = grants.data?.find(
    (grant) =>
      grant.status === 'signed' &&
      grant.planHash === planHash &&
      grant.datasetId === datasetId &&
      before.current?.has(grant.id) === false,
  )
  const tell = useRef(onSigned)
  tell.current = onSigned
  const signedId = signed?.id
  useEffect(() => {
    if (signedId === undefined) return
    message.success(t('sign.done'))
    void client.invalidateQueries({ queryKey: ['grant'] })
    tell.current()
  }, [signedId, message, client, t])
}
