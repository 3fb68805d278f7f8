import { useEffect } from 'react'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { usePhrases } from '../lib/i18n.ts'
import { roomPhrases } from './phrases.ts'
import '../features/signing/signing.css'

/** Opens a session at this edge, shows the one that is open, and ends it. */
export function SessionPage({ username }: { username: string | null }) {
  const t = usePhrases(roomPhrases)
  useEffect(() => {
    document.title = `${t('session.heading')} · Tessera`
  }, [t])
  return (
    <>
      <h1>{t('session.heading')}</h1>
      <SessionGate username={username}>
        <p>{t('session.about')}</p>
      </SessionGate>
    </>
  )
}
