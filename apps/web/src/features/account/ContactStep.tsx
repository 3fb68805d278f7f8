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

/** The first step of registering and of resetting: prove that a phone or an address is yours. */
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
      // The fields' ids begin with it: both steps stand in the page.
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
          // Another field's check that began meanwhile makes this one out of date, though it found nothing wrong.
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

/** In a tab of its own, so that nothing typed here is lost. */
function ReadElsewhere({ to, title }: { to: string; title: string }) {
  const t = usePhrases(accountPhrases)
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {title}
      <span className="t-visually-hidden">{t('newTab')}</span>
    </a>
  )
}
