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
  /** Who comes by way of the console. */
  username: string | null
  /** What asks for one, where no PIN may be asked here; `wasIn`: there was one on this page. */
  asking?: ((wasIn: boolean) => ReactNode) | undefined
  children: ReactNode
}

/** What is seen in a session at this edge only; without one it asks for one. */
export function SessionGate({ username, asking, children }: Props) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  const client = useQueryClient()
  const session = useQuery(sessionQuery())
  const end = useMutation({
    mutationFn: endSession,
    // First the session alone, and with it goes what asks for more; all at once asked for rows that none may see by then.
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
