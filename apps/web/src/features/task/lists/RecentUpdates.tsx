import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, CardSkeleton, ErrorNote, Panel } from '../../../ui/index.ts'
import { recentUpdatesQuery } from '../api.ts'
import { newsOf, UpdateText } from '../detail/UpdateText.tsx'
import { taskPhrases } from '../phrases.ts'
import '../task.css'

const SHOWN = 6

/** What moved in the party's tasks, the newest first, each with the way to its task. */
export function RecentUpdates() {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const updates = useQuery(recentUpdatesQuery())
  const news = updates.data && newsOf(updates.data.records).slice(0, SHOWN)
  return (
    <Panel title={t('updates.title')}>
      {updates.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={updates.error} onRetry={() => void updates.refetch()} />
      {news?.length === 0 && <p className="t-soft">{t('updates.empty')}</p>}
      <ol className="task-updates">
        {news?.map((record) => (
          <li key={`${record.createTime.getTime()} ${record.action} ${record.createdBy} ${record.content.missionId}`}>
            <span>
              {record.content.missionId && (
                <>
                  <AppLink to={paths.task(record.content.missionId)}>{record.content.missionName}</AppLink>{' '}
                </>
              )}
              <UpdateText record={record} />
            </span>
            <time dateTime={record.createTime.toISOString()} className="t-soft">
              {format.ago(record.createTime)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
