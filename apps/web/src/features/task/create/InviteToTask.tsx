import { useQuery } from '@tanstack/react-query'
import type { Dataset, TaskToInvite } from '@tessera/contract'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useErrorText, usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, CardSkeleton, ErrorNote } from '../../../ui/index.ts'
import { inviteParty, tasksToInviteQuery } from '../api.ts'
import { InviteRow } from '../detail/InviteRow.tsx'
import { taskPhrases } from '../phrases.ts'
import '../task.css'
import { CreateTaskDialog } from './CreateTaskDialog.tsx'

type Invited = Pick<Dataset, 'id' | 'partyId' | 'partyName'>

/** Invites the party behind a dataset to one of the user's tasks or to a new one. */
export function InviteToTask({ dataset }: { dataset: Invited }) {
  const t = usePhrases(taskPhrases)
  const say = useErrorText()
  const go = useGo()
  const { message } = App.useApp()
  const [step, setStep] = useState<'choose' | 'create' | null>(null)
  const close = () => setStep(null)
  const invite = async (taskId: string) => {
    try {
      await inviteParty(taskId, dataset.partyId)
    } catch (error) {
      // The task exists although the invitation failed. The user can invite the party on the task's page.
      message.error(say(error))
    }
    go(paths.task(taskId, { role: 'guest', type: 'creat' }))
  }
  return (
    <>
      <Button type="primary" onClick={() => setStep('choose')}>
        {t('toTask.open')}
      </Button>
      <Modal
        open={step === 'choose'}
        title={t('toTask.title')}
        onCancel={close}
        width={520}
        footer={null}
        destroyOnHidden
      >
        <div className="t-stack">
          <p>{t('toTask.explain', { party: dataset.partyName })}</p>
          <TaskChoice dataset={dataset} />
          <div>
            <Button onClick={() => setStep('create')}>{t('toTask.create')}</Button>
          </div>
        </div>
      </Modal>
      <CreateTaskDialog open={step === 'create'} onClose={close} onCreated={invite} isFederated />
    </>
  )
}

function TaskChoice({ dataset }: { dataset: Invited }) {
  const t = usePhrases(taskPhrases)
  const tasks = useQuery(tasksToInviteQuery(dataset.id))
  return (
    <>
      <ErrorNote error={tasks.error} onRetry={() => void tasks.refetch()} />
      {tasks.isPending && <CardSkeleton height={96} />}
      {tasks.data?.length === 0 && <p className="t-soft">{t('toTask.none')}</p>}
      <ul className="task-parties" aria-label={t('toTask.title')}>
        {tasks.data?.map((task) => (
          <Row key={task.taskId} task={task} dataset={dataset} />
        ))}
      </ul>
    </>
  )
}

function Row({ task: { taskId, name, createTime, status }, dataset }: { task: TaskToInvite; dataset: Invited }) {
  const t = usePhrases(taskPhrases)
  const f = useFormat()
  return (
    <InviteRow
      taskId={taskId}
      partyId={dataset.partyId}
      partyName={dataset.partyName}
      status={status}
      label={t('toTask.label', { task: name })}
      name={<AppLink to={paths.task(taskId)}>{name}</AppLink>}
      note={<span className="t-soft">{f.date(createTime)}</span>}
    />
  )
}
