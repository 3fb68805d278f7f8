import { useQuery } from '@tanstack/react-query'
import type { GrantEvent } from '@tessera/contract'
import { Pagination } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, ErrorNote, usePageNames } from '../../ui/index.ts'
import { EVENTS_PER_PAGE, grantEventsQuery } from './api.ts'
import { grantPhrases } from './phrases.ts'

/** The events recorded under a ticket, from the edge's own log. */
export function GrantEvents({ grantId, taskId }: { grantId: string; taskId: string }) {
  const t = usePhrases(grantPhrases)
  const itemRender = usePageNames()
  const [pageNo, setPageNo] = useState(1)
  const events = useQuery(grantEventsQuery(grantId, pageNo))
  const { records = [], total = 0 } = events.data ?? {}
  const nameOf = (runId: string) => t('events.by', { run: runId.slice(0, 8) })
  return (
    <section aria-label={t('events.title')}>
      <h3>{t('events.title')}</h3>
      <ErrorNote error={events.error} onRetry={() => void events.refetch()} />
      {events.data && total === 0 && <p className="t-soft">{t('events.none')}</p>}
      {byRun(records).map(({ runId, events }) => (
        <section key={events[0]?.seq} className="grant-run" aria-label={runId ? nameOf(runId) : t('events.noRun')}>
          <h4>
            {runId ? <AppLink to={paths.runLog(taskId, { run: runId })}>{nameOf(runId)}</AppLink> : t('events.noRun')}
          </h4>
          <EventList events={events} />
        </section>
      ))}
      {total > EVENTS_PER_PAGE && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={EVENTS_PER_PAGE}
          total={total}
          showSizeChanger={false}
          itemRender={itemRender}
          onChange={setPageNo}
        />
      )}
    </section>
  )
}

/**
 * Groups consecutive events of the same run. The order remains newest first, and events of no run keep their position.
 */
function byRun(events: GrantEvent[]) {
  const groups: { runId: string | null; events: GrantEvent[] }[] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last?.runId === event.runId) last.events.push(event)
    else groups.push({ runId: event.runId, events: [event] })
  }
  return groups
}

function EventList({ events }: { events: GrantEvent[] }) {
  const format = useFormat()
  const say = useEventText()
  return (
    <ul className="grant-events">
      {events.map((event) => (
        <li key={event.seq}>
          <span className="t-soft t-num">{format.moment(event.time)}</span>
          <span>{say(event)}</span>
        </li>
      ))}
    </ul>
  )
}

const MESSAGES = ['query', 'train', 'evaluate'] as const
const BECAUSE = { 'dataset-deleted': 'data', restored: 'restored' } as const

function useEventText(): (event: GrantEvent) => string {
  const t = usePhrases(grantPhrases)
  const explain = useErrorText()
  return ({ kind, by, messageType, round, outcome, code, apart = [] }) => {
    const name = by ?? ''
    const type = MESSAGES.find((known) => known === messageType) ?? 'train'
    const why = code ? explain(new ApiError(code)) : t('events.unexplained')
    switch (kind) {
      case 'signed':
        return t('events.signed', { name })
      case 'withdrawn':
        return outcome && outcome in BECAUSE
          ? t(`events.withdrawn.${BECAUSE[outcome as keyof typeof BECAUSE]}`)
          : t('events.withdrawn', { name })
      case 'rows-chosen':
        return t('events.rows-chosen', { name })
      case 'run':
        return type === 'train' && round === null
          ? t('events.run.train.unnumbered')
          : t(`events.run.${type}`, { round: round ?? '' })
      case 'run-ended':
        return code || outcome !== 'done' ? t('events.ended.bad', { why }) : t(`events.ended.${type}`)
      case 'apart':
        return t('events.apart', { columns: apart.join(t('list.separator')) })
      case 'refused':
        return by ? t('events.refused.by', { name, why }) : t('events.refused', { why })
    }
  }
}
