import type { Registration, TaskDetail } from '@tessera/contract'
import { Button, Modal } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { startWithReady } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { isReady } from './panel.ts'

interface Props {
  open: boolean
  task: TaskDetail
  registrations: Registration[]
  onClose: () => void
  /** Starts the task with all parties, if they have become ready meanwhile. */
  onStart: () => void
  onStarted: (taskId: string) => void
}

/**
 * Asks how to start if some parties are not ready: train a copy of the task and continue recruiting, or continue
 * without those parties.
 */
export function StartWithReadyDialog({ open, task, registrations, onClose, onStart, onStarted }: Props) {
  const t = usePhrases(taskPhrases)
  const missing = registrations.filter((registration) => !isReady(registration))
  const start = useMutation({
    mutationFn: (keepOriginal: boolean) => startWithReady(task.id, keepOriginal),
    onSuccess: (taskId) => {
      onClose()
      onStarted(taskId)
    },
  })
  if (missing.length === 0) {
    return (
      <Modal
        open={open}
        title={t('ready.some.now')}
        okText={t('ready.start')}
        onOk={onStart}
        onCancel={onClose}
        cancelText={t('cancel')}
      >
        <p>{t('ready.some.now.text')}</p>
      </Modal>
    )
  }
  const choices = [
    { keep: true, text: t('ready.some.keep'), help: t('ready.some.keep.help') },
    { keep: false, text: t('ready.some.replace'), help: t('ready.some.replace.help') },
  ]
  return (
    <Modal
      open={open}
      title={t('ready.some.title', { ready: registrations.length - missing.length, total: registrations.length })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('cancel')}</Button>}
      width={520}
      destroyOnHidden
    >
      <div className="t-stack">
        <p>{t('ready.some.text', { parties: missing.map(({ partyName }) => partyName).join(t('list.separator')) })}</p>
        <ErrorNote error={start.error} />
        {choices.map(({ keep, text, help }) => (
          <div key={text}>
            <Button
              block
              type={keep ? 'primary' : 'default'}
              loading={start.isPending && start.variables === keep}
              disabled={start.isPending}
              onClick={() => start.mutate(keep)}
            >
              {text}
            </Button>
            <p className="t-soft task-help">{help}</p>
          </div>
        ))}
      </div>
    </Modal>
  )
}
