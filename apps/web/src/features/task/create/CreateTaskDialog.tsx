import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ResearchType,
  ResearchType as ResearchTypes,
  TASK_LIMITS,
  type TaskAlgorithm,
  type TaskDetail,
  type Visibility,
  visibilitiesOf,
} from '@tessera/contract'
import { App, Button, Form, Input, Radio, Select } from 'antd'
import { useEffect } from 'react'
import { uploadPicture } from '../../../lib/files.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { PictureField } from '../../../ui/PictureField.tsx'
import { algorithmsQuery, createTask } from '../api.ts'
import { EnvironmentGate } from '../EnvironmentGate.tsx'
import { taskPhrases } from '../phrases.ts'
import '../task.css'

interface Props {
  open: boolean
  onClose: () => void
  /** Called after the task is created. The form stays disabled until the returned promise settles. */
  onCreated: (taskId: string) => void | Promise<void>
  /** The preset algorithm, if the dialog was opened from the algorithm's page. */
  algorithmId?: string
  researchType?: ResearchType
  /** Whether the task must be federated. If so, the form does not ask for the kind of research. */
  isFederated?: boolean
  /** A completed task whose columns the new task uses. */
  from?: Pick<TaskDetail, 'id' | 'name' | 'visibility' | 'researchType' | 'columnSelection'>
}

/** Creates a task, in which data are chosen later. Hidden while the party cannot train. */
export function CreateTaskDialog({ open, onClose, onCreated, ...chosen }: Props) {
  const t = usePhrases(taskPhrases)
  return (
    <FormDialog open={open} title={t(chosen.from ? 'create.from.title' : 'create.title')} width={560} onClose={onClose}>
      {(giveUp) => (
        <EnvironmentGate onLeave={onClose}>
          <CreateForm onCreated={onCreated} onCancel={giveUp} {...chosen} />
        </EnvironmentGate>
      )}
    </FormDialog>
  )
}

interface Values {
  name: string
  description?: string
  researchType: ResearchType
  visibility: Visibility
  algorithmId?: string
  picture?: File | null
}

function CreateForm({
  onCreated,
  onCancel,
  algorithmId,
  from,
  isFederated = false,
  researchType: wanted = 'federated',
}: Omit<Props, 'open' | 'onClose'> & { onCancel: () => void }) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const researchType = Form.useWatch('researchType', form) ?? wanted
  const algorithms = useQuery(algorithmsQuery())
  const canTrain = algorithms.data?.some(({ id }) => id === algorithmId)
  useEffect(() => {
    if (canTrain && algorithmId) form.setFieldValue('algorithmId', algorithmId)
  }, [canTrain, algorithmId, form])
  const create = useMutation({
    mutationFn: async (values: Values) => {
      const avatar = values.picture ? await uploadPicture(values.picture, 'task') : null
      const algorithm = algorithms.data?.find(({ id }) => id === values.algorithmId)
      return createTask({
        name: values.name.trim(),
        description: values.description?.trim() ?? '',
        avatar,
        visibility: values.visibility,
        researchType: values.researchType,
        ...(from && { fromTaskId: from.id }),
        ...(algorithm && { algorithms: [{ id: algorithm.id, name: algorithm.name }] }),
      })
    },
    onSuccess: (taskId, values) => {
      message.success(t('create.created', { name: values.name.trim() }))
      void client.invalidateQueries({ queryKey: ['tasks'] })
      return onCreated(taskId)
    },
  })
  const resetVisibility = (type: ResearchType) => {
    if (!visibilitiesOf(type).includes(form.getFieldValue('visibility'))) form.setFieldValue('visibility', 'private')
  }

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      initialValues={{
        name: from && t('create.from.name', { task: from.name }).slice(0, TASK_LIMITS.name),
        researchType: from?.researchType ?? wanted,
        visibility: from?.visibility ?? 'public',
        algorithmId: '',
      }}
      onFinish={(values) => create.mutate(values)}
    >
      {from && (
        <p className="t-soft">
          {t('create.from.help', { task: from.name, count: from.columnSelection?.columns.length ?? 0 })}
        </p>
      )}
      <Form.Item
        name="name"
        label={t('create.name')}
        rules={[
          { required: true, whitespace: true, message: t('create.name.required') },
          { max: TASK_LIMITS.name, message: t('create.name.long', { max: TASK_LIMITS.name }) },
        ]}
      >
        <Input count={{ show: true, max: TASK_LIMITS.name }} autoFocus />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('create.description')}
        extra={t('create.description.help')}
        rules={[
          { max: TASK_LIMITS.description, message: t('create.description.long', { max: TASK_LIMITS.description }) },
        ]}
      >
        <Input.TextArea rows={3} count={{ show: true, max: TASK_LIMITS.description }} />
      </Form.Item>
      <Form.Item
        name="researchType"
        label={t('create.research')}
        extra={t(`research.${researchType}.help`)}
        hidden={isFederated}
      >
        <Radio.Group
          optionType="button"
          onChange={(event) => resetVisibility(event.target.value)}
          options={ResearchTypes.options.map((value) => ({ value, label: t(`research.${value}`) }))}
        />
      </Form.Item>
      <VisibilityField researchType={researchType} />
      <AlgorithmField algorithms={algorithms.data ?? []} isLoading={algorithms.isPending} />
      <Form.Item name="picture" label={t('create.avatar')} extra={t('create.avatar.help')}>
        <PictureField />
      </Form.Item>
      <ErrorNote error={create.error} />
      <div className="t-dialog-foot">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('create.submit')}
        </Button>
      </div>
    </Form>
  )
}

function VisibilityField({ researchType }: { researchType: ResearchType }) {
  const t = usePhrases(taskPhrases)
  const form = Form.useFormInstance<Values>()
  const visibility = Form.useWatch('visibility', form) ?? 'public'
  const help =
    researchType === 'independent' && visibility !== 'invite-only' ? (`${visibility}.alone` as const) : visibility
  return (
    <Form.Item name="visibility" label={t('create.visibility')} extra={t(`visibility.${help}.help`)}>
      <Radio.Group
        optionType="button"
        options={visibilitiesOf(researchType).map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
    </Form.Item>
  )
}

function AlgorithmField({ algorithms, isLoading }: { algorithms: TaskAlgorithm[]; isLoading: boolean }) {
  const t = usePhrases(taskPhrases)
  const [language] = useLanguage()
  return (
    <Form.Item name="algorithmId" label={t('create.algorithm')} extra={t('create.algorithm.help')}>
      <Select
        loading={isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('create.algorithm.later') },
          ...algorithms.map(({ id, name }) => ({ value: id, label: name[language] })),
        ]}
      />
    </Form.Item>
  )
}
