import { DATASET_LIMITS, type DatasetDraft, type Sharing } from '@tessera/contract'
import { Alert, Button, Form, Input, Radio, Typography } from 'antd'
import { useState } from 'react'
import { kindPhrases } from '../../kinds/phrases.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { DraftReview } from './DraftReview.tsx'
import { uploadPhrases } from './phrases.ts'
import { forgetUpload, saveDataset } from './uploads.ts'

interface Props {
  draft: DatasetDraft
  fileName: string
  onSaved: (datasetId: string) => void
  onDiscarded: () => void
}

interface Values {
  name: string
  description: string
  sharing: Sharing
}

/** The existing dataset with the same name. */
interface Taken {
  rows: number
  since: Date
}

/** The contents of the archive, and the form that names the dataset. */
export function SaveForm({ draft, fileName, onSaved, onDiscarded }: Props) {
  const t = usePhrases(uploadPhrases)
  const tKind = usePhrases(kindPhrases)
  const format = useFormat()
  const showError = useErrorText()
  const [form] = Form.useForm<Values>()
  const [taken, setTaken] = useState<Taken | null>(null)
  const [discards, setDiscards] = useState(false)

  const save = useMutation({
    mutationFn: (values: Values & { overwrite: boolean }) => saveDataset({ draftId: draft.draftId, ...values }),
    onSuccess: ({ datasetId }) => onSaved(datasetId),
    onSettled: (_saved, error) => setTaken(takenBy(error)),
  })
  const submit = (overwrite: boolean) => save.mutate({ ...trimmed(form.getFieldsValue()), overwrite })
  const mustUploadAgain = save.error instanceof ApiError && save.error.code === 'dataset.upload-again'

  return (
    <>
      <Typography.Paragraph>{t('save.found', { name: fileName })}</Typography.Paragraph>
      <DraftReview draft={draft} />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={save.isPending}
        validateTrigger="onBlur"
        initialValues={{ name: draft.name.slice(0, DATASET_LIMITS.name), description: '', sharing: 'party' }}
        onFinish={() => submit(false)}
        style={{ marginTop: 24 }}
      >
        <Form.Item
          name="name"
          label={t('save.name')}
          extra={t('save.name.help')}
          rules={[
            { required: true, whitespace: true, message: t('save.name.required') },
            { max: DATASET_LIMITS.name, message: t('save.name.long', { limit: DATASET_LIMITS.name }) },
          ]}
        >
          <Input maxLength={DATASET_LIMITS.name} showCount />
        </Form.Item>
        <Form.Item
          name="description"
          label={t('save.intro')}
          extra={t('save.intro.help')}
          rules={[
            { required: true, whitespace: true, message: t('save.intro.required') },
            { max: DATASET_LIMITS.description, message: t('save.intro.long', { limit: DATASET_LIMITS.description }) },
          ]}
        >
          <Input.TextArea rows={3} maxLength={DATASET_LIMITS.description} showCount />
        </Form.Item>
        <Form.Item name="sharing" label={t('save.sharing')} extra={t('save.sharing.help')}>
          <Radio.Group
            options={(['person', 'department', 'party'] as const).map((value) => ({
              value,
              label: tKind(`sharing.${value}`),
            }))}
          />
        </Form.Item>
        {save.error && !taken && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={showError(save.error)}
            action={mustUploadAgain && <Button onClick={forgetUpload}>{t('upload.again')}</Button>}
            style={{ marginBottom: 16 }}
          />
        )}
        <div className="t-dialog-foot">
          <Button onClick={() => setDiscards(true)}>{t('save.discard')}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('save.submit')}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={taken !== null}
        title={t('save.overwrite.title', { name: form.getFieldValue('name') ?? '' })}
        consequence={t('save.overwrite.consequence', {
          rows: format.number(taken?.rows ?? 0),
          date: format.date(taken?.since ?? null),
        })}
        confirmText={t('save.overwrite.confirm')}
        isPending={save.isPending}
        onConfirm={() => submit(true)}
        onCancel={() => {
          setTaken(null)
          save.reset()
        }}
      />
      <ConfirmDialog
        open={discards}
        title={t('save.discard.title')}
        consequence={t('save.discard.consequence', { name: fileName })}
        confirmText={t('save.discard')}
        onConfirm={() => {
          forgetUpload()
          onDiscarded()
        }}
        onCancel={() => setDiscards(false)}
      />
    </>
  )
}

function takenBy(error: unknown): Taken | null {
  if (!(error instanceof ApiError) || error.code !== 'dataset.name-taken') return null
  const { rows = 0, since = '' } = error.params
  return { rows: Number(rows), since: new Date(since) }
}

const trimmed = ({ name, description, sharing }: Values): Values => ({
  name: name.trim(),
  description: description.trim(),
  sharing,
})
