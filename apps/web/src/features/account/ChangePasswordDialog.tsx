import { App, Form, Input, Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote } from '../../ui/index.ts'
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
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  useFollowLanguage(form)
  const change = useChangePassword()
  const close = () => {
    change.reset()
    form.resetFields()
    onClose()
  }
  const submit = (fields: Fields) => {
    // Enter does not press the button, which would know that a call is under way.
    if (change.isPending) return
    change.mutate(fields, {
      onSuccess: () => {
        message.success(t('passwordSaved'))
        close()
      },
    })
  }
  return (
    <Modal
      open={open}
      title={t('changePassword')}
      onCancel={close}
      okText={t('savePassword')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: change.isPending }}
      onOk={() => form.submit()}
      width={440}
      forceRender
    >
      <Form<Fields> form={form} name="change" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
        <Form.Item
          name="oldPassword"
          label={t('oldPassword')}
          rules={[{ required: true, message: t('oldPasswordRequired') }]}
        >
          <Input.Password size="large" autoComplete="current-password" />
        </Form.Item>
        <PasswordFields label={t('newPassword')} />
        <ErrorNote error={change.error} />
        {/* Enter submits from any field, although the buttons stand in the dialog's foot. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
