import { useQuery } from '@tanstack/react-query'
import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { ErrorNote, Panel, StatusTag } from '../../../ui/index.ts'
import { remindInitiator } from '../api.ts'
import { namedClassesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { classStatusOf } from '../prepare/classes.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onChange: () => void
}

/** Tells a participant that it is ready and waits for the initiator. */
export function WaitingPanel({ task, mine, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const rows = useRowsWords(task.contentType)
  const { message } = App.useApp()
  const named = useQuery(namedClassesQuery(task.id))
  const mustName = classStatusOf(task, mine, named.data ?? [], false) === 'due'
  const remind = useMutation({
    mutationFn: () => remindInitiator(task.id),
    onSuccess: () => message.success(t('waitingPanel.reminded')),
  })
  return (
    <Panel title={t('waitingPanel.title')} extra={<StatusTag tone="success" text={t('parties.ready')} />}>
      <div className="t-stack">
        <p>
          {t('waitingPanel.text', {
            rows: rows.count(mine.rowCount),
            count: mine.rowCount,
            initiator: task.partyName,
          })}
        </p>
        {mustName && (
          <div className="t-row" role="status">
            <StatusTag tone="warning" text={t('prepare.classes.due', { party: task.partyName })} />
            {task.abilities.offerData && (
              <Button size="small" onClick={onChange}>
                {t('waitingPanel.classes')}
              </Button>
            )}
          </div>
        )}
        <ErrorNote error={remind.error} />
        <div className="t-row">
          {task.abilities.remind && (
            <Button
              type="primary"
              loading={remind.isPending}
              disabled={remind.isSuccess}
              onClick={() => remind.mutate()}
            >
              {t('waitingPanel.remind')}
            </Button>
          )}
          {task.abilities.offerData && <Button onClick={onChange}>{t('waitingPanel.change')}</Button>}
        </div>
      </div>
    </Panel>
  )
}
