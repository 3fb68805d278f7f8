import { USERNAME_MAX } from '@tessera/contract'
import { Button, Form, Input, Steps } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { useRegister, type Verified } from './api.ts'
import { ContactStep } from './ContactStep.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { accountPhrases } from './phrases.ts'

/** Two steps: verify a contact, then name and password; then on to binding a party. */
export function RegisterFlow() {
  const t = usePhrases(accountPhrases)
  const [verified, setVerified] = useState<Verified | null>(null)
  return (
    <>
      <h1 className="t-form-title">{t('registerTitle')}</h1>
      <Steps
        size="small"
        className="t-form-steps"
        current={verified ? 1 : 0}
        items={[{ title: t('stepContact') }, { title: t('stepProfile') }]}
      />
      {verified ? <ProfileStep verified={verified} /> : <ContactStep purpose="register" onVerified={setVerified} />}
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.login()}>{t('backToLogin')}</AppLink>
      </div>
    </>
  )
}

interface Fields {
  username: string
  password: string
}

function ProfileStep({ verified }: { verified: Verified }) {
  const t = usePhrases(accountPhrases)
  const go = useGo()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const register = useRegister()
  const submit = ({ username, password }: Fields) =>
    register.mutate({ verified, username, password }, { onSuccess: () => go(paths.bind(), { replace: true }) })
  return (
    <Form<Fields> form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Form.Item
        name="username"
        label={t('nickname')}
        extra={t('nicknameHelp')}
        rules={[{ required: true, max: USERNAME_MAX, pattern: /^\S+$/, message: t('nicknameInvalid') }]}
      >
        <Input size="large" autoComplete="username" autoFocus maxLength={USERNAME_MAX} showCount />
      </Form.Item>
      <PasswordFields label={t('password')} />
      <ErrorNote error={register.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={register.isPending}>
        {t('createAccount')}
      </Button>
    </Form>
  )
}
