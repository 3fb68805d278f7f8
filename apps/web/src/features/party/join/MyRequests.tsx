import { useQuery } from '@tanstack/react-query'
import type { JoinRequest } from '@tessera/contract'
import { Button } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { ErrorNote, PartyTile } from '../../../ui/index.ts'
import { actFor } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { RequestStatusTag } from './RequestStatusTag.tsx'
import { myRequestsQuery, useFollowRequests, useWithdrawRequest } from './requests-api.ts'
import '../party.css'

/** Number of decided requests that are shown: the latest ones. */
const DECIDED_SHOWN = 3

/** The user's join requests with their status. */
export function MyRequests() {
  const t = usePhrases(partyPhrases)
  useFollowRequests()
  const requests = useQuery(myRequestsQuery())
  const waiting = requests.data?.filter(({ status }) => status === 'waiting') ?? []
  const decided = requests.data?.filter(({ status }) => status === 'approved' || status === 'rejected') ?? []
  const shown = [...waiting, ...decided.slice(0, DECIDED_SHOWN)]
  if (requests.error) return <ErrorNote error={requests.error} onRetry={() => void requests.refetch()} />
  if (shown.length === 0) return null
  return (
    <section className="party-ask" aria-label={t('ask.mine')}>
      <h2 className="party-subtitle">{t('ask.mine')}</h2>
      <ul className="party-list">
        {shown.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Row({ request }: { request: JoinRequest }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  const { partyId, partyName: party, status, note, createTime } = request
  const withdraw = useWithdrawRequest()
  return (
    <li>
      <PartyTile partyId={partyId} size={32} />
      <div className="t-grow">
        <div className="t-row">
          <strong>{party}</strong>
          <RequestStatusTag status={status} />
        </div>
        {note && <blockquote className="party-note">{note}</blockquote>}
        <span className="t-soft party-when">{t('requests.asked', { time: f.ago(createTime) })}</span>
        <ErrorNote error={withdraw.error} />
      </div>
      {status === 'waiting' && (
        <Button
          size="small"
          aria-label={t('ask.withdrawName', { party })}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(request.id)}
        >
          {t('ask.withdraw')}
        </Button>
      )}
      {status === 'approved' && <EnterButton partyId={partyId} />}
    </li>
  )
}

/** Switches to a party that has accepted the user, if the user is still a member. */
function EnterButton({ partyId }: { partyId: string }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { party } = useSession()
  const enter = useMutation({
    mutationFn: () => actFor(partyId),
    onSuccess: (entered) => entered && go(paths.bindSuccess({ partyId }), { replace: true }),
  })
  if (party?.id === partyId || (enter.isSuccess && !enter.data)) return null
  return (
    <Button size="small" type="primary" loading={enter.isPending} onClick={() => enter.mutate()}>
      {t('ask.enter')}
    </Button>
  )
}
