import { useQuery } from '@tanstack/react-query'
import type { GrantEvent } from '@tessera/contract'
import { Pagination } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { EVENTS_PER_PAGE, grantEventsQuery } from './api.ts'
import { grantPhrases } from './phrases.ts'

/** What was done under a ticket, as the edge's own log has it. */
export function GrantEvents({ grantId }: { grantId: string }) {
  const t = usePhrases(grantPhrases)
  const format = useFormat()
  const say = useEventText()
  const [pageNo, setPageNo] = useState(1)
  const events = useQuery(grantEventsQuery(grantId, pageNo))
  const { records = [], total = 0 } = events.data ?? {}
  return (
    <section aria-label={t('events.title')}>
      <h3>{t('events.title')}</h3>
      <ErrorNote error={events.error} onRetry={() => void events.refetch()} />
      {events.data && total === 0 && <p className="t-soft">{t('events.none')}</p>}
      <ul className="grant-events">
        {records.map((event) => (
          <li key={event.seq}>
            <span className="t-soft t-num">{format.dateTime(event.time)}</span>
            <span>
              {say(event)}
              {event.runId && <span className="t-soft"> · {t('events.by', { run: event.runId.slice(0, 8) })}</span>}
            </span>
          </li>
        ))}
      </ul>
      {total > EVENTS_PER_PAGE && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={EVENTS_PER_PAGE}
          total={total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      )}
    </section>
  )
}

const MESSAGES = ['query', 'train', 'evaluate'] as const
const BECAUSE = { 'dataset-deleted': 'data', restored: 'restored' } as const

function useEventText(): (event: GrantEvent) => string {
  const t = usePhrases(grantPhrases)
  const explain = useErrorText()
  return ({ kind, by, messageType, round, outcome, code }) => {
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
      case 'refused':
        return by ? t('events.refused.by', { name, why }) : t('events.refused', { why })
    }
  }
}
