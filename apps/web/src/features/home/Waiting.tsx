import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingItem } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { paths } from '../../lib/paths.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { AppLink, CardSkeleton, EmptyState, ErrorNote, Panel } from '../../ui/index.ts'
import { WAITING, waitingQuery } from './api.ts'
import { homePhrases } from './phrases.ts'

const PAUSE_MS = 1_000

/** What waits for the reader, each a link to where it is done. */
export function Waiting() {
  const t = usePhrases(homePhrases)
  const f = useFormat()
  const client = useQueryClient()
  const waiting = useQuery(waitingQuery())
  const refresh = useThrottled(() => void client.invalidateQueries({ queryKey: WAITING }), PAUSE_MS)
  useLive((message) => {
    // A training says something every round, and nobody has to do anything about it.
    if (message.cmd !== 'run' || message.seq === 0) refresh()
  })
  const { items, total } = waiting.data ?? { items: [], total: 0 }
  return (
    <Panel title={t('waiting')} extra={total > 0 && <span className="t-soft t-num">{f.number(total)}</span>}>
      {waiting.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={waiting.error} onRetry={() => void waiting.refetch()} />
      {waiting.data && total === 0 && <EmptyState title={t('waitingNone')} reason={t('waitingNoneReason')} />}
      <ul className="t-checklist t-plain-links" aria-label={t('waiting')}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <AppLink to={placeOf(item)}>{t(textOf(item), { task: item.taskName ?? '', by: item.by ?? '' })}</AppLink>
            {item.since && (
              <time className="t-soft" dateTime={item.since.toISOString()} title={f.dateTime(item.since)}>
                {f.ago(item.since)}
              </time>
            )}
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="t-plain-links">
          <AppLink to={paths.myTasks()}>{t('waitingMore', { count: total - items.length })}</AppLink>
        </p>
      )}
    </Panel>
  )
}

const textOf = ({ kind, by }: WaitingItem) =>
  kind === 'failed' && by ? 'waiting.failed.at' : (`waiting.${kind}` as const)

function placeOf({ kind, taskId }: WaitingItem): string {
  if (!taskId) return paths.party({ tab: 'requests' })
  return paths.task(taskId, kind === 'application' ? { at: 'applications' } : {})
}
