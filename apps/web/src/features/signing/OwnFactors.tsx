import type { Signing } from '@tessera/contract'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { FormDialog, Panel } from '../../ui/index.ts'
import { addPasskey, knowsPasskeys, setPin } from './api.ts'
import { NoPasskeys } from './NoPasskeys.tsx'
import { type NewPinForm, PinFields } from './PinFields.tsx'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

/** Lets a signer change their own PIN and passkeys. */
export function OwnFactors({ signing }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  const { message } = App.useApp()
  const [opened, setOpened] = useState<'pin' | 'passkey' | null>(null)
  const [form] = Form.useForm<NewPinForm>()
  const texts = { pinText: t('confirm.pin'), passkeyText: t('confirm.passkey') }
  const close = () => setOpened(null)
  const pinTitle = t(signing.hasPin ? 'own.changePin' : 'own.changePin.none')

  return (
    <Panel title={t('own.title')}>
      <dl className="signing-own">
        <dt>{t('own.pin')}</dt>
        <dd>{t(signing.hasPin ? 'own.set' : 'own.none')}</dd>
        <dt>{t('own.passkeys')}</dt>
        <dd>{signing.passkeys || t('own.none')}</dd>
      </dl>
      <div className="t-row">
        <Button onClick={() => setOpened('pin')}>{pinTitle}</Button>
        {signing.passkeyHost !== null && knowsPasskeys() && (
          <Button onClick={() => setOpened('passkey')}>{t('own.addPasskey')}</Button>
        )}
      </div>
      <NoPasskeys signing={signing} />
      <FormDialog open={opened === 'pin'} title={pinTitle} onClose={close}>
        <Form form={form} layout="vertical" component={false}>
          <PinFields />
        </Form>
        <p className="signing-gap">{t('own.prove')}</p>
        <ProofStep
          signing={signing}
          {...texts}
          act={async () => ((await isValid(form)) ? { kind: 'set-pin' } : undefined)}
          onProved={async (proof) => {
            await setPin(form.getFieldValue('pin'), proof)
            message.success(t('first.done'))
            close()
          }}
        />
      </FormDialog>
      <FormDialog open={opened === 'passkey'} title={t('own.addPasskey')} onClose={close}>
        <p className="signing-gap">{t('own.prove')}</p>
        <ProofStep
          signing={signing}
          {...texts}
          act={async () => ({ kind: 'add-passkey' })}
          onProved={async (proof) => {
            await addPasskey(async () => proof)
            message.success(t('passkey.done'))
            close()
          }}
        />
      </FormDialog>
    </Panel>
  )
}

const isValid = (form: { validateFields: () => Promise<unknown> }) =>
  form.validateFields().then(
    () => true,
    () => false,
  )
