import { PASSWORD } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { accountPhrases } from './phrases.ts'

/** A new password, twice; the fields are called `password` and `confirmation`. */
export function PasswordFields({ label }: { label: string }) {
  const t = usePhrases(accountPhrases)
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra={t('passwordHelp')}
        rules={[{ required: true, pattern: PASSWORD, message: t('passwordWeak') }]}
      >
        <Input.Password size="large" autoComplete="new-password" />
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
