import { Button, Checkbox, Form, Input } from 'antd'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { contactOf, type Purpose, useTakenCheck, useVerifyCode, type Verified } from './api.ts'
import { CodeField } from './CodeField.tsx'
import { canEncrypt } from './encrypt.ts'
import { accountPhrases } from './phrases.ts'

interface Fields {
  contact: string
  code: string
  terms?: boolean
}

/** The first step of registration and password reset: the user proves ownership of a phone number or e-mail address. */
export function ContactStep({ purpose, onVerified }: { purpose: Purpose; onVerified: (verified: Verified) => void }) {
  const t = usePhrases(accountPhrases)
  const say = useErrorText()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const verify = useVerifyCode()
  const { check } = useTakenCheck()

  const checkContact = async (_rule: unknown, text = '') => {
    const contact = contactOf(text)
    if (!contact) throw new Error(t('contactInvalid'))
    const taken = purpose === 'register' ? await check(contact) : null
    if (taken) throw new Error(say(taken))
  }
  const submit = ({ contact: text, code }: Fields) => {
    const contact = contactOf(text)
    if (!contact || verify.isPending) return
    verify.mutate(
      { contact, code: code.trim() },
      { onSuccess: ({ username }) => onVerified({ contact, code: code.trim(), username }) },
    )
  }
  return (
    <Form<Fields>
      form={form}
      // Prefix for the ids of the fields, because both steps are on the page at the same time.
      name="contact"
      layout="vertical"
      validateTrigger="onBlur"
      disabled={!canEncrypt()}
      onFinish={submit}
    >
      <Form.Item name="contact" label={t('contact')} extra={t('contactHelp')} rules={[{ validator: checkContact }]}>
        <Input size="large" autoComplete="email" autoFocus />
      </Form.Item>
      <CodeField
        purpose={purpose}
        contactText={Form.useWatch('contact', form) ?? ''}
        refusal={verify.error}
        onAsk={() =>
          // If another field's validation starts meanwhile, Ant Design rejects this validation as outdated although it
          // found no error.
          form.validateFields(['contact']).catch((refusal: { errorFields?: unknown[] }) => {
            if (refusal.errorFields?.length !== 0) throw refusal
            return form.getFieldsValue(['contact'])
          })
        }
      />
      {purpose === 'register' && (
        <Form.Item
          name="terms"
          valuePropName="checked"
          rules={[
            {
              validator: (_rule, agreed?: boolean) =>
                agreed ? Promise.resolve() : Promise.reject(new Error(t('termsRequired'))),
            },
          ]}
        >
          <Checkbox>
            {t('termsAgree')}
            <ReadElsewhere to={paths.terms()} title={t('termsOfUse')} />
            {t('termsAnd')}
            <ReadElsewhere to={paths.privacy()} title={t('privacyNotice')} />
          </Checkbox>
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={verify.isPending}>
        {t('next')}
      </Button>
    </Form>
  )
}

/** A link that opens in a new tab, so that the form keeps its input. */
function ReadElsewhere({ to, title }: { to: string; title: string }) {
  const t = usePhrases(accountPhrases)
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {title}
      <span className="t-visually-hidden">{t('newTab')}</span>
    </a>
  )
}
