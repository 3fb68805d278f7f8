import type { TaskDetail } from '@tessera/contract'
import { Steps } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import { type StepKey, stepsOf } from './panel.ts'

interface Props {
  task: TaskDetail
  isParty: boolean
}

/** The progress of a task: recruiting, preparation, training, end. */
export function TaskStepper({ task, isParty }: Props) {
  const t = usePhrases(taskPhrases)
  const title = (key: StepKey) => {
    if (key === 'end' && task.status === 'failed') return t('step.end.failed')
    if (key === 'end' && task.status === 'stopped') return t('step.end.stopped')
    if (key === 'end' && task.status === 'disbanded') return t('step.end.disbanded')
    if (key === 'train' && !isParty) return t('step.train.short')
    return t(`step.${key}`)
  }
  const steps = stepsOf(task, isParty)
  return (
    <nav aria-label={t('steps.label')} className="task-steps">
      <Steps
        size="small"
        current={Math.max(
          0,
          steps.findLastIndex(({ status }) => status !== 'wait'),
        )}
        responsive={false}
        titlePlacement="vertical"
        items={steps.map(({ key, status }) => ({ title: title(key), status }))}
      />
    </nav>
  )
}
