import type { Registration, TaskDetail } from '@tessera/contract'
import { Button } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, PageHeader, StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { isPreparing, statusTones, statusWord } from '../status-tones.ts'
import { InviteButton } from './InviteButton.tsx'
import { JoiningButton } from './JoiningButton.tsx'
import { LeaveButtons } from './LeaveButtons.tsx'

interface Props {
  task: TaskDetail
  mine: Registration | null
  onGone: () => void
}

/** The head of a task's page: name, tags, and the actions for the whole task. */
export function TaskHead({ task, mine, onGone }: Props) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const go = useGo()
  return (
    <PageHeader
      title={task.name}
      breadcrumb={[
        task.role ? { title: t('mine.title'), to: paths.myTasks() } : { title: t('pool.title'), to: paths.taskPool() },
      ]}
      tags={
        <>
          <StatusTag
            tone={statusTones[task.status]}
            text={t(isPreparing(task) ? 'status.preparing' : statusWord(task), { party: task.partyName })}
          />
          {task.role && <span className="t-status">{t(`role.${task.role}`)}</span>}
          <span className="t-status">{t(`visibility.${task.visibility}`)}</span>
          <span className="t-status">{t(`research.${task.researchType}`)}</span>
        </>
      }
      description={
        <>
          {task.description}
          {task.description && <br />}
          <span className="t-soft">
            {t('detail.by', { party: task.partyName, date: format.date(task.createTime) })}
          </span>
          {task.originTaskId && (
            <>
              {' · '}
              <AppLink to={paths.task(task.originTaskId)}>{t('detail.clone')}</AppLink>
            </>
          )}
        </>
      }
      action={
        <>
          {task.abilities.invite && <InviteButton taskId={task.id} />}
          <JoiningButton task={task} />
          {task.abilities.watch && <Button onClick={() => go(paths.runs(task.id))}>{t('runs.short')}</Button>}
          {task.logUrl && <Button onClick={() => go(paths.runLog(task.id))}>{t('log.short')}</Button>}
          {mine?.status === 'joined' && (
            <Button onClick={() => go(paths.tickets({ taskId: task.id }))}>{t('tickets.short')}</Button>
          )}
          <LeaveButtons task={task} mine={mine} onGone={onGone} />
        </>
      }
    />
  )
}
