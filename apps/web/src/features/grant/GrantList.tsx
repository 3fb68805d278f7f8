import { useQuery } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, CardSkeleton, EmptyState, ErrorNote } from '../../ui/index.ts'
import { algorithmNamesQuery, grantsQuery, LOOK_EVERY_MS } from './api.ts'
import { GrantDialog } from './GrantDialog.tsx'
import { GrantStatusTag } from './GrantStatusTag.tsx'
import { grantPhrases } from './phrases.ts'
import { shortHash } from './ticket-text.ts'
import { useDataText } from './use-data-text.ts'
import { WithdrawButton } from './WithdrawButton.tsx'
import './grant.css'

/** The party's tickets from its edge, newest first. */
export function GrantList({ taskId, emptyAction }: { taskId?: string | undefined; emptyAction?: React.ReactNode }) {
  const t = usePhrases(grantPhrases)
  /**
   * The ticket whose withdrawal page a member has opened. The list polls until the edge reports that it is withdrawn.
   */
  const [leavingId, setLeavingId] = useState<string | null>(null)
  const grants = useQuery({
    ...grantsQuery(taskId),
    refetchInterval: ({ state }) =>
      state.data?.some(({ id, abilities }) => id === leavingId && abilities.withdraw) ? LOOK_EVERY_MS : false,
    refetchIntervalInBackground: true,
  })
  // Waits for the names of the algorithms. Each row shows one, so the list would shift if they arrived later.
  const { isFetched } = useQuery(algorithmNamesQuery())
  const [openId, setOpenId] = useState<string | null>(null)
  if (grants.isPending || !isFetched) return <CardSkeleton count={3} height={88} />
  if (grants.isError) return <ErrorNote error={grants.error} onRetry={() => void grants.refetch()} />
  if (grants.data.length === 0) {
    return <EmptyState title={t('list.empty.title')} reason={t('list.empty.reason')} action={emptyAction} />
  }
  const open = grants.data.find(({ id }) => id === openId) ?? null
  return (
    <>
      <ul className="grant-list" aria-label={t('list.title')}>
        {grants.data.map((grant) => (
          <GrantRow key={grant.id} grant={grant} onRead={() => setOpenId(grant.id)} onWithdraw={setLeavingId} />
        ))}
      </ul>
      <GrantDialog grant={open} onWithdraw={setLeavingId} onClose={() => setOpenId(null)} />
    </>
  )
}

interface RowProps {
  grant: Grant
  onRead: () => void
  onWithdraw: (grantId: string) => void
}

function GrantRow({ grant, onRead, onWithdraw }: RowProps) {
  const t = usePhrases(grantPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const dataText = useDataText()
  const name = useQuery(algorithmNamesQuery()).data?.[grant.plan.algorithm]
  return (
    <li>
      <div className="t-grow">
        <div className="t-row">
          <strong>
            <AppLink to={paths.task(grant.taskId)}>{grant.taskName}</AppLink>
          </strong>
          <GrantStatusTag grant={grant} />
        </div>
        <p>
          {dataText(grant)}
          {' · '}
          {t('ticket.rounds.value', { rounds: grant.plan.maxRounds })}
          {grant.plan.maxRounds > 1 && ` · ${t('ticket.rounds.used', { used: grant.roundsUsed })}`}
        </p>
        <p className="t-soft">
          {name ? name[language] : <code>{grant.plan.algorithm}</code>} · {t('ticket.code')}{' '}
          <code className="t-mono">{shortHash(grant.codeHash)}…</code>
        </p>
        <p className="t-soft t-num">
          {t('grant.signedBy', { name: grant.signedBy, time: format.dateTime(grant.signTime) })} · {t('ticket.expiry')}{' '}
          {format.dateTime(grant.expiryTime)}
        </p>
      </div>
      <div className="t-row">
        <Button aria-label={t('grant.open', { task: grant.taskName })} onClick={onRead}>
          {t('grant.read')}
        </Button>
        <WithdrawButton grant={grant} onOpened={onWithdraw} />
      </div>
    </li>
  )
}
