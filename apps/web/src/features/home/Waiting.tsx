import type { WaitingItem } from '@tessera/contract'
import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, CardSkeleton, EmptyState, ErrorNote, Panel } from '../../ui/index.ts'
import { homePhrases } from './phrases.ts'
import { keyOf, useStableWaiting } from './use-stable-waiting.ts'

/** The reader's pending items, each with a link to the page where it is handled. */
export function Waiting() {
  const t = usePhrases(homePhrases)
  const f = useFormat()
  const { items, total, unlisted, fresh, ...waiting } = useStableWaiting()
  return (
    <Panel
      title={t('waiting')}
      extra={
        <span className="t-row">
          <span role="status" className="t-row">
            {fresh > 0 && (
              <Button size="small" onClick={waiting.onShow}>
                {t('waitingFresh', { count: fresh })}
              </Button>
            )}
          </span>
          {total > 0 && <span className="t-soft t-num">{f.number(total)}</span>}
        </span>
      }
    >
      {waiting.isPending && <CardSkeleton height={96} />}
      <ErrorNote error={waiting.error} onRetry={() => void waiting.refetch()} />
      {waiting.isLoaded && items.length === 0 && (
        <EmptyState title={t(fresh > 0 ? 'waitingCame' : 'waitingNone')} reason={t('waitingNoneReason')} />
      )}
      <ul className="t-checklist t-plain-links" aria-label={t('waiting')}>
        {items.map((item) => (
          <li key={keyOf(item)} className={item.isOver ? 't-soft' : undefined}>
            <AppLink to={placeOf(item)}>{t(textOf(item), { task: item.taskName ?? '', by: item.by ?? '' })}</AppLink>
            {item.isOver && <span>{t('waitingOver')}</span>}
            {item.since && !item.isOver && (
              <time className="t-soft" dateTime={item.since.toISOString()} title={f.dateTime(item.since)}>
                {f.ago(item.since)}
              </time>
            )}
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="t-soft">{t('waitingMore', { count: unlisted })}</p>}
    </Panel>
  )
}

const textOf = ({ kind, by }: WaitingItem) =>
  kind === 'failed' && by ? 'waiting.failed.at' : (`waiting.${kind}` as const)

function placeOf({ kind, taskId }: WaitingItem): string {
  if (!taskId) return paths.party({ tab: 'requests' })
  return paths.task(taskId, kind === 'application' ? { at: 'applications' } : {})
}
