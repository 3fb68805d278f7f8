import { App, Button, Form, Steps } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { useResetPassword, type Verified } from './api.ts'
import { ContactStep } from './ContactStep.tsx'
import { InsecureNotice } from './InsecureNotice.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { accountPhrases } from './phrases.ts'

/** The password reset: verify a contact, then set a new password. */
export function ForgotPasswordFlow() {
  const t = usePhrases(accountPhrases)
  const [verified, setVerified] = useState<Verified | null>(null)
  return (
    <>
      <h1 className="t-form-title">{t('forgotTitle')}</h1>
      <div className="t-form-notes">
        <InsecureNotice />
      </div>
      <Steps
        size="small"
        className="t-form-steps"
        current={verified ? 1 : 0}
        items={[{ title: t('stepContact') }, { title: t('stepPassword') }]}
      />
      <div hidden={verified !== null}>
        <ContactStep purpose="reset" onVerified={setVerified} />
      </div>
      {verified && <PasswordStep verified={verified} onBack={() => setVerified(null)} />}
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.login()}>{t('backToLogin')}</AppLink>
      </div>
    </>
  )
}

function PasswordStep({ verified, onBack }: { verified: Verified; onBack: () => void }) {
  const t = usePhrases(accountPhrases)
  const go = useGo()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ password: string }>()
  useFollowLanguage(form)
  const reset = useResetPassword()
  const submit = ({ password }: { password: string }) => {
    if (reset.isPending) return
    reset.mutate(
      { verified, password },
      {
        onSuccess: () => {
          message.success(t('passwordSaved'))
          go(paths.login())
        },
      },
    )
  }
  return (
    <Form form={form} name="reset" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      {verified.username && <p className="t-soft t-form-intro">{t('accountOf', { username: verified.username })}</p>}
      <PasswordFields label={t('newPassword')} autoFocus />
      <ErrorNote error={reset.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={reset.isPending}>
        {t('savePassword')}
      </Button>
      <Button type="text" size="large" block className="t-second-button" onClick={onBack}>
        {t('backToContact')}
      </Button>
    </Form>
  )
}
