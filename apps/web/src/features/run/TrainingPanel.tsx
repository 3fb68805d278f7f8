import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress, Tooltip } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'
import { ConfirmDialog, Facts, Panel, StatusTag } from '../../ui/index.ts'
import { stopTraining } from './api.ts'
import { EventLog } from './EventLog.tsx'
import { runPhrases } from './phrases.ts'
import { RoundChart } from './RoundChart.tsx'
import { RunContent, type RunRead } from './RunContent.tsx'
import { elapsedOf, isActive, NO_RUN, type RunState, rowUseOf, trafficOf } from './run-state.ts'
import './run.css'

interface Props {
  taskId: string
  taskName: string
  read: RunRead
}

/** The run as it goes: how far, how good, who is waited for. */
export function TrainingPanel({ taskId, taskName, read }: Props) {
  const t = usePhrases(runPhrases)
  const { run, events } = read.state ?? NO_RUN
  const rowUse = rowUseOf({ run, events })
  const nameOf = (partyId: string) => run?.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId

  return (
    <Panel
      title={t('training.title')}
      extra={run?.abilities.stop && <StopButton taskId={taskId} taskName={taskName} rounds={run.round} />}
    >
      <RunContent read={read}>
        {(state) =>
          run ? (
            <div className="t-stack">
              <Head state={state} nameOf={nameOf} />
              <RoundChart {...{ events, rowUse }} expected={run.rounds} parties={run.parties} />
              <EventLog {...{ events, rowUse, nameOf }} />
            </div>
          ) : (
            <p className="t-soft">{t('finished.noRun')}</p>
          )
        }
      </RunContent>
    </Panel>
  )
}

function Head({ state, nameOf }: { state: RunState; nameOf: (partyId: string) => string }) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const { run, events } = state
  const now = useNow(isActive(run))
  if (!run) return null
  const traffic = trafficOf(events)
  return (
    <>
      <div className="t-row">
        <StatusTag tone={run.phase === 'running' ? 'progress' : 'waiting'} text={t(`phase.${run.phase}`)} />
        {run.round > 0 && (
          <strong className="t-num">{t('training.round', { round: run.round, rounds: run.rounds })}</strong>
        )}
        {run.waitingFor.length > 0 && (
          <StatusTag
            tone="waiting"
            text={t('training.waitingFor', { parties: run.waitingFor.map(nameOf).join(t('list.separator')) })}
          />
        )}
      </div>
      <Progress percent={Math.floor(run.progress)} aria-label={t('training.progress')} status="normal" />
      <Facts
        items={[
          { term: t('training.elapsed'), value: format.duration(elapsedOf(state, now)) },
          { term: t('training.step'), value: t(`step.${run.step}`) },
          {
            term: t('training.traffic'),
            value: (
              <Tooltip title={t('training.traffic.help')}>
                {t('training.traffic.value', { up: format.size(traffic.up), down: format.size(traffic.down) })}
              </Tooltip>
            ),
          },
        ]}
      />
    </>
  )
}

function StopButton({ taskId, taskName, rounds }: { taskId: string; taskName: string; rounds: number }) {
  const t = usePhrases(runPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const stop = useMutation({
    mutationFn: () => stopTraining(taskId),
    onSuccess: () => {
      setAsking(false)
      message.success(t('training.stopped'))
      void client.invalidateQueries({ queryKey: ['run', taskId] })
      void client.invalidateQueries({ queryKey: ['task', taskId] })
    },
  })
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {t('training.stop')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('training.stop.title', { name: taskName })}
        consequence={t('training.stop.consequence', { rounds })}
        confirmText={t('training.stop.confirm')}
        isPending={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
