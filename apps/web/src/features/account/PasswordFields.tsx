import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { brokenRules } from './password-rules.ts'
import { accountPhrases } from './phrases.ts'
import { useRuleList } from './use-rule-list.ts'

/** The fields for a new password and its confirmation, named `password` and `confirmation`. */
export function PasswordFields({ label, autoFocus = false }: { label: string; autoFocus?: boolean }) {
  const t = usePhrases(accountPhrases)
  const listed = useRuleList()
  const text: string = Form.useWatch('password') ?? ''
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra={<PasswordRules text={text} />}
        rules={[
          {
            validator: (_rule, password: string = '') => {
              const broken = brokenRules(password)
              if (broken.length === 0) return Promise.resolve()
              return Promise.reject(new Error(t('rulesMissing', { rules: listed(broken) })))
            },
          },
        ]}
      >
        <Input.Password size="large" autoComplete="new-password" autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label={t('confirmation')}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value?: string) =>
              value && value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('confirmationDiffers'))),
          }),
        ]}
      >
        <Input.Password size="large" autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
