import { useQuery } from '@tanstack/react-query'
import type { Invitee } from '@tessera/contract'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, EmptyState, ErrorNote, Pager, PartyTile, SearchBox } from '../../../ui/index.ts'
import { INVITEES_PER_PAGE, inviteesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { InviteRow } from './InviteRow.tsx'

/** The parties of the federation, each with its status in the task and the available action. */
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
  const { partyAvatar, ...party } = invitee
  return (
    <InviteRow
      taskId={taskId}
      {...party}
      label={t('invite.one.label', { party: party.partyName })}
      picture={<PartyTile partyId={party.partyId} picture={partyAvatar} size={36} />}
      name={<strong>{party.partyName}</strong>}
    />
  )
}
