import type { RunEvent } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { failureSentence } from './failure-sentence.ts'
import { runPhrases } from './phrases.ts'

interface Props {
  events: RunEvent[]
  nameOf: (partyId: string) => string
}

/** What the run reported, newest first. */
export function EventLog({ events, nameOf }: Props) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const say = useEventText(nameOf)
  if (events.length === 0) return null
  return (
    <details className="run-log">
      <summary>{t('training.log')}</summary>
      <ol>
        {events.toReversed().map((event) => (
          <li key={event.seq}>
            <time dateTime={event.time} className="t-soft t-num">
              {format.dateTime(new Date(event.time))}
            </time>
            <span>{say(event)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function useEventText(nameOf: Props['nameOf']): (event: RunEvent) => string {
  const t = usePhrases(runPhrases)
  const [language] = useLanguage()
  const metricName = useMetricName()
  const list = (ids: string[]) => ids.map(nameOf).join(t('list.separator'))

  return (event) => {
    switch (event.kind) {
      case 'waiting':
        return t('event.waiting', { parties: list(event.missing) })
      case 'started':
        return t('event.started', { count: event.parties.length, rounds: event.rounds })
      case 'statistics': {
        const rows = event.parties.reduce((sum, party) => sum + party.rows, 0)
        const validation = event.parties.reduce((sum, party) => sum + party.validationRows, 0)
        return t('event.statistics', { rows, validation })
      }
      case 'round': {
        const first = metricNames(event.metrics)[0] ?? 'loss'
        const metric = `${metricName(first)} ${metricText(first, event.metrics[first])}`
        return t('event.round', { round: event.round, rounds: event.rounds, metric })
      }
      case 'finished':
        return t('event.finished')
      case 'party-failed':
      case 'failed':
        return failureSentence(
          language,
          {
            code: event.code,
            params: event.params,
            partyId: event.partyId ?? null,
            step: event.step ?? null,
            round: event.round ?? null,
          },
          nameOf,
        )
    }
  }
}
