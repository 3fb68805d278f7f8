import { useQuery } from '@tanstack/react-query'
import { type Language, type Output, phrase, RunFailure } from '@tessera/contract'
import { type ListMyActivity, MAX_PAGE_SIZE } from '@tessera/contract/wire'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { CardSkeleton, ErrorNote, Panel } from '../../../ui/index.ts'
import { UPDATES_SHOWN, updatesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

type ActivityEntry = Output<typeof ListMyActivity>['records'][number]
const MORE_UPDATES = 20

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
  'delete-data',
  'sign',
  'withdraw',
  'stop',
  'fail',
  'finish',
] as const

/** What happened in the task, the newest first; what is earlier on demand. */
export function UpdatesPanel({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const [shown, setShown] = useState(UPDATES_SHOWN)
  const updates = useQuery(updatesQuery(taskId, shown))
  const who = ({ content: { partyName: party, userName }, createdBy }: ActivityEntry) => {
    const person = userName || createdBy
    return party && person ? t('update.who', { party, person }) : (party ?? person)
  }
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
        {records?.map((record) => (
          <li key={`${record.createTime.getTime()} ${record.action} ${record.createdBy}`}>
            <span>
              <strong>{who(record)}</strong>{' '}
              {record.action === 'fail' && !record.content.reason
                ? t('update.fail.noReason')
                : t(`update.${record.action}`, {
                    host: record.content.hostPartyName ?? t('update.aParty'),
                    reason: reasonOf(record.content.reason, language),
                  })}
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

/** Why a run failed, as its error says it. */
function reasonOf(json: string | undefined, language: Language): string {
  if (!json) return ''
  const { code, params } = RunFailure.parse(JSON.parse(json))
  return phrase(language, code, params)
}
