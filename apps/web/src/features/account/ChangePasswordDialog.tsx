import { App, Button, Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { useChangePassword } from './api.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { accountPhrases } from './phrases.ts'

interface Fields {
  oldPassword: string
  password: string
  confirmation: string
}

export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = usePhrases(accountPhrases)
  return (
    <FormDialog open={open} title={t('changePassword')} width={440} onClose={onClose}>
      {(giveUp) => <ChangeForm giveUp={giveUp} onClose={onClose} />}
    </FormDialog>
  )
}

function ChangeForm({ giveUp, onClose }: { giveUp: () => void; onClose: () => void }) {
  const t = usePhrases(accountPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const change = useChangePassword()
  const submit = (fields: Fields) => {
    // Enter submits the form without the button, so the button's loading state alone does not prevent a second call.
    if (change.isPending) return
    change.mutate(fields, {
      onSuccess: () => {
        message.success(t('passwordSaved'))
        onClose()
      },
    })
  }
  return (
    <Form<Fields> form={form} name="change" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Form.Item
        name="oldPassword"
        label={t('oldPassword')}
        rules={[{ required: true, message: t('oldPasswordRequired') }]}
      >
        <Input.Password size="large" autoComplete="current-password" autoFocus />
      </Form.Item>
      <PasswordFields label={t('newPassword')} />
      <ErrorNote error={change.error} />
      <div className="t-dialog-foot">
        <Button onClick={giveUp}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('savePassword')}
        </Button>
      </div>
    </Form>
  )
}
