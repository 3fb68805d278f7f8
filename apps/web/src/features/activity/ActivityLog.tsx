import type { UseQueryResult } from '@tanstack/react-query'
import type { Output } from '@tessera/contract'
import type { ListAlgorithmActivity } from '@tessera/contract/wire'
import { Skeleton } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { type Translate, usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import styles from './activity.module.css'
import { en } from './phrases.en.ts'
import { phrases } from './phrases.ts'

type ActivityPage = Output<typeof ListAlgorithmActivity>
export type ActivityEntry = ActivityPage['records'][number]

interface Props {
  query: UseQueryResult<ActivityPage>
  /** The text to show if there are no entries. */
  none: string
}

/** The activity of a resource, newest first. */
export function ActivityLog({ query, none }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  if (query.isError) return <ErrorNote error={query.error} onRetry={query.refetch} />
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (query.data.records.length === 0) return <p className="t-soft">{none}</p>
  return (
    <ol className={styles.log}>
      {query.data.records.map((entry) => (
        <li key={`${entry.createTime.getTime()} ${entry.opType} ${entry.createdBy} ${entry.content.missionName ?? ''}`}>
          <span>{sentenceOf(entry, t)}</span>
          <time className="t-soft t-num" dateTime={entry.createTime.toISOString()}>
            {format.dateTime(entry.createTime)}
          </time>
        </li>
      ))}
    </ol>
  )
}

/**
 * Returns an activity entry as a sentence. An entry of an unknown kind, from a newer server, becomes "worked with it".
 */
export function sentenceOf({ opType, content, createdBy }: ActivityEntry, t: Translate<keyof typeof en>): string {
  const user = content.userName || createdBy
  const party = content.partyName
  const who = user && party ? t('who.ofParty', { user, party }) : user || party || t('somebody')
  const task = content.missionName || content.jobName
  // Every user can read an algorithm's log, so the log does not name a private task.
  if (opType === 'use' && !task) return t(content.jobName === '' ? 'use.once' : 'use.private', { who })
  return t(opType in en ? (opType as keyof typeof en) : 'other', {
    who,
    task: task || '–',
    model: content.modelName || '–',
    host: content.hostPartyName || '–',
  })
}
