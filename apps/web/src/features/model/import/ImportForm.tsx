import { useQueryClient } from '@tanstack/react-query'
import { columnNamesOf, type ImportedDescription, MODEL_LIMITS, type ModelDraft } from '@tessera/contract'
import { Alert, Button, Form, Radio } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { createModel, discardModelFile } from '../api.ts'
import { ModelTextFields, type ModelTexts, trimmed } from '../page/ModelTextFields.tsx'
import { phrases } from '../phrases.ts'
import { DescribeFile, firstGuess, type TypedDescription } from './DescribeFile.tsx'
import { forgetImport } from './imports.ts'
import { namesIn } from './name-list.ts'

interface Props {
  draft: ModelDraft
  onClose: () => void
  onCreated: (modelId: string) => void
}

type Values = ModelTexts & TypedDescription & { isPublished: boolean }

/**
 * The form for an uploaded model: its input and output if the file does not describe them, its texts, and its
 * visibility.
 */
export function ImportForm({ draft, onClose, onCreated }: Props) {
  const t = usePhrases(phrases)
  const client = useQueryClient()
  const { draftId, fileName, signature } = draft
  const create = useMutation({
    mutationFn: (values: Values) =>
      createModel({
        draftId,
        ...trimmed(values),
        isPublished: values.isPublished,
        described: signature ? null : describedBy(values),
      }),
    onSuccess: (modelId) => {
      forgetImport()
      void client.invalidateQueries({ queryKey: ['model'] })
      onCreated(modelId)
    },
  })
  const discard = useMutation({
    mutationFn: () => discardModelFile(draftId),
    // Discards the draft without an error, even if it has expired.
    onSettled: () => {
      forgetImport()
      onClose()
    },
  })
  const name = fileName.replace(/\.onnx$/i, '').slice(0, MODEL_LIMITS.name)
  return (
    <Form<Values>
      layout="vertical"
      validateTrigger="onBlur"
      disabled={create.isPending || discard.isPending}
      initialValues={{ name, description: '', instruction: '', application: '', ...firstGuess(draft) }}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => create.mutate(values)}
    >
      <div className="t-stack">
        <Alert
          type="info"
          showIcon
          title={t('import.arrived', { name: fileName })}
          description={signature ? saysItself(signature, t) : t('import.ask')}
        />
        <Alert type="warning" showIcon title={t('imported.tag')} description={t('import.claims')} />
      </div>
      <h3 style={{ margin: '16px 0 8px' }}>{t('import.card')}</h3>
      {!signature && <DescribeFile draft={draft} />}
      <ModelTextFields asks="all" />
      <Form.Item
        name="isPublished"
        label={t('publish.audience')}
        validateTrigger="onChange"
        rules={[{ required: true, message: t('import.audience.required') }]}
      >
        <Radio.Group className="t-stack t-stack-tight">
          <Radio value={false}>{t('import.audience.own')}</Radio>
          <Radio value={true}>{t('publish.audience.all')}</Radio>
        </Radio.Group>
      </Form.Item>
      <ErrorNote error={create.error} />
      <div className="t-dialog-foot">
        <Button loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('import.discard')}
        </Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('import.submit')}
        </Button>
      </div>
    </Form>
  )
}

const describedBy = ({ columns, label, output, reading, classes }: TypedDescription): ImportedDescription => ({
  columns: columns.map(namesIn),
  label: label.trim(),
  output,
  reading,
  classes: reading === 'number' ? [] : namesIn(classes ?? ''),
})

function saysItself(
  { input, output }: NonNullable<ModelDraft['signature']>,
  t: ReturnType<typeof usePhrases<keyof typeof phrases.en>>,
): string {
  const columns = columnNamesOf(input)
  const label = output.label
  return input.kind === 'table'
    ? t('import.says.table', { label, columns: columns.length })
    : t(`import.says.${input.kind}`, { label })
}
