import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@tessera/contract/wire'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Panel } from '../../../ui/index.ts'
import { UPDATES_SHOWN, updatesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { newsOf, UpdateText } from './UpdateText.tsx'

const MORE_UPDATES = 20

/** What happened in the task, the newest first; what is earlier on demand. */
export function UpdatesPanel({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const [shown, setShown] = useState(UPDATES_SHOWN)
  const updates = useQuery(updatesQuery(taskId, shown))
  const records = updates.data && newsOf(updates.data.records)
  return (
    <Panel title={t('updates.title')}>
      {updates.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={updates.error} onRetry={() => void updates.refetch()} />
      {records?.length === 0 && <p className="t-soft">{t('updates.empty')}</p>}
      <ol className="task-updates">
        {records?.map((record) => (
          <li key={`${record.createTime.getTime()} ${record.action} ${record.createdBy}`}>
            <span>
              <UpdateText record={record} />
            </span>
            <time dateTime={record.createTime.toISOString()} className="t-soft">
              {format.ago(record.createTime)}
            </time>
          </li>
        ))}
      </ol>
      {updates.data && updates.data.total > shown && shown < MAX_PAGE_SIZE && (
        <Button
          type="link"
          loading={updates.isFetching}
          onClick={() => setShown(Math.min(shown + MORE_UPDATES, MAX_PAGE_SIZE))}
        >
          {t('updates.more')}
        </Button>
      )}
    </Panel>
  )
}
