import { MODEL_LIMITS, type Model } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'

export type ModelTexts = Pick<Model, 'name' | 'description' | 'instruction' | 'application'>

/** The form fields for a model's texts. All fields are required for publishing and for imported models. */
export function ModelTextFields({ asks }: { asks: 'all' | 'but-application' }) {
  const t = usePhrases(phrases)
  const field = (name: 'description' | 'instruction' | 'application', isRequired: boolean) => ({
    name,
    label: t(`field.${name}`),
    // Reserves space on the right of the help text for the character count.
    extra: <div style={{ paddingRight: 80 }}>{t(`field.${name}.help`)}</div>,
    rules: [
      { required: isRequired, whitespace: isRequired, message: t('field.required') },
      { max: MODEL_LIMITS[name], message: t('field.long', { limit: MODEL_LIMITS[name] }) },
    ],
  })
  return (
    <>
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
      <Form.Item {...field('application', asks === 'all')}>
        <Input.TextArea rows={2} maxLength={MODEL_LIMITS.application} showCount />
      </Form.Item>
    </>
  )
}

export const trimmed = (texts: ModelTexts): ModelTexts => ({
  name: texts.name.trim(),
  description: texts.description.trim(),
  instruction: texts.instruction.trim(),
  application: (texts.application ?? '').trim(),
})
