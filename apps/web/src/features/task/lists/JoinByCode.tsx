import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { joinByCode } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** A button that takes a task's invite code and opens the task. */
export function JoinByCode({ onJoined }: { onJoined: (taskId: string) => void }) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('pool.byCode')}</Button>
      <FormDialog open={isOpen} title={t('code.title')} width={420} onClose={() => setOpen(false)}>
        <CodeForm onJoined={onJoined} />
      </FormDialog>
    </>
  )
}

function CodeForm({ onJoined }: { onJoined: (taskId: string) => void }) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const join = useMutation({
    mutationFn: joinByCode,
    onSuccess: ({ taskId }) => {
      message.success(t('code.joined'))
      void client.invalidateQueries({ queryKey: ['tasks'] })
      onJoined(taskId)
    },
  })
  return (
    <Form
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={({ inviteCode }: { inviteCode: string }) => join.mutate(inviteCode.trim())}
    >
      <Form.Item
        name="inviteCode"
        label={t('code.label')}
        extra={t('code.help')}
        rules={[
          { required: true, whitespace: true, message: t('code.empty') },
          { pattern: /^\s*\d+\s*$/, message: t('code.digits') },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" autoFocus maxLength={12} className="t-mono" />
      </Form.Item>
      <div className="t-stack">
        <ErrorNote error={join.error} />
        <Button type="primary" htmlType="submit" block loading={join.isPending}>
          {t('code.submit')}
        </Button>
      </div>
    </Form>
  )
}
