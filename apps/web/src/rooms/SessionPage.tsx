import { useQueryClient } from '@tanstack/react-query'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { useEffect, useState } from 'react'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { usePhrases } from '../lib/i18n.ts'
import { ownEdgeUrl } from '../lib/own-edge.ts'
import { CardSkeleton, ErrorNote } from '../ui/index.ts'
import { roomPhrases } from './phrases.ts'
import { leaveToFrame } from './session-line.ts'
import '../features/signing/signing.css'

interface Props {
  username: string | null
  /** Of somebody whom the house's provider led back here: being let in, and then where they were before. */
  cameBack: Promise<string> | null
  /** The session is for a frame of the console, whose key proves what this page asks. */
  isForFrame?: boolean
}

/** Opens a session at this edge, shows the one that is open, and ends it. */
export function SessionPage({ username, cameBack, isForFrame = false }: Props) {
  const t = usePhrases(roomPhrases)
  const client = useQueryClient()
  const [isPending, setPending] = useState(cameBack !== null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    document.title = `${t('session.heading')} · Tessera`
  }, [t])
  useEffect(() => {
    cameBack
      ?.then((page) => {
        if (isForFrame) return leaveToFrame()
        if (page === SESSION_PAGE_PATH) return client.resetQueries()
        location.replace(`${ownEdgeUrl()}${page}`)
      }, setError)
      .finally(() => setPending(false))
  }, [cameBack, client, isForFrame])
  return (
    <>
      <h1>{t('session.heading')}</h1>
      <ErrorNote error={error} />
      {isPending ? (
        <CardSkeleton count={2} height={90} />
      ) : isForFrame ? (
        <OpenSession username={username} onOpened={leaveToFrame} />
      ) : (
        <SessionGate username={username}>
          <p>{t('session.about')}</p>
        </SessionGate>
      )}
    </>
  )
}
