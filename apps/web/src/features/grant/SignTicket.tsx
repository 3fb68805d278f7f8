import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GrantDraft } from '@tessera/contract'
import { Alert, App, Button, Skeleton } from 'antd'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote } from '../../ui/index.ts'
import { draftQuery, signGrant } from './api.ts'
import { grantPhrases } from './phrases.ts'
import { Ticket } from './Ticket.tsx'
import { ofDraft } from './ticket-text.ts'

interface Props {
  taskId: string
  onSigned: () => void
  onDecline: () => void
}

/** Lays the ticket before a member; signs exactly what is shown. */
export function SignTicket({ taskId, onSigned, onDecline }: Props) {
  const t = usePhrases(grantPhrases)
  const { party } = useSession()
  const draft = useQuery(draftQuery(taskId))
  if (draft.isPending) return <Waiting text={t('sign.loading')} />
  if (draft.isError) return <ErrorNote error={draft.error} onRetry={() => void draft.refetch()} />
  return (
    <Ticket
      ticket={ofDraft(draft.data)}
      partyName={party?.name ?? ''}
      changes={draft.data.changes}
      stub={<Stub draft={draft.data} onSigned={onSigned} onDecline={onDecline} onReread={() => void draft.refetch()} />}
    />
  )
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
  onSigned: () => void
  onDecline: () => void
  onReread: () => void
}

function Stub({ draft, onSigned, onDecline, onReread }: StubProps) {
  const t = usePhrases(grantPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const sign = useMutation({
    mutationFn: () => signGrant(draft.taskId, draft.planHash),
    onSuccess: async () => {
      message.success(t('sign.done'))
      await client.invalidateQueries({ queryKey: ['grant'] })
      onSigned()
    },
  })
  const isTooFew = draft.rowCount < draft.minimumRows
  const planChanged = sign.error instanceof ApiError && sign.error.code === 'grant.plan-changed'

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
      <ErrorNote error={sign.error} />
      <div className="t-row">
        {planChanged ? (
          <Button
            type="primary"
            size="large"
            onClick={() => {
              sign.reset()
              onReread()
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
