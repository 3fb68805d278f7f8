import type { ContentType, Metrics, Run, RunEvent } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { endLines } from './endings.ts'
import { failureSentence } from './failure-sentence.ts'
import { type LogLine, logLines } from './log-lines.ts'
import { runPhrases } from './phrases.ts'
import type { RowUse } from './run-state.ts'

interface Props {
  run: Run | null
  events: RunEvent[]
  rowUse: RowUse
  contentType: ContentType | null | undefined
  nameOf: (partyId: string) => string
}

/** The events of a run, newest first. */
export function EventLog({ run, events, rowUse, contentType, nameOf }: Props) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const lines = useLogLines({ run, events, rowUse, contentType, nameOf })
  if (lines.length === 0) return null
  return (
    <details className="run-log">
      <summary>{t('training.log')}</summary>
      <ol>
        {lines.map(({ seq, time, text }) => (
          <li key={seq}>
            <time dateTime={time.toISOString()} className="t-soft t-num">
              {format.moment(time)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Returns the events of a run and its end as log lines, newest first. */
export function useLogLines({ run, events, rowUse, contentType, nameOf }: Props): LogLine[] {
  const [language] = useLanguage()
  const say = useEventText(nameOf, rowUse, contentType)
  return logLines(events, say, run ? endLines(run, events, language, nameOf) : [])
}

const isUnscored = ({ metrics }: { metrics: Metrics }) => metricNames(metrics).length === 0

function useEventText(
  nameOf: Props['nameOf'],
  rowUse: RowUse,
  contentType: Props['contentType'],
): (event: RunEvent) => string {
  const t = usePhrases(runPhrases)
  const words = useRowsWords(contentType)
  const [language] = useLanguage()
  const metricName = useMetricName()
  const list = (ids: string[]) => ids.map(nameOf).join(t('list.separator'))
  const firstMetric = (metrics: Metrics) => {
    const first = metricNames(metrics)[0] ?? 'loss'
    return `${metricName(first)} ${metricText(first, metrics[first])}`
  }

  return (event) => {
    switch (event.kind) {
      case 'waiting':
        if (event.missing.length === 0) return t('event.waiting.over')
        return t('event.waiting', { parties: list(event.missing) })
      case 'started':
        return t('event.started', { count: event.parties.length, rounds: event.rounds })
      case 'statistics': {
        const rows = event.parties.reduce((sum, party) => sum + party.rows, 0)
        const validation = event.parties.reduce((sum, party) => sum + party.validationRows, 0)
        return t(`event.statistics.${rowUse}`, { rows: words.count(rows), validation: words.count(validation) })
      }
      case 'round': {
        const { round, rounds, scoredRound: scored } = event
        if (isUnscored(event)) return t('event.round.unscored', { round, rounds })
        const metric = firstMetric(event.metrics)
        return t(scored === 0 ? 'event.round.first' : 'event.round', { round, rounds, scored, metric })
      }
      case 'scored':
        if (isUnscored(event)) return t('event.unscored', { scored: event.scoredRound })
        return t('event.scored', { scored: event.scoredRound, metric: firstMetric(event.metrics) })
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
