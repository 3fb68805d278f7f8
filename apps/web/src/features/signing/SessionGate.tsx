import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { endSession, SESSION_KEY, sessionQuery } from './api.ts'
import { OpenSession } from './OpenSession.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  /** The user name, if the member comes from the console. */
  username: string | null
  /**
   * Replaces the log-in form on a page that must not ask for a PIN. `wasIn` tells whether the page had a session
   * before.
   */
  asking?: ((wasIn: boolean) => ReactNode) | undefined
  children: ReactNode
}

/** Shows its children only within a session at this edge. Otherwise, shows the log-in form. */
export function SessionGate({ username, asking, children }: Props) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  const client = useQueryClient()
  const session = useQuery(sessionQuery())
  const end = useMutation({
    mutationFn: endSession,
    // Resets only the session first, which unmounts the parts of the page that fetch data. Resetting everything at once
    // would refetch rows that the user can no longer read.
    async onSettled() {
      await client.resetQueries({ queryKey: SESSION_KEY })
      client.removeQueries({ type: 'inactive' })
    },
  })
  const { data, error, isPending } = session
  const [wasIn, setWasIn] = useState(false)
  if (data && !wasIn) setWasIn(true)
  if (data === null) return asking ? asking(wasIn) : <OpenSession username={username} />
  if (error) return <ErrorNote error={error} onRetry={() => void session.refetch()} />
  if (isPending) return <CardSkeleton count={2} height={90} />
  return (
    <>
      <div className="t-row">
        <p className="t-soft t-grow">
          {t('session.open', { name: data.displayName, time: format.dateTime(data.endTime) })}
        </p>
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {t('session.end')}
        </Button>
      </div>
      <ErrorNote error={end.error} />
      {children}
    </>
  )
}
