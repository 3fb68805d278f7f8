import type { Signer, Signing } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { FormDialog, Panel, StatusTag } from '../../ui/index.ts'
import { addSigner, removeSigner } from './api.ts'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  onCode: (made: { name: string; code: string }) => void
}

type Opened = { act: 'remove' | 'code'; signer: Signer }

/** The edge's own list; a signer who proves who they are takes others off it, or gives one without a factor a new code. */
export function SignerList({ signing, onCode }: Props) {
  const t = usePhrases(signingPhrases)
  const [opened, setOpened] = useState<Opened | null>(null)
  const canChange = signing.isSigner && (signing.hasPin || signing.passkeys > 0)
  return (
    <Panel title={t('list.title')}>
      <p className="t-soft signing-gap">{t('list.about')}</p>
      <ul className="signing-list" aria-label={t('list.title')}>
        {signing.signers.map((signer) => (
          <Row
            key={signer.username}
            signer={signer}
            isYou={signer.username === signing.username}
            onOpen={canChange ? (act) => setOpened({ act, signer }) : undefined}
          />
        ))}
      </ul>
      {opened?.act === 'remove' && <Removal signing={signing} signer={opened.signer} onClose={() => setOpened(null)} />}
      {opened?.act === 'code' && (
        <NewCode signing={signing} signer={opened.signer} onCode={onCode} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}

interface RowProps {
  signer: Signer
  isYou: boolean
  onOpen: ((act: Opened['act']) => void) | undefined
}

function Row({ signer, isYou, onOpen }: RowProps) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  const { displayName: name, addedBy, hasPin, passkeys } = signer
  const time = format.dateTime(signer.addTime)
  const hasFactor = hasPin || passkeys > 0
  const factors = [hasPin ? t('list.hasPin') : '', passkeys ? t('list.passkeys', { count: passkeys }) : '']
  return (
    <li>
      <div className="t-grow">
        <strong>{name}</strong>
        {name !== signer.username && <span className="t-soft"> {signer.username}</span>}
        {isYou && <span className="t-soft"> · {t('list.you')}</span>}
        <p className="t-soft">{addedBy ? t('list.addedBy', { name: addedBy, time }) : t('list.setUp', { time })}</p>
      </div>
      <StatusTag
        tone={hasFactor ? 'success' : 'waiting'}
        text={hasFactor ? factors.filter(Boolean).join(', ') : t('list.noFactor')}
      />
      {onOpen && !hasFactor && (
        <Button aria-label={t('list.newCode.label', { name })} onClick={() => onOpen('code')}>
          {t('list.newCode')}
        </Button>
      )}
      {onOpen && (
        <Button danger aria-label={t('list.remove.label', { name })} onClick={() => onOpen('remove')}>
          {t('list.remove')}
        </Button>
      )}
    </li>
  )
}

function Removal({ signing, signer, onClose }: { signing: Signing; signer: Signer; onClose: () => void }) {
  const t = usePhrases(signingPhrases)
  const { message } = App.useApp()
  const { username, displayName: name } = signer
  return (
    <FormDialog open title={t('list.remove.title', { name })} onClose={onClose}>
      <p className="signing-gap">{t('list.remove.consequence', { name })}</p>
      <ProofStep
        signing={signing}
        isDanger
        pinText={t('list.remove.confirm')}
        passkeyText={t('list.remove.passkey')}
        act={async () => ({ kind: 'remove-signer', username })}
        onProved={async (proof) => {
          await removeSigner(username, proof)
          message.success(t('list.removed', { name }))
          onClose()
        }}
      >
        <Button size="large" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ProofStep>
    </FormDialog>
  )
}

function NewCode({ signing, signer, onCode, onClose }: Props & { signer: Signer; onClose: () => void }) {
  const t = usePhrases(signingPhrases)
  const { username, displayName: name } = signer
  return (
    <FormDialog open title={t('list.newCode.label', { name })} onClose={onClose}>
      <ProofStep
        signing={signing}
        pinText={t('confirm.pin')}
        passkeyText={t('confirm.passkey')}
        act={async () => ({ kind: 'add-signer', username })}
        onProved={async (proof) => {
          const { code } = await addSigner(username, name, proof)
          onClose()
          onCode({ name, code })
        }}
      />
    </FormDialog>
  )
}
