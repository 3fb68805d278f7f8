import { FEEDBACK_MAX } from '@tessera/contract'
import { App, Button, Form, Input } from 'antd'
import { useEffect, useId } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { usePathname } from '../../lib/navigation.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote } from '../../ui/index.ts'
import { useSendFeedback } from './api.ts'
import { feedbackPhrases } from './phrases.ts'

export function FeedbackForm({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  const t = usePhrases(feedbackPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<{ text: string }>()
  useFollowLanguage(form)
  useEffect(() => {
    if (isShown) form.focusField('text')
  }, [form, isShown])
  const page = usePathname()
  const send = useSendFeedback()
  const submit = ({ text }: { text: string }) => {
    if (send.isPending) return
    send.mutate(
      { text: text.trim(), page },
      {
        onSuccess: () => {
          form.resetFields()
          onClose()
          message.success(t('thanks'))
        },
      },
    )
  }
  return (
    <Form
      form={form}
      // Each form needs its own name, because those of the header and of the narrow menu can be on the page at the same
      // time.
      name={useId()}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={submit}
    >
      <p className="t-soft t-form-intro">{t('intro')}</p>
      <Form.Item name="text" label={t('text')} rules={[{ required: true, whitespace: true, message: t('required') }]}>
        <Input.TextArea rows={6} maxLength={FEEDBACK_MAX} showCount autoFocus />
      </Form.Item>
      <ErrorNote error={send.error} />
      <div className="t-dialog-foot">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </Form>
  )
}
