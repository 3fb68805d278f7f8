import { isUsername, USERNAME_MAX } from '@tessera/contract'
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isTaken, useRegister, useTakenCheck, type Verified } from './api.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { accountPhrases } from './phrases.ts'

interface Fields {
  username: string
  password: string
}

interface Props {
  verified: Verified
  isShown: boolean
  /** Returns to the first step, for another code or another contact. */
  onBack: () => void
}

/** The second step of registration: user name and password. */
export function ProfileStep({ verified, isShown, onBack }: Props) {
  const t = usePhrases(accountPhrases)
  const say = useErrorText()
  const go = useGo()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const firstField = useRef<InputRef>(null)
  useEffect(() => {
    if (isShown) firstField.current?.focus()
  }, [isShown])
  const register = useRegister()
  const { check, remember } = useTakenCheck()
  const isNameTaken = isTaken(register.error) && register.error.code === 'account.username-taken'

  const checkName = async (_rule: unknown, text = '') => {
    const username = text.trim()
    if (!isUsername(username)) throw new Error(t('nicknameInvalid'))
    const taken = await check({ username })
    if (taken) throw new Error(say(taken))
  }
  const submit = ({ username, password }: Fields) => {
    if (register.isPending) return
    register.mutate(
      { verified, username, password },
      {
        onSuccess: () => go(paths.registerSuccess(), { replace: true }),
        onError: (error) => {
          if (!isTaken(error) || error.code !== 'account.username-taken') return
          remember({ username: username.trim() }, error)
          form.validateFields(['username']).catch(() => firstField.current?.focus())
        },
      },
    )
  }
  return (
    <Form<Fields> form={form} name="profile" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Form.Item name="username" label={t('nickname')} extra={t('nicknameHelp')} rules={[{ validator: checkName }]}>
        <Input ref={firstField} size="large" autoComplete="username" maxLength={USERNAME_MAX} showCount />
      </Form.Item>
      <PasswordFields label={t('password')} />
      {!isNameTaken && <ErrorNote error={register.error} />}
      <Button type="primary" htmlType="submit" size="large" block loading={register.isPending}>
        {t('createAccount')}
      </Button>
      <Button type="text" size="large" block className="t-second-button" onClick={onBack}>
        {t('backToContact')}
      </Button>
    </Form>
  )
}
