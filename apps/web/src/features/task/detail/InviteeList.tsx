import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invitee } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, EmptyState, ErrorNote, Pager, PartyTile, SearchBox } from '../../../ui/index.ts'
import { INVITEES_PER_PAGE, inviteesQuery, inviteParty } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { InvitationStatus, mayBeInvited, TakeBackButton } from './invitation.tsx'

/** Parties of the federation, each with how it stands to the task and what can be done about it. */
export function InviteeList({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const [name, setName] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const invitees = useQuery(inviteesQuery({ taskId, name, pageNo }))
  const search = (wanted: string) => {
    setName(wanted)
    setPageNo(1)
  }
  return (
    <div className="t-stack">
      <p className="t-soft">{t('invite.list.explain')}</p>
      <SearchBox value={name} label={t('invite.search')} onSearch={search} />
      <ErrorNote error={invitees.error} onRetry={() => void invitees.refetch()} />
      {invitees.isPending && <CardSkeleton height={160} />}
      {invitees.data?.total === 0 && (
        <EmptyState title={t(name ? 'invite.notFound' : 'invite.nobody')} reason={t('invite.nobody.reason')} />
      )}
      <ul className="task-parties" aria-label={t('invite.list')}>
        {invitees.data?.records.map((invitee) => (
          <Row key={invitee.partyId} taskId={taskId} invitee={invitee} />
        ))}
      </ul>
      <Pager pageNo={pageNo} pageSize={INVITEES_PER_PAGE} total={invitees.data?.total ?? 0} onChange={setPageNo} />
    </div>
  )
}

function Row({ taskId, invitee }: { taskId: string; invitee: Invitee }) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const { partyId, partyName, status, registrationId } = invitee
  const invite = useMutation({
    mutationFn: () => inviteParty(taskId, partyId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task', taskId] }),
  })
  return (
    <li>
      <PartyTile partyId={partyId} picture={invitee.partyAvatar} size={36} />
      <div className="t-grow task-party">
        <strong>{partyName}</strong>
        {status && <InvitationStatus status={status} />}
        <ErrorNote error={invite.error} />
      </div>
      {mayBeInvited(status) && (
        <Button
          loading={invite.isPending}
          aria-label={t('invite.one.label', { party: partyName })}
          onClick={() => invite.mutate()}
        >
          {t(status === null ? 'invite.one' : 'invite.again')}
        </Button>
      )}
      {status === 'invited' && registrationId && (
        <TakeBackButton taskId={taskId} registrationId={registrationId} partyName={partyName} />
      )}
    </li>
  )
}
