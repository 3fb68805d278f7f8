import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { showCertificateHelp } from '../../lib/certificate-help.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { captchaQuery, useLogin } from './api.ts'
import { canEncrypt } from './encrypt.ts'
import { accountPhrases } from './phrases.ts'

interface Fields {
  username: string
  password: string
  captcha: string
}

const newKey = () => String(1 + Math.floor(Math.random() * 100_000))

export function LoginForm() {
  const t = usePhrases(accountPhrases)
  const { endReason } = useSession()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const [captchaKey, setCaptchaKey] = useState(newKey)
  const captchaField = useRef<InputRef>(null)
  const login = useLogin()

  const renewCaptcha = () => {
    setCaptchaKey(newKey())
    form.setFieldValue('captcha', '')
  }
  const submit = (fields: Fields) =>
    login.mutate(
      { ...fields, captchaKey },
      {
        onError: () => {
          renewCaptcha()
          captchaField.current?.focus()
        },
      },
    )

  return (
    <Form<Fields> form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit} disabled={login.isPending}>
      <h1 className="t-form-title">{t('loginTitle')}</h1>
      <div className="t-form-notes">
        {!canEncrypt() && <Alert type="warning" showIcon title={t('insecure')} />}
        {endReason === 'expired' && !login.isError && <Alert type="info" showIcon title={t('sessionEnded')} />}
        <ErrorNote error={login.error} />
      </div>
      <Form.Item name="username" label={t('account')} rules={[{ required: true, message: t('accountRequired') }]}>
        <Input size="large" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('passwordRequired') }]}>
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
      <Form.Item label={t('captcha')} htmlFor="captcha" extra={t('captchaHelp')}>
        <div className="t-captcha">
          <Form.Item name="captcha" noStyle rules={[{ required: true, message: t('captchaRequired') }]}>
            <Input ref={captchaField} id="captcha" size="large" autoComplete="off" maxLength={8} />
          </Form.Item>
          <CaptchaPicture captchaKey={captchaKey} onRenew={renewCaptcha} />
        </div>
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
        {t('login')}
      </Button>
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.forgotPassword()}>{t('forgot')}</AppLink>
        <button type="button" className="t-link-button" onClick={() => showCertificateHelp()}>
          {t('certificate')}
        </button>
        <span>
          {t('noAccount')} <AppLink to={paths.register()}>{t('register')}</AppLink>
        </span>
      </div>
    </Form>
  )
}

function CaptchaPicture({ captchaKey, onRenew }: { captchaKey: string; onRenew: () => void }) {
  const t = usePhrases(accountPhrases)
  const picture = useQuery(captchaQuery(captchaKey))
  return (
    <button type="button" className="t-captcha-picture" title={t('captchaRefresh')} onClick={onRenew}>
      {picture.data ? (
        <img src={picture.data} alt={t('captchaAlt')} />
      ) : (
        <span>{picture.isError ? t('captchaRefresh') : '…'}</span>
      )}
      <span className="t-visually-hidden">{t('captchaRefresh')}</span>
    </button>
  )
}
