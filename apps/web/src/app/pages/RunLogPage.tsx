import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { comparableRunsQuery, runLogQuery } from '../../features/run/api.ts'
import { runPhrases } from '../../features/run/phrases.ts'
import { RunLog } from '../../features/run/RunLog.tsx'
import { taskQuery } from '../../features/task/api.ts'
import { taskPhrases } from '../../features/task/phrases.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { CardSkeleton, EmptyState, ErrorNote, PageHeader } from '../../ui/index.ts'

/** Minimum time between refetches, because new lines can arrive faster than users read. */
const PAUSE_MS = 1_000

/** The log of one run of a task. */
export function RunLogPage() {
  const t = usePhrases(runPhrases)
  const say = usePhrases(taskPhrases)
  const format = useFormat()
  const { id = '' } = useQueryParams()
  const [{ run: runId }, setUrl] = useUrlState({ run: '' })
  const task = useQuery(taskQuery(id))
  const storedRuns = useQuery(comparableRunsQuery(id))
  const log = useQuery(runLogQuery(id, runId))
  const client = useQueryClient()
  const refresh = useThrottled(() => {
    for (const of of ['log', 'kept']) void client.invalidateQueries({ queryKey: ['run', of, id] })
  }, PAUSE_MS)
  useLive((message) => {
    if (message.cmd === 'run' && message.taskId === id) refresh()
  })
  const runs = storedRuns.data?.filter(({ taskId }) => taskId === id) ?? []
  return (
    <>
      <PageHeader
        title={t('log.title')}
        description={t('log.description')}
        breadcrumb={[
          { title: say('mine.title'), to: paths.myTasks() },
          { title: task.data?.name ?? say('detail.fallback'), to: paths.task(id) },
        ]}
      />
      <ErrorNote error={log.error} onRetry={() => void log.refetch()} />
      {log.isPending && <CardSkeleton height={320} />}
      {log.data && !log.data.run && <EmptyState title={t('log.none')} reason={t('log.noRun')} />}
      {log.data?.run && (
        <RunLog
          key={log.data.run.id}
          run={log.data.run}
          events={log.data.events}
          contentType={task.data?.contentType}
          chooser={
            runs.length > 1 && (
              <Select
                aria-label={t('log.run')}
                value={log.data.run.id}
                onChange={(run) => setUrl({ run })}
                options={runs.map(({ id: value, createTime, parties }) => ({
                  value,
                  label: t('log.run.at', { time: format.dateTime(createTime), parties: parties.length }),
                }))}
              />
            )
          }
        />
      )}
    </>
  )
}
