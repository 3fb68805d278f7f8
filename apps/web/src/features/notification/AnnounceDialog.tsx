import { ANNOUNCEMENT_MAX } from '@tessera/contract'
import { App, Button, Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { useAnnounce } from './api.ts'
import { notificationPhrases } from './phrases.ts'

/** Sends an announcement of an administrator to all members of the party. The text is kept if the call fails. */
export function AnnounceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = usePhrases(notificationPhrases)
  return (
    <FormDialog open={open} title={t('announce')} onClose={onClose}>
      {(giveUp) => <AnnounceForm onSent={onClose} onGiveUp={giveUp} />}
    </FormDialog>
  )
}

function AnnounceForm({ onSent, onGiveUp }: { onSent: () => void; onGiveUp: () => void }) {
  const t = usePhrases(notificationPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<{ text: string }>()
  useFollowLanguage(form)
  const announce = useAnnounce()
  const submit = ({ text }: { text: string }) => {
    // Enter submits the form without the button, so the button's loading state alone does not prevent a second call.
    if (announce.isPending) return
    announce.mutate(text, {
      onSuccess: () => {
        message.success(t('announced'))
        onSent()
      },
    })
  }
  return (
    <Form form={form} name="announce" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Form.Item
        name="text"
        label={t('announcement')}
        extra={t('announcementHelp')}
        rules={[{ required: true, whitespace: true, message: t('announcementRequired') }]}
      >
        <Input.TextArea autoFocus rows={4} maxLength={ANNOUNCEMENT_MAX} showCount />
      </Form.Item>
      <ErrorNote error={announce.error} />
      <div className="t-dialog-foot">
        <Button onClick={onGiveUp}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={announce.isPending}>
          {t('send')}
        </Button>
      </div>
    </Form>
  )
}
