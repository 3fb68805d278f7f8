import { useQueryClient } from '@tanstack/react-query'
import type { Signing } from '@tessera/contract'
import { App, Button, Form, Input } from 'antd'
import { ApiError } from '../../lib/api-error.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote, Panel } from '../../ui/index.ts'
import { addPasskey, knowsPasskeys, setPin } from './api.ts'
import { NoPasskeys } from './NoPasskeys.tsx'
import { type NewPinForm, PinFields } from './PinFields.tsx'
import { signingPhrases } from './phrases.ts'

interface FirstForm extends NewPinForm {
  code: string
}

/**
 * Sets a signer's first PIN or passkey. A one-time code authorises this, which only a person with access to the edge
 * could read.
 */
export function FirstFactor({ signing }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  const say = useErrorText()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<FirstForm>()
  const set = useMutation({
    mutationFn: async (factor: 'pin' | 'passkey') => {
      const { code, pin } = await form.validateFields(factor === 'pin' ? ['code', 'pin', 'again'] : ['code'])
      if (factor === 'pin') await setPin(pin, { code })
      else await addPasskey(async () => ({ code }))
    },
    onSuccess: (_nothing, factor) => {
      message.success(t(factor === 'pin' ? 'first.done' : 'passkey.done'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['signing'] }),
  })
  const { error } = set
  const isOfCode = error instanceof ApiError && ['signing.code-wrong', 'signing.pin-locked'].includes(error.code)
  const canPasskey = signing.passkeyHost !== null && knowsPasskeys()

  return (
    <Panel title={t('first.title')}>
      <Form form={form} layout="vertical" onFinish={() => set.mutate('pin')}>
        <p>{t('first.why')}</p>
        <p className="t-soft signing-gap">{t('first.where')}</p>
        <Form.Item
          name="code"
          label={t('first.code')}
          rules={[{ required: true, message: t('first.code.required') }]}
          {...(isOfCode ? { validateStatus: 'error', help: <span role="alert">{say(error)}</span> } : {})}
        >
          <Input className="signing-field t-mono" autoComplete="off" placeholder="ABCD-EFGH-JKLM" />
        </Form.Item>
        <PinFields />
        {error instanceof ApiError && !isOfCode && <ErrorNote error={error} />}
        <div className="t-row">
          <Button type="primary" htmlType="submit" loading={set.isPending && set.variables === 'pin'}>
            {t('first.setPin')}
          </Button>
          {canPasskey && (
            <Button loading={set.isPending && set.variables === 'passkey'} onClick={() => set.mutate('passkey')}>
              {t('first.passkey')}
            </Button>
          )}
        </div>
        <NoPasskeys signing={signing} />
      </Form>
    </Panel>
  )
}
