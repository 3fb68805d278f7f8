import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { showCertificateHelp } from '../../lib/certificate-help.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { canEncrypt } from './encrypt.ts'
import { InsecureNotice } from './InsecureNotice.tsx'
import { loginPhrases } from './login/phrases.ts'
import { captchaQuery, useLogin } from './login-api.ts'
import { useCountdown } from './use-countdown.ts'

interface Fields {
  username: string
  password: string
  captcha: string
}

const newKey = () => String(1 + Math.floor(Math.random() * 100_000))

/** `isAgain`: the form is shown above the page of a user whose session has expired. */
export function LoginForm({ isAgain = false }: { isAgain?: boolean }) {
  const t = usePhrases(loginPhrases)
  const { user, endReason } = useSession()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const [captchaKey, setCaptchaKey] = useState(newKey)
  const captchaField = useRef<InputRef>(null)
  const login = useLogin()
  const picture = useQuery(captchaQuery(captchaKey))

  const renewCaptcha = () => {
    setCaptchaKey(newKey())
    form.setFieldValue('captcha', '')
  }
  const [secondsLeft, startCountdown] = useCountdown()
  const submit = (fields: Fields) => {
    // Enter submits the form without the button, so the disabled button alone does not prevent a call that is too
    // early.
    if (secondsLeft > 0) return
    login.mutate(
      { ...fields, captchaKey },
      {
        onError: (error) => {
          renewCaptcha()
          if (error instanceof ApiError && error.code === 'account.slow-down') {
            startCountdown(Number(error.params.seconds))
          }
        },
      },
    )
  }
  useEffect(() => {
    // The field can get the focus only now, because it was disabled during the call.
    if (login.isError) captchaField.current?.focus()
  }, [login.isError])

  return (
    <Form<Fields>
      form={form}
      // Prefix for the ids of the fields, because the page below the form can also have a password field.
      name="login"
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={submit}
      disabled={login.isPending || !canEncrypt()}
      initialValues={{ username: isAgain ? user?.username : '' }}
    >
      {!isAgain && <h1 className="t-form-title">{t('loginTitle')}</h1>}
      <div className="t-form-notes">
        <InsecureNotice />
        {endReason === 'expired' && !login.isError && <Alert type="info" showIcon title={t('sessionEnded')} />}
        {endReason === 'deleted' && !login.isError && <Alert type="success" showIcon title={t('farewell')} />}
        <ErrorNote error={login.error} />
      </div>
      <Form.Item name="username" label={t('account')} rules={[{ required: true, message: t('accountRequired') }]}>
        <Input size="large" autoComplete="username" autoFocus={!isAgain} />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('passwordRequired') }]}>
        <Input.Password size="large" autoComplete="current-password" autoFocus={isAgain} />
      </Form.Item>
      <Form.Item label={t('captcha')} htmlFor="login_captcha" extra={t('captchaHelp')}>
        <div className="t-captcha">
          <Form.Item name="captcha" noStyle rules={[{ required: true, message: t('captchaRequired') }]}>
            <Input ref={captchaField} size="large" autoComplete="off" maxLength={8} />
          </Form.Item>
          <CaptchaPicture source={picture.data} onRenew={renewCaptcha} />
        </div>
      </Form.Item>
      <div className="t-form-notes">
        <ErrorNote error={picture.error} onRetry={() => void picture.refetch()} />
      </div>
      <Button
        type="primary"
        htmlType="submit"
        size="large"
        block
        loading={login.isPending}
        disabled={secondsLeft > 0 || !canEncrypt()}
      >
        {secondsLeft > 0 ? t('loginIn', { seconds: secondsLeft }) : t('login')}
      </Button>
      <div className="t-form-links t-plain-links">
        {!isAgain && <AppLink to={paths.forgotPassword()}>{t('forgot')}</AppLink>}
        <button type="button" className="t-link-button" onClick={() => showCertificateHelp()}>
          {t('certificate')}
        </button>
        {isAgain ? (
          <button type="button" className="t-link-button" onClick={() => sessionActions.end('logout')}>
            {t('leave')}
          </button>
        ) : (
          <span>
            {t('noAccount')} <AppLink to={paths.register()}>{t('register')}</AppLink>
          </span>
        )}
      </div>
    </Form>
  )
}

function CaptchaPicture({ source, onRenew }: { source: string | undefined; onRenew: () => void }) {
  const t = usePhrases(loginPhrases)
  return (
    <button type="button" className="t-captcha-picture" title={t('captchaRefresh')} onClick={onRenew}>
      {source ? <img src={source} alt={t('captchaAlt')} /> : <span>…</span>}
      <span className="t-visually-hidden">{t('captchaRefresh')}</span>
    </button>
  )
}
