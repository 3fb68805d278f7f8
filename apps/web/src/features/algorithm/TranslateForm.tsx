import { TRANSLATION_CHARACTERS } from '@tessera/contract'
import { Button, Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { CopyButton, ErrorNote } from '../../ui/index.ts'
import { useTranslate } from './api.ts'
import { phrases } from './phrases.ts'

/** Sends a text to a translation service and shows the translation below it. */
export function TranslateForm({ serviceId }: { serviceId: string }) {
  const t = usePhrases(phrases)
  const [form] = Form.useForm<{ text: string }>()
  useFollowLanguage(form)
  const translate = useTranslate(serviceId)
  return (
    <Form
      form={form}
      layout="vertical"
      className="t-stack"
      validateTrigger="onBlur"
      style={{ maxWidth: '80ch' }}
      onFinish={({ text }) => translate.isPending || translate.mutate(text)}
    >
      {/* The button is not directly below the field, because the field shows its character count there. */}
      <p className="t-soft">{t('translate.leaves')}</p>
      <Form.Item
        name="text"
        label={t('translate.text')}
        rules={[{ required: true, whitespace: true, message: t('translate.required') }]}
      >
        <Input.TextArea rows={4} maxLength={TRANSLATION_CHARACTERS} showCount />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={translate.isPending}>
        {t('translate.send')}
      </Button>
      <ErrorNote error={translate.error} />
      {translate.data !== undefined && (
        <section aria-label={t('translate.result')} aria-live="polite">
          <h3>{t('translate.result')}</h3>
          <p style={{ whiteSpace: 'pre-wrap' }}>{translate.data}</p>
          <CopyButton text={translate.data} />
        </section>
      )}
    </Form>
  )
}
