import { useQueryClient } from '@tanstack/react-query'
import { DATASET_LIMITS, type Dataset, type DatasetDraft, type Sharing } from '@tessera/contract'
import { Alert, App, Button, Form, Input, Radio, Typography } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { findByName, saveDataset } from './api.ts'
import { DraftReview } from './DraftReview.tsx'
import { phrases } from './phrases.ts'
import { forgetUpload } from './uploads.ts'

interface Props {
  draft: DatasetDraft
  fileName: string
  onClose: () => void
  onSaved: (datasetId: string) => void
}

interface Values {
  name: string
  description: string
  sharing: Sharing
}

/** What the edge found in the archive, and the form that gives it a name. */
export function SaveForm({ draft, fileName, onClose, onSaved }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const sayError = useErrorText()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [taken, setTaken] = useState<Dataset | null>(null)
  const [discards, setDiscards] = useState(false)

  const save = useMutation({
    mutationFn: async ({ overwrite, ...values }: Values & { overwrite: boolean }) => {
      const [existing] = overwrite ? [] : await findByName(values.name)
      if (existing) return { existing }
      return { saved: await saveDataset({ draftId: draft.draftId, ...values, overwrite }), name: values.name }
    },
    onSuccess: async (answer) => {
      if ('existing' in answer && answer.existing) return setTaken(answer.existing)
      if (!('saved' in answer) || !answer.saved) return
      await client.invalidateQueries({ queryKey: ['dataset'] })
      void message.success(t('save.saved', { name: answer.name }))
      forgetUpload()
      onSaved(answer.saved.datasetId)
    },
    onSettled: (answer) => !(answer && 'existing' in answer) && setTaken(null),
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
              label: t(`sharing.${value}`),
            }))}
          />
        </Form.Item>
        {save.error && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={sayError(save.error)}
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
        title={t('save.overwrite.title', { name: taken?.name ?? '' })}
        consequence={t('save.overwrite.consequence', {
          rows: format.number(taken?.rowCount ?? 0),
          date: format.date(taken?.createTime ?? null),
        })}
        confirmText={t('save.overwrite.confirm')}
        isPending={save.isPending}
        onConfirm={() => submit(true)}
        onCancel={() => setTaken(null)}
      />
      <ConfirmDialog
        open={discards}
        title={t('save.discard.title')}
        consequence={t('save.discard.consequence', { name: fileName })}
        confirmText={t('save.discard')}
        onConfirm={() => {
          onClose()
          forgetUpload()
        }}
        onCancel={() => setDiscards(false)}
      />
    </>
  )
}

const trimmed = ({ name, description, sharing }: Values): Values => ({
  name: name.trim(),
  description: description.trim(),
  sharing,
})
