import { useQueryClient } from '@tanstack/react-query'
import { SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { useEffect, useState } from 'react'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { usePhrases } from '../lib/i18n.ts'
import { useMutation } from '../lib/mutation.ts'
import { ownEdgeUrl } from '../lib/own-edge.ts'
import { CardSkeleton, ErrorNote } from '../ui/index.ts'
import { edgePagePhrases } from './phrases.ts'
import { shareWithFrame } from './session-line.ts'
import '../features/signing/signing.css'

interface Props {
  username: string | null
  /**
   * Resolves to the address of the previous page after a redirect from the identity provider. Null without a redirect.
   */
  cameBack: Promise<string> | null
  /** Whether a frame of the console opened this page and shares the session. */
  isForFrame?: boolean
}

/** Opens a session at this edge, shows the open one, and ends it. */
export function SessionPage({ username, cameBack, isForFrame = false }: Props) {
  const t = usePhrases(edgePagePhrases)
  const client = useQueryClient()
  const [isPending, setPending] = useState(cameBack !== null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    document.title = `${t('session.heading')} · Tessera`
  }, [t])
  useEffect(() => {
    cameBack
      ?.then((page) => {
        if (page === SESSION_PAGE_PATH) return client.resetQueries()
        location.replace(`${ownEdgeUrl()}${page}`)
      }, setError)
      .finally(() => setPending(false))
  }, [cameBack, client])
  return (
    <>
      <h1>{t('session.heading')}</h1>
      <ErrorNote error={error} />
      {isPending ? (
        <CardSkeleton count={2} height={90} />
      ) : (
        <SessionGate username={username}>{isForFrame ? <LetFrameIn /> : <p>{t('session.about')}</p>}</SessionGate>
      )}
    </>
  )
}

/** As soon as a session is open, shares it with the frame. A session that was already open needs no PIN or passkey. */
function LetFrameIn() {
  const { mutate, error } = useMutation({ mutationFn: shareWithFrame })
  useEffect(() => mutate(), [mutate])
  return error ? <ErrorNote error={error} /> : <CardSkeleton count={1} height={90} />
}
