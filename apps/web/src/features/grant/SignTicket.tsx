import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GrantDraft } from '@tessera/contract'
import { Alert, App, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote } from '../../ui/index.ts'
import { draftQuery, signGrant } from './api.ts'
import { grantPhrases } from './phrases.ts'
import { Ticket } from './Ticket.tsx'
import { ofDraft } from './ticket-text.ts'

interface Props {
  taskId: string
  /** What the page knows the ticket to rest on; another one has the ticket asked for again. */
  basis: string
  onSigned: () => void
  onDecline: () => void
}

/** Lays the ticket before a member; signs exactly what is shown, and shows another only when asked to. */
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

/** Whether two drafts ask consent to the same thing. */
function isSameTicket(one: GrantDraft, other: GrantDraft): boolean {
  const asked = ({ planHash, datasetId, rowCount, parties }: GrantDraft) =>
    JSON.stringify([planHash, datasetId, rowCount, parties.map(({ partyId }) => partyId).sort()])
  return asked(one) === asked(other)
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
  /** What would be signed now is no longer what is shown. */
  isChanged: boolean
  /** Why the ticket could not be asked for again. */
  draftError: Error | null
  isReading: boolean
  onSigned: () => void
  onDecline: () => void
  onReread: () => Promise<void>
}

function Stub({ draft, isChanged, draftError, isReading, onSigned, onDecline, onReread }: StubProps) {
  const t = usePhrases(grantPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const sign = useMutation({
    mutationFn: () => signGrant(draft),
    onSuccess: async () => {
      message.success(t('sign.done'))
      await client.invalidateQueries({ queryKey: ['grant'] })
      onSigned()
    },
  })
  const isTooFew = draft.rowCount < draft.minimumRows
  const isRefused = sign.error instanceof ApiError && sign.error.code === 'grant.plan-changed'
  const mustRead = isChanged || isRefused || draftError !== null
  const changed = isChanged ? new ApiError('grant.plan-changed') : null

  return (
    <div className="t-stack">
      {!draft.canSign && <NotSigner signers={draft.signers ?? []} />}
      {isTooFew && (
        <Alert
          type="warning"
          showIcon
          title={t('ticket.tooFew', { minimum: draft.minimumRows, rows: draft.rowCount })}
        />
      )}
      <ErrorNote error={draftError ?? sign.error ?? changed} />
      <div className="t-row">
        {mustRead ? (
          <Button
            type="primary"
            size="large"
            loading={isReading}
            onClick={() => {
              sign.reset()
              void onReread()
            }}
          >
            {t('sign.readAgain')}
          </Button>
        ) : (
          <Button
            type="primary"
            size="large"
            loading={sign.isPending}
            disabled={!draft.canSign || isTooFew}
            onClick={() => sign.mutate()}
          >
            {t('sign.action')}
          </Button>
        )}
        <Button size="large" onClick={onDecline}>
          {t('sign.decline')}
        </Button>
        <span className="t-soft ticket-small t-grow">{t('sign.who')}</span>
      </div>
    </div>
  )
}

function NotSigner({ signers }: { signers: string[] }) {
  const t = usePhrases(grantPhrases)
  return (
    <Alert
      type="info"
      showIcon
      title={t('sign.notSigner')}
      description={signers.length > 0 ? t('sign.ask', { signers: signers.join(', ') }) : t('sign.askAdmin')}
    />
  )
}
