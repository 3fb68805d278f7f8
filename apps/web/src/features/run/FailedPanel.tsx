import { useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '@tessera/contract'
import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useGo } from '../../lib/navigation.ts'
import { ErrorNote, Panel, StatusTag } from '../../ui/index.ts'
import { resubmit } from './api.ts'
import { EventLog } from './EventLog.tsx'
import { endingSentence } from './endings.ts'
import { failureSentence } from './failure-sentence.ts'
import { runPhrases } from './phrases.ts'
import { RoundChart } from './RoundChart.tsx'
import { RunContent, type RunRead } from './RunContent.tsx'
import { NO_RUN, rowUseOf, scoresOf } from './run-state.ts'
import './run.css'

interface Props {
  taskId: string
  /** The kind of the task's data, if known. */
  contentType?: ContentType | null | undefined
  read: RunRead
  canResubmit: boolean
  nameOf: (partyId: string) => string
  initiator: string
  /** The user's own party, and the address of its dataset in this task. */
  ownPartyId: string | null
  ownDataPath: string | null
  /** Whether the party of the user must sign again, because the run has consumed its ticket. */
  mustSign: boolean
}

/** Explains why a run failed or who stopped it, and offers the next steps. */
export function FailedPanel({
  taskId,
  contentType,
  read,
  canResubmit,
  nameOf,
  initiator,
  ownPartyId,
  ownDataPath,
  mustSign,
}: Props) {
  const t = usePhrases(runPhrases)
  const [language] = useLanguage()
  const format = useFormat()
  const go = useGo()
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => resubmit(taskId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task', taskId] }),
  })
  const { run, events } = read.state ?? NO_RUN
  const rowUse = rowUseOf({ run, events })
  const failure = run?.failure ?? null
  const isStopped = run?.phase === 'stopped' || failure?.code === 'run.stopped'
  const ending = run?.ending ? endingSentence(language, run.ending, run, nameOf) : null
  const culprit = isStopped ? null : (failure?.partyId ?? null)

  return (
    <Panel title={ending ?? t(isStopped ? 'phase.stopped' : 'failure.title')}>
      <div className="t-stack">
        <RunContent read={read}>
          {() => (
            <div className={isStopped ? 'run-failure' : 'run-failure run-failure-bad'} role="alert">
              <StatusTag
                tone={isStopped ? 'neutral' : 'error'}
                text={
                  run
                    ? `${t(isStopped ? 'phase.stopped' : 'phase.failed')} · ${t('failure.after', { time: format.duration(run.elapsedMs) })}`
                    : t('phase.failed')
                }
              />
              <p className="run-failure-sentence">
                {failure ? failureSentence(language, failure, nameOf) : t('failure.unknown')}
              </p>
              {culprit !== null && culprit === ownPartyId && <p className="t-soft">{t('failure.own')}</p>}
              {culprit !== null && culprit !== ownPartyId && canResubmit && (
                <p className="t-soft">{t('failure.others', { party: nameOf(culprit) })}</p>
              )}
            </div>
          )}
        </RunContent>
        {mustSign && <p>{t('failure.sign')}</p>}
        <ErrorNote error={again.error} />
        <div className="t-row">
          {canResubmit && (
            <Button type="primary" loading={again.isPending} onClick={() => again.mutate()}>
              {t('failure.resubmit')}
            </Button>
          )}
          {ownDataPath && <Button onClick={() => go(ownDataPath)}>{t('failure.data')}</Button>}
        </div>
        <p className="t-soft">
          {canResubmit
            ? `${t('failure.resubmit.help')} ${t('failure.kept')}`
            : t('failure.waitInitiator', { initiator })}
        </p>
        {run && scoresOf(events).length > 0 && (
          <RoundChart
            events={events}
            rowUse={rowUse}
            contentType={contentType}
            expected={run.rounds}
            parties={run.parties}
            isOver
          />
        )}
        <EventLog run={run} events={events} rowUse={rowUse} contentType={contentType} nameOf={nameOf} />
      </div>
    </Panel>
  )
}
