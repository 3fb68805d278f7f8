import { RESEND_SECONDS } from '@tessera/contract'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote } from '../../ui/index.ts'
import { contactOf, type Purpose, useSendCode, useVerifyCode, type Verified } from './api.ts'
import { accountPhrases } from './phrases.ts'

interface Fields {
  contact: string
  code: string
  terms?: boolean
}

/** The first step of registering and of resetting: prove that a phone or an address is yours. */
export function ContactStep({ purpose, onVerified }: { purpose: Purpose; onVerified: (verified: Verified) => void }) {
  const t = usePhrases(accountPhrases)
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const verify = useVerifyCode()

  const submit = ({ contact: text, code }: Fields) => {
    const contact = contactOf(text)
    if (!contact) return
    verify.mutate(
      { contact, code: code.trim() },
      { onSuccess: ({ username }) => onVerified({ contact, code: code.trim(), username }) },
    )
  }
  return (
    <Form<Fields> form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Form.Item
        name="contact"
        label={t('contact')}
        extra={t('contactHelp')}
        rules={[
          {
            validator: (_rule, text: string) =>
              contactOf(text ?? '') ? Promise.resolve() : Promise.reject(new Error(t('contactInvalid'))),
          },
        ]}
      >
        <Input size="large" autoComplete="email" autoFocus />
      </Form.Item>
      <CodeField
        purpose={purpose}
        contactText={Form.useWatch('contact', form) ?? ''}
        onAsk={() => form.validateFields(['contact'])}
      />
      {purpose === 'register' && (
        <Form.Item
          name="terms"
          valuePropName="checked"
          rules={[
            {
              validator: (_rule, agreed?: boolean) =>
                agreed ? Promise.resolve() : Promise.reject(new Error(t('termsRequired'))),
            },
          ]}
        >
          <Checkbox>{t('terms')}</Checkbox>
        </Form.Item>
      )}
      <ErrorNote error={verify.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={verify.isPending}>
        {t('next')}
      </Button>
    </Form>
  )
}

interface CodeFieldProps {
  purpose: Purpose
  contactText: string
  onAsk: () => Promise<unknown>
}

function CodeField({ purpose, contactText, onAsk }: CodeFieldProps) {
  const t = usePhrases(accountPhrases)
  const send = useSendCode(purpose)
  const [secondsLeft, startCountdown] = useCountdown(RESEND_SECONDS[purpose])

  const ask = async () => {
    await onAsk()
    const contact = contactOf(contactText)
    if (contact) send.mutate(contact, { onSuccess: startCountdown })
  }
  return (
    <>
      <Form.Item label={t('code')} htmlFor="code">
        <div className="t-captcha">
          <Form.Item name="code" noStyle rules={[{ required: true, message: t('codeRequired') }]}>
            <Input id="code" size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
          </Form.Item>
          <Button
            size="large"
            disabled={secondsLeft > 0}
            loading={send.isPending}
            onClick={() => void ask().catch(() => null)}
          >
            {secondsLeft > 0 ? t('resendIn', { seconds: secondsLeft }) : t('sendCode')}
          </Button>
        </div>
      </Form.Item>
      <div className="t-form-notes">
        {send.isSuccess && secondsLeft > 0 && (
          <Alert type="success" showIcon title={t('codeSent', { contact: contactText.trim() })} />
        )}
        <ErrorNote error={send.error} />
      </div>
    </>
  )
}

function useCountdown(from: number): [number, () => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [end])
  const start = () => {
    setNow(Date.now())
    setEnd(Date.now() + from * 1000)
  }
  return [Math.max(0, Math.ceil((end - now) / 1000)), start]
}
