import { RESEND_SECONDS } from '@tessera/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { contactOf, type Purpose, useSendCode } from './api.ts'
import { accountPhrases } from './phrases.ts'
import { useCountdown } from './use-countdown.ts'

interface Props {
  purpose: Purpose
  contactText: string
  /** Why the code that was typed was not taken. */
  refusal: unknown
  /** The contact as it stands, checked before a code goes there: `contactText` may be a keystroke behind. */
  onAsk: () => Promise<{ contact: string }>
}

/** The code, and the button that sends one: once in two minutes to the same receiver, in one when resetting. */
export function CodeField({ purpose, contactText, refusal, onAsk }: Props) {
  const t = usePhrases(accountPhrases)
  const send = useSendCode(purpose)
  const [left, startCountdown] = useCountdown()
  const [sentTo, setSentTo] = useState('')
  const secondsLeft = contactText.trim() === sentTo ? left : 0

  const ask = async () => {
    const text = (await onAsk()).contact.trim()
    const contact = contactOf(text)
    if (!contact) return
    const wait = (seconds: number) => {
      setSentTo(text)
      startCountdown(seconds)
    }
    send.mutate(contact, {
      onSuccess: () => wait(RESEND_SECONDS[purpose]),
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'account.code-too-soon') wait(Number(error.params.seconds))
      },
    })
  }
  return (
    <>
      <Form.Item label={t('code')} htmlFor="contact_code">
        <div className="t-captcha">
          {/* Not on leaving it: by keyboard the way to the button leads through it. */}
          <Form.Item
            name="code"
            noStyle
            validateTrigger="onChange"
            rules={[{ required: true, whitespace: true, message: t('codeRequired') }]}
          >
            <Input size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
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
        {send.isSuccess && secondsLeft > 0 && !refusal && (
          <Alert type="success" showIcon title={t('codeSent', { contact: sentTo })} />
        )}
        <ErrorNote error={refusal ?? send.error} />
      </div>
    </>
  )
}
