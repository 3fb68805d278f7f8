import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { usePartNames } from '../../lib/environment.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BindFirst, EmptyState, ErrorNote } from '../../ui/index.ts'
import { softwareQuery } from './api.ts'
import { taskPhrases } from './phrases.ts'

/** Shows its children only to a party that can train. Otherwise, explains why the party cannot train and what to do. */
export function EnvironmentGate({ children, onLeave }: { children: ReactNode; onLeave: () => void }) {
  const { party } = useSession()
  return party ? (
    <Deployed partyId={party.id} onLeave={onLeave}>
      {children}
    </Deployed>
  ) : (
    <TasksNeedParty />
  )
}

function Deployed({ partyId, children, onLeave }: { partyId: string; children: ReactNode; onLeave: () => void }) {
  const t = usePhrases(taskPhrases)
  const go = useGo()
  const failing = useQuery(softwareQuery(partyId))
  const namesOf = usePartNames()
  if (failing.isPending)
    return <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t('create.checking')} />
  if (failing.isError) return <ErrorNote error={failing.error} onRetry={() => void failing.refetch()} />
  if (failing.data.length === 0) return children
  return (
    <EmptyState
      title={t('create.blocked.title')}
      reason={t('create.blocked.reason', { components: namesOf(failing.data) })}
      action={
        <Button
          type="primary"
          onClick={() => {
            onLeave()
            go(paths.environment())
          }}
        >
          {t('create.blocked.action')}
        </Button>
      }
    />
  )
}

/** Tells guests that tasks need a party. */
export function TasksNeedParty() {
  const t = usePhrases(taskPhrases)
  return <BindFirst title={t('tourist.title')} reason={t('tourist.reason')} />
}
