import { useQuery } from '@tanstack/react-query'
import type { WaitingItem } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, CardSkeleton, EmptyState, ErrorNote, Panel } from '../../ui/index.ts'
import { waitingQuery } from './api.ts'
import { homePhrases } from './phrases.ts'

/** What waits for the reader, each a link to where it is done. */
export function Waiting() {
  const t = usePhrases(homePhrases)
  const f = useFormat()
  const waiting = useQuery(waitingQuery())
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
      {total > items.length && <p className="t-soft">{t('waitingMore', { count: total - items.length })}</p>}
    </Panel>
  )
}

const textOf = ({ kind, by }: WaitingItem) =>
  kind === 'failed' && by ? 'waiting.failed.at' : (`waiting.${kind}` as const)

function placeOf({ kind, taskId }: WaitingItem): string {
  if (!taskId) return paths.party({ tab: 'requests' })
  return paths.task(taskId, kind === 'application' ? { at: 'applications' } : {})
}
