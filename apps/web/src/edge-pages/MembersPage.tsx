import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AddMachine } from '../features/signing/AddMachine.tsx'
import { AddMember } from '../features/signing/AddMember.tsx'
import { signingQuery } from '../features/signing/api.ts'
import { CodeDialog } from '../features/signing/CodeDialog.tsx'
import { FirstFactor } from '../features/signing/FirstFactor.tsx'
import { HandOver } from '../features/signing/HandOver.tsx'
import { KeyDialog } from '../features/signing/KeyDialog.tsx'
import { MemberList } from '../features/signing/MemberList.tsx'
import { Move } from '../features/signing/Move.tsx'
import type { KeyFile } from '../features/signing/machine-key.ts'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { OwnFactors } from '../features/signing/OwnFactors.tsx'
import { needsFreshToken } from '../lib/api-error.ts'
import { usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { CardSkeleton, ErrorNote } from '../ui/index.ts'
import { edgePagePhrases } from './phrases.ts'
import { TokenExpired } from './TokenExpired.tsx'
import '../features/signing/signing.css'

/** The edge's own member list, and the factors by which members authenticate. */
export function MembersPage({ username }: { username: string | null }) {
  const t = usePhrases(edgePagePhrases)
  const signing = useQuery(signingQuery())
  const [made, setMade] = useState<{ name: string; code: string } | null>(null)
  const [madeKey, setMadeKey] = useState<KeyFile | null>(null)
  useEffect(() => {
    document.title = `${t('members.heading')} · Tessera`
  }, [t])
  const { data, error } = signing
  const hasFactor = data && (data.hasPin || data.passkeys > 0)
  return (
    <>
      <h1>{t('members.heading')}</h1>
      {needsFreshToken(error) ? (
        <>
          <TokenExpired
            wasIn={data !== undefined}
            path={paths.tickets({ edge: 'members' })}
            nobody={t('over.none.members')}
          />
          {!data && <OpenSession username={username} />}
        </>
      ) : (
        <ErrorNote error={error} onRetry={() => void signing.refetch()} />
      )}
      {signing.isPending && <CardSkeleton count={2} height={120} />}
      {data && <Move signing={data} mayConfirm={data.isSigner && hasFactor === true} />}
      {data?.isMember && (hasFactor ? <OwnFactors signing={data} /> : <FirstFactor signing={data} />)}
      {data && <MemberList signing={data} onCode={setMade} />}
      {data?.isSigner && hasFactor && <AddMember signing={data} onAdded={setMade} />}
      {data?.isSigner && hasFactor && <AddMachine signing={data} onAdded={setMadeKey} />}
      {data?.isSigner && hasFactor && <HandOver signing={data} />}
      <CodeDialog made={made} onClose={() => setMade(null)} />
      <KeyDialog made={madeKey} onClose={() => setMadeKey(null)} />
    </>
  )
}
