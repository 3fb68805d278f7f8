import type { Signing } from '@tessera/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { FormDialog, Panel } from '../../ui/index.ts'
import { confirmAddress } from './api.ts'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'
import { SessionGate } from './SessionGate.tsx'

interface Props {
  signing: Signing
  mayConfirm: boolean
}

/** Shows a pending change of this edge's address, which a signer must confirm. */
export function Move({ signing, mayConfirm }: Props) {
  const t = usePhrases(signingPhrases)
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const { move } = signing
  if (!move) return done === null ? null : <Alert type="success" showIcon title={t('move.done', { to: done })} />
  return (
    <Panel title={t('move.title')}>
      <p className="signing-gap">{t('move.about', move)}</p>
      <p className="signing-gap t-soft">{t('move.passkeys')}</p>
      {mayConfirm && <Button onClick={() => setOpen(true)}>{t('move.open')}</Button>}
      <FormDialog open={isOpen} title={t('move.title')} onClose={() => setOpen(false)}>
        <SessionGate username={signing.username}>
          <p className="signing-gap">{t('move.about', move)}</p>
          <ProofStep
            signing={signing}
            pinText={t('confirm.pin')}
            passkeyText={t('confirm.passkey')}
            act={async () => ({ kind: 'confirm-address', edgeUrl: move.to })}
            onProved={async (proof) => {
              await confirmAddress(move.to, proof)
              setDone(move.to)
            }}
          />
        </SessionGate>
      </FormDialog>
    </Panel>
  )
}
