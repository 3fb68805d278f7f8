import { MODEL_LIMITS, type Model } from '@tessera/contract'
import { Button, Checkbox, Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

export type ModelTexts = Pick<Model, 'name' | 'description' | 'instruction' | 'application'>

interface Props {
  /** Publishing asks for more: applicability, and a yes to everybody seeing it. */
  purpose: 'edit' | 'publish'
  model: Model
  open: boolean
  isPending: boolean
  error: unknown
  onSubmit: (texts: ModelTexts) => void
  onClose: () => void
}

/** The texts of a model, to change them or to publish it with them. */
export function ModelTextsDialog({ purpose, model, open, isPending, error, onSubmit, onClose }: Props) {
  const t = usePhrases(phrases)
  const publishes = purpose === 'publish'
  const field = (name: 'description' | 'instruction' | 'application', isRequired: boolean) => ({
    name,
    label: t(`field.${name}`),
    extra: t(`field.${name}.help`),
    rules: [
      { required: isRequired, whitespace: isRequired, message: t('field.required') },
      { max: MODEL_LIMITS[name], message: t('field.long', { limit: MODEL_LIMITS[name] }) },
    ],
  })
  return (
    <FormDialog open={open} title={t(publishes ? 'publish.title' : 'edit.title')} width={560} onClose={onClose}>
      <Form<ModelTexts & { audience: boolean }>
        layout="vertical"
        validateTrigger="onBlur"
        disabled={isPending}
        initialValues={{ ...textsOf(model), audience: false }}
        onFinish={({ audience: _audience, ...texts }) => onSubmit(trimmed(texts))}
      >
        <Form.Item
          name="name"
          label={t('field.name')}
          rules={[
            { required: true, whitespace: true, message: t('field.required') },
            { max: MODEL_LIMITS.name, message: t('field.long', { limit: MODEL_LIMITS.name }) },
          ]}
        >
          <Input maxLength={MODEL_LIMITS.name} showCount />
        </Form.Item>
        <Form.Item {...field('description', true)}>
          <Input.TextArea rows={3} maxLength={MODEL_LIMITS.description} showCount />
        </Form.Item>
        <Form.Item {...field('instruction', true)}>
          <Input.TextArea rows={3} maxLength={MODEL_LIMITS.instruction} showCount />
        </Form.Item>
        <Form.Item {...field('application', publishes)}>
          <Input.TextArea rows={2} maxLength={MODEL_LIMITS.application} showCount />
        </Form.Item>
        {publishes && (
          <Form.Item
            name="audience"
            label={t('publish.audience')}
            valuePropName="checked"
            rules={[
              {
                validator: (_rule, isChecked) =>
                  isChecked ? Promise.resolve() : Promise.reject(new Error(t('publish.audience.required'))),
              },
            ]}
          >
            <Checkbox>{t('publish.audience.all')}</Checkbox>
          </Form.Item>
        )}
        <div className="t-stack">
          <ErrorNote error={error} />
          <Button type="primary" htmlType="submit" loading={isPending} style={{ alignSelf: 'flex-end' }}>
            {t(publishes ? 'publish.submit' : 'edit.submit')}
          </Button>
        </div>
      </Form>
    </FormDialog>
  )
}

const textsOf = ({ name, description, instruction, application }: Model): ModelTexts => ({
  name: name.slice(0, MODEL_LIMITS.name),
  description,
  instruction,
  application,
})

const trimmed = (texts: ModelTexts): ModelTexts => ({
  name: texts.name.trim(),
  description: texts.description.trim(),
  instruction: texts.instruction.trim(),
  application: (texts.application ?? '').trim(),
})
