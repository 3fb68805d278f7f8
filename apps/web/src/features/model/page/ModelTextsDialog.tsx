import { MODEL_LIMITS, type Model } from '@tessera/contract'
import { Button, Checkbox, Form } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'
import { ModelTextFields, type ModelTexts, trimmed } from './ModelTextFields.tsx'

interface Props {
  /** Publishing requires more than editing: the application text, and consent to public visibility. */
  purpose: 'edit' | 'publish'
  model: Model
  open: boolean
  isPending: boolean
  error: unknown
  onSubmit: (texts: ModelTexts) => void
  onClose: () => void
}

/** Edits the texts of a model, or publishes the model with them. */
export function ModelTextsDialog({ purpose, model, open, isPending, error, onSubmit, onClose }: Props) {
  const t = usePhrases(phrases)
  const publishes = purpose === 'publish'
  return (
    <FormDialog open={open} title={t(publishes ? 'publish.title' : 'edit.title')} width={560} onClose={onClose}>
      <Form<ModelTexts & { audience: boolean }>
        layout="vertical"
        validateTrigger="onBlur"
        disabled={isPending}
        initialValues={{ ...textsOf(model), audience: false }}
        onFinish={({ audience: _audience, ...texts }) => onSubmit(trimmed(texts))}
      >
        <ModelTextFields asks={publishes ? 'all' : 'but-application'} />
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
        <ErrorNote error={error} />
        <div className="t-dialog-foot">
          <Button type="primary" htmlType="submit" loading={isPending}>
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
