import { useEffect } from 'react'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { usePhrases } from '../lib/i18n.ts'
import { roomPhrases } from './phrases.ts'
import { leaveToFrame } from './session-line.ts'
import '../features/signing/signing.css'

interface Props {
  username: string | null
  /** The session is for a frame of the console, whose key proves what this page asks. */
  isForFrame?: boolean
}

/** Opens a session at this edge, shows the one that is open, and ends it. */
export function SessionPage({ username, isForFrame = false }: Props) {
  const t = usePhrases(roomPhrases)
  useEffect(() => {
    document.title = `${t('session.heading')} · Tessera`
  }, [t])
  return (
    <>
      <h1>{t('session.heading')}</h1>
      {isForFrame ? (
        <OpenSession username={username} onOpened={leaveToFrame} />
      ) : (
        <SessionGate username={username}>
          <p>{t('session.about')}</p>
        </SessionGate>
      )}
    </>
  )
}
