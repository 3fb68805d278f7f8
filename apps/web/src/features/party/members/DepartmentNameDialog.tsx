import { DEPARTMENT_NAME_MAX } from '@tessera/contract'
import { Button, Form, Input } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

interface Props {
  open: boolean
  title: string
  name: string
  confirmText: string
  isPending: boolean
  error: unknown
  onSubmit: (name: string) => void
  onClose: () => void
}

/** Edits the name of a new or an existing department. */
export function DepartmentNameDialog({ open, title, onClose, ...form }: Props) {
  return (
    <FormDialog open={open} title={title} onClose={onClose} width={440}>
      {(giveUp) => <NameForm {...form} onGiveUp={giveUp} />}
    </FormDialog>
  )
}

interface FormProps extends Omit<Props, 'open' | 'title' | 'onClose'> {
  onGiveUp: () => void
}

function NameForm({ name, confirmText, isPending, error, onSubmit, onGiveUp }: FormProps) {
  const t = usePhrases(partyPhrases)
  const [form] = Form.useForm<{ name: string }>()
  useFollowLanguage(form)
  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      initialValues={{ name }}
      onFinish={(fields: { name: string }) => onSubmit(fields.name.trim())}
    >
      <Form.Item
        name="name"
        label={t('departments.name')}
        rules={[{ required: true, whitespace: true, max: DEPARTMENT_NAME_MAX, message: t('departments.nameInvalid') }]}
      >
        <Input autoFocus maxLength={DEPARTMENT_NAME_MAX} autoComplete="off" />
      </Form.Item>
      <ErrorNote error={error} />
      <div className="t-dialog-foot">
        <Button onClick={onGiveUp}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {confirmText}
        </Button>
      </div>
    </Form>
  )
}
