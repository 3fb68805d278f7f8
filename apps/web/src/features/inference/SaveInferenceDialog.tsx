import { useQueryClient } from '@tanstack/react-query'
import { INFERENCE_LIMITS } from '@tessera/contract'
import { Button, Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

export interface InferenceTexts {
  name: string
  description: string
}

interface Props {
  open: boolean
  title: string
  /** A sentence about what is stored, and where. */
  note: string
  action: string
  /** Saves the inference task and returns its id. */
  keep: (texts: InferenceTexts) => Promise<string>
  onKept: (inferenceId: string) => void
  onClose: () => void
}

/** Names an inference task and saves it. */
export function SaveInferenceDialog({ open, title, note, action, keep, onKept, onClose }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ name, description }: InferenceTexts) => keep({ name: name.trim(), description: description.trim() }),
    onSuccess: (inferenceId) => {
      for (const key of ['inference', 'task', 'tasks', 'model']) void client.invalidateQueries({ queryKey: [key] })
      onKept(inferenceId)
    },
  })
  return (
    <FormDialog open={open} title={title} onClose={onClose}>
      <p className="t-soft">{note}</p>
      <Form<InferenceTexts>
        layout="vertical"
        validateTrigger="onBlur"
        disabled={save.isPending}
        initialValues={{ name: '', description: '' }}
        onFinish={(texts) => save.mutate(texts)}
      >
        <Form.Item
          name="name"
          label={t('keep.name')}
          extra={t('keep.name.help')}
          rules={[
            { required: true, whitespace: true, message: t('keep.name.required') },
            { max: INFERENCE_LIMITS.name, message: t('keep.name.long', { limit: INFERENCE_LIMITS.name }) },
          ]}
        >
          <Input maxLength={INFERENCE_LIMITS.name} showCount autoFocus />
        </Form.Item>
        <Form.Item
          name="description"
          label={t('keep.description')}
          extra={t('keep.description.help')}
          rules={[
            { required: true, whitespace: true, message: t('keep.description.required') },
            {
              max: INFERENCE_LIMITS.description,
              message: t('keep.description.long', { limit: INFERENCE_LIMITS.description }),
            },
          ]}
        >
          <Input.TextArea rows={3} maxLength={INFERENCE_LIMITS.description} showCount />
        </Form.Item>
        <ErrorNote error={save.error} />
        <div className="t-dialog-foot">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </FormDialog>
  )
}
