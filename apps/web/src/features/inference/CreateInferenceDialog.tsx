import { useQueryClient } from '@tanstack/react-query'
import { INFERENCE_LIMITS, type Model } from '@tessera/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useRef } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { createInference } from './api.ts'
import { phrases } from './phrases.ts'

interface Props {
  open: boolean
  model: Pick<Model, 'id' | 'name'>
  /** Makes the model usable first, for one that comes from the pool; answers the own model's id. */
  copyFirst?: (() => Promise<string>) | undefined
  onCreated: (inferenceId: string, modelId: string) => void
  onClose: () => void
}

interface Values {
  name: string
  description: string
}

/** Names a use of a model; it then opens with an example filled in. */
export function CreateInferenceDialog({ open, model, copyFirst, onCreated, onClose }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const copiedId = useRef<string | null>(null)
  const create = useMutation({
    mutationFn: async ({ name, description }: Values) => {
      // A second try after a refused name must not copy a second time.
      copiedId.current ??= copyFirst ? await copyFirst() : model.id
      const modelId = copiedId.current
      const inferenceId = await createInference({ modelId, name: name.trim(), description: description.trim() })
      return { inferenceId, modelId }
    },
    onSuccess: ({ inferenceId, modelId }) => {
      for (const key of ['inference', 'task', 'tasks', 'model']) void client.invalidateQueries({ queryKey: [key] })
      onCreated(inferenceId, modelId)
    },
  })
  return (
    <FormDialog open={open} title={t('create.title', { model: model.name })} onClose={onClose}>
      <Form<Values>
        layout="vertical"
        validateTrigger="onBlur"
        disabled={create.isPending}
        initialValues={{ name: '', description: '' }}
        onFinish={(values) => create.mutate(values)}
      >
        {copyFirst && <Alert type="info" showIcon title={t('create.copy')} style={{ marginBottom: 16 }} />}
        <Form.Item
          name="name"
          label={t('create.name')}
          extra={t('create.name.help')}
          rules={[
            { required: true, whitespace: true, message: t('create.name.required') },
            { max: INFERENCE_LIMITS.name, message: t('create.name.long', { limit: INFERENCE_LIMITS.name }) },
          ]}
        >
          <Input maxLength={INFERENCE_LIMITS.name} showCount autoFocus />
        </Form.Item>
        <Form.Item
          name="description"
          label={t('create.description')}
          extra={t('create.description.help')}
          rules={[
            { required: true, whitespace: true, message: t('create.description.required') },
            {
              max: INFERENCE_LIMITS.description,
              message: t('create.description.long', { limit: INFERENCE_LIMITS.description }),
            },
          ]}
        >
          <Input.TextArea rows={3} maxLength={INFERENCE_LIMITS.description} showCount />
        </Form.Item>
        <ErrorNote error={create.error} />
        <div className="t-dialog-foot">
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            {t('create.submit')}
          </Button>
        </div>
      </Form>
    </FormDialog>
  )
}
