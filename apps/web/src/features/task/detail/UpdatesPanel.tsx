import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Panel } from '../../../ui/index.ts'
import { updatesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

const ACTIONS = [
  'create',
  'view',
  'join',
  'apply-join',
  'agree',
  'refuse',
  'invite-code-join',
  'exit',
  'upload-data',
  'submit',
  'use',
] as const

/** What happened in the task lately. */
export function UpdatesPanel({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const updates = useQuery(updatesQuery(taskId))
  const records = updates.data?.records.flatMap((record) => {
    const action = ACTIONS.find((known) => known === record.opType)
    // That somebody looked is no news.
    return action && action !== 'view' ? [{ ...record, action }] : []
  })
  return (
    <Panel title={t('updates.title')}>
      {updates.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={updates.error} onRetry={() => void updates.refetch()} />
      {records?.length === 0 && <p className="t-soft">{t('updates.empty')}</p>}
      <ol className="task-updates">
        {records?.map(({ action, content, createdBy, createTime }) => (
          <li key={`${createTime.getTime()} ${action} ${createdBy}`}>
            <span>
              <strong>{content.partyName ?? content.hostPartyName ?? content.guestPartyName ?? createdBy}</strong>{' '}
              {t(`update.${action}`)}
            </span>
            <time dateTime={createTime.toISOString()} className="t-soft">
              {format.ago(createTime)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
