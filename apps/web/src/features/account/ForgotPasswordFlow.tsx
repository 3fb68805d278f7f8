import { App, Button, Form, Steps } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { useResetPassword, type Verified } from './api.ts'
import { ContactStep } from './ContactStep.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { accountPhrases } from './phrases.ts'

/** Two steps: verify a contact, then a new password. */
export function ForgotPasswordFlow() {
  const t = usePhrases(accountPhrases)
  const [verified, setVerified] = useState<Verified | null>(null)
  return (
    <>
      <h1 className="t-form-title">{t('forgotTitle')}</h1>
      <Steps
        size="small"
        className="t-form-steps"
        current={verified ? 1 : 0}
        items={[{ title: t('stepContact') }, { title: t('stepPassword') }]}
      />
      {verified ? <PasswordStep verified={verified} /> : <ContactStep purpose="reset" onVerified={setVerified} />}
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.login()}>{t('backToLogin')}</AppLink>
      </div>
    </>
  )
}

function PasswordStep({ verified }: { verified: Verified }) {
  const t = usePhrases(accountPhrases)
  const go = useGo()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ password: string }>()
  useFollowLanguage(form)
  const reset = useResetPassword()
  const submit = ({ password }: { password: string }) =>
    reset.mutate(
      { verified, password },
      {
        onSuccess: () => {
          message.success(t('passwordSaved'))
          go(paths.login())
        },
      },
    )
  return (
    <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      {verified.username && <p className="t-soft">{t('accountOf', { username: verified.username })}</p>}
      <PasswordFields label={t('newPassword')} />
      <ErrorNote error={reset.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={reset.isPending}>
        {t('savePassword')}
      </Button>
    </Form>
  )
}
