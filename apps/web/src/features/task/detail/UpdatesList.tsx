import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, CardSkeleton, ErrorNote } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { type Update, UpdateText } from './UpdateText.tsx'
import '../task.css'

interface Props {
  updates: { isPending: boolean; error: Error | null; refetch: () => unknown }
  /** The updates to show. Undefined while they are loading. */
  news: Update[] | undefined
  /** Whether each update names its task and links to it. Used for a list over several tasks. */
  namesTask?: boolean
}

/** A list of updates, newest first. */
export function UpdatesList({ updates, news, namesTask = false }: Props) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  return (
    <>
      {updates.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={updates.error} onRetry={() => void updates.refetch()} />
      {news?.length === 0 && <p className="t-soft">{t('updates.empty')}</p>}
      <ol className={`task-updates ${namesTask ? 'task-updates-of-many' : ''}`}>
        {news?.map((record, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in place and only their texts change, so that the page does not shift with each update
          <li key={place}>
            <span>
              {namesTask && record.content.missionId && (
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
    </>
  )
}
