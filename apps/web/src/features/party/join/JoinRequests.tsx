import { useQuery } from '@tanstack/react-query'
import type { JoinRequest, Party } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useErrorText, usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, EmptyState, ErrorNote } from '../../../ui/index.ts'
import { Person } from '../members/Person.tsx'
import { partyPhrases } from '../phrases.ts'
import { RequestStatusTag } from './RequestStatusTag.tsx'
import { requestsQuery, useFollowRequests, useReviewRequest } from './requests-api.ts'

const SHOWN_FIRST = 10

/** Returns the number of join requests that wait for a decision, or 0 if the user cannot decide them. */
export function useWaitingCount(party: Party | null): number {
  useFollowRequests()
  const mayDecide = party?.abilities.invite ?? false
  const { data } = useQuery({ ...requestsQuery(party?.id ?? ''), enabled: mayDecide })
  return data?.filter(({ status }) => status === 'waiting').length ?? 0
}

/** The requests to join the party, with buttons to decide them. Decided requests are listed below. */
export function JoinRequests({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const requests = useQuery(requestsQuery(party.id))
  if (requests.error) return <ErrorNote error={requests.error} onRetry={() => void requests.refetch()} />
  if (!requests.data) return <CardSkeleton count={2} height={96} />
  const waiting = requests.data.filter(({ status }) => status === 'waiting')
  const decided = requests.data.filter(({ status }) => status !== 'waiting')
  return (
    <div className="party-sections">
      <section aria-label={t('requests.waiting')}>
        <h2>{t('requests.waiting')}</h2>
        {waiting.length === 0 ? (
          <EmptyState title={t('requests.none')} reason={t('requests.noneReason', { id: party.id })} />
        ) : (
          <ul className="party-list">
            {waiting.map((request) => (
              <Waiting key={request.id} request={request} />
            ))}
          </ul>
        )}
      </section>
      {decided.length > 0 && <Decided requests={decided} />}
    </div>
  )
}

function Waiting({ request }: { request: JoinRequest }) {
  const t = usePhrases(partyPhrases)
  const say = useErrorText()
  const { message } = App.useApp()
  const { displayName: name } = request
  const review = useReviewRequest({
    onDone: (verdict) => void message.success(t(`requests.done.${verdict}`, { name })),
    // The request is gone, because another administrator has decided it or the user has withdrawn it. Its row
    // disappears, so a toast shows the reason.
    onError: (error) => isGone(error) && void message.info(say(error)),
  })
  const decide = (verdict: 'approve' | 'reject') => review.mutate({ id: request.id, verdict })
  return (
    <li>
      <div className="t-grow">
        <Person {...request} />
        <Note request={request} />
        <ErrorNote error={isGone(review.error) ? null : review.error} />
      </div>
      <div className="t-row">
        <Button
          type="primary"
          aria-label={t('requests.approveName', { name })}
          loading={review.isPending && review.variables.verdict === 'approve'}
          disabled={review.isPending}
          onClick={() => decide('approve')}
        >
          {t('requests.approve')}
        </Button>
        <Button
          aria-label={t('requests.rejectName', { name })}
          loading={review.isPending && review.variables.verdict === 'reject'}
          disabled={review.isPending}
          onClick={() => decide('reject')}
        >
          {t('requests.reject')}
        </Button>
      </div>
    </li>
  )
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'party.request-not-found'

function Note({ request: { note, createTime } }: { request: JoinRequest }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  return (
    <>
      {note && <blockquote className="party-note">{note}</blockquote>}
      <time className="t-soft party-when" dateTime={createTime.toISOString()} title={f.dateTime(createTime)}>
        {t('requests.asked', { time: f.ago(createTime) })}
      </time>
    </>
  )
}

function Decided({ requests }: { requests: JoinRequest[] }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? requests : requests.slice(0, SHOWN_FIRST)
  return (
    <section aria-label={t('requests.decided')}>
      <h2>{t('requests.decided')}</h2>
      <ul className="party-list">
        {shown.map((request) => (
          <li key={request.id}>
            <div className="t-grow">
              <Person {...request} />
              {request.note && <blockquote className="party-note">{request.note}</blockquote>}
            </div>
            <div className="t-row">
              <RequestStatusTag status={request.status} />
              <span className="t-soft t-num">{f.dateTime(request.reviewTime ?? request.createTime)}</span>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < requests.length && (
        <Button type="text" onClick={() => setAll(true)}>
          {t('requests.showAll', { count: requests.length })}
        </Button>
      )}
    </section>
  )
}
