import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { setPin } from './api.ts'
import { type NewPinForm, PinFields } from './PinFields.tsx'
import { signingPhrases } from './phrases.ts'
import { isPinError } from './pin-error.ts'

interface RenewForm extends NewPinForm {
  before: string
}

/** For whoever has a PIN of before that is too short now: the one thing it still does, without leaving the page. */
export function RenewPin({ onDone }: { onDone: () => void }) {
  const t = usePhrases(signingPhrases)
  const say = useErrorText()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const [form] = Form.useForm<RenewForm>()
  const renew = useMutation({
    mutationFn: ({ before, pin }: RenewForm) => setPin(pin, { pin: before }),
    onSuccess: () => {
      message.success(t('first.done'))
      setOpen(false)
      onDone()
    },
  })
  const { error } = renew
  const isOfPin = isPinError(error)
  return (
    <div className="t-row">
      <Button onClick={() => setOpen(true)}>{t('renew.open')}</Button>
      <FormDialog open={isOpen} title={t('renew.open')} onClose={() => setOpen(false)}>
        <Form form={form} layout="vertical" onFinish={renew.mutate}>
          <Form.Item
            name="before"
            label={t('renew.before')}
            rules={[{ required: true, message: t('proof.pin.required') }]}
            {...(isOfPin ? { validateStatus: 'error', help: <span role="alert">{say(error)}</span> } : {})}
          >
            <Input.Password className="signing-field" autoComplete="off" />
          </Form.Item>
          <PinFields />
          {error && !isOfPin && <ErrorNote error={error} />}
          <Button type="primary" htmlType="submit" loading={renew.isPending}>
            {t('first.setPin')}
          </Button>
        </Form>
      </FormDialog>
    </div>
  )
}
