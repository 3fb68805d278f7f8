import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AddSigner } from '../features/signing/AddSigner.tsx'
import { signingQuery } from '../features/signing/api.ts'
import { CodeDialog } from '../features/signing/CodeDialog.tsx'
import { FirstFactor } from '../features/signing/FirstFactor.tsx'
import { OwnFactors } from '../features/signing/OwnFactors.tsx'
import { SignerList } from '../features/signing/SignerList.tsx'
import { isTokenOver } from '../lib/api-error.ts'
import { usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { CardSkeleton, ErrorNote } from '../ui/index.ts'
import { roomPhrases } from './phrases.ts'
import { TokenOver } from './TokenOver.tsx'
import '../features/signing/signing.css'

/** The edge's own list of signers, and what each signs with. */
export function SignersPage() {
  const t = usePhrases(roomPhrases)
  const signing = useQuery(signingQuery())
  const [made, setMade] = useState<{ name: string; code: string } | null>(null)
  useEffect(() => {
    document.title = `${t('signers.heading')} · Tessera`
  }, [t])
  const { data, error } = signing
  const hasFactor = data && (data.hasPin || data.passkeys > 0)
  return (
    <>
      <h1>{t('signers.heading')}</h1>
      {isTokenOver(error) ? (
        <TokenOver
          wasIn={data !== undefined}
          path={paths.tickets({ edge: 'signers' })}
          nobody={t('over.none.signers')}
        />
      ) : (
        <ErrorNote error={error} onRetry={() => void signing.refetch()} />
      )}
      {signing.isPending && <CardSkeleton count={2} height={120} />}
      {data?.isSigner && (hasFactor ? <OwnFactors signing={data} /> : <FirstFactor signing={data} />)}
      {data && <SignerList signing={data} onCode={setMade} />}
      {data?.isSigner && hasFactor && <AddSigner signing={data} onAdded={setMade} />}
      <CodeDialog made={made} onClose={() => setMade(null)} />
    </>
  )
}
