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
  /** The error with which the server refused the typed code. */
  refusal: unknown
  /**
   * Validates the contact and returns it before a code is sent. Use its result, because `contactText` may lack the last
   * keystroke.
   */
  onAsk: () => Promise<{ contact: string }>
}

/**
 * A code field with a button that sends a code: once every 2 minutes to the same receiver, or every minute for a reset.
 */
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
          {/* Does not validate on blur, because keyboard users pass through the field on the way to the button. */}
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
