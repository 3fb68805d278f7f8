import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorNote, Facts, Panel, PartyTile } from '../../ui/index.ts'
import { AloneTogether } from './AloneTogether.tsx'
import { downloadModel } from './api.ts'
import { EventLog } from './EventLog.tsx'
import { runPhrases } from './phrases.ts'
import { RoundChart } from './RoundChart.tsx'
import { metricsOf, type RunState, roundsOf, trafficOf } from './run-state.ts'
import { metricValue, useMetricName } from './use-metric-text.ts'
import './run.css'

interface Props {
  state: RunState
  taskName: string
  /** The reader's own copy of the model, if it has one. */
  modelId: string | null
  canWatch: boolean
}

/** What came out of the training, and where it goes on. */
export function FinishedPanel({ state, taskName, modelId, canWatch }: Props) {
  const t = usePhrases(runPhrases)
  const go = useGo()
  const { run, events } = state
  const rounds = roundsOf(events)
  const nameOf = (partyId: string) => run?.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId
  return (
    <>
      <Panel
        title={t('finished.title')}
        extra={
          modelId && (
            <div className="t-row">
              <DownloadButton modelId={modelId} taskName={taskName} />
              <Button type="primary" onClick={() => go(paths.model(modelId, { from: 'myModel' }))}>
                {t('finished.model')}
              </Button>
            </div>
          )
        }
      >
        <div className="t-stack">
          {!modelId && <p className="t-soft">{t('finished.noModel')}</p>}
          {run ? (
            <Result state={state} />
          ) : (
            <p className="t-soft">{t(canWatch ? 'finished.noRun' : 'training.private')}</p>
          )}
        </div>
      </Panel>
      {run && canWatch && (
        <>
          <Panel title={t('finished.compare')}>
            <AloneTogether run={run} />
          </Panel>
          <Panel title={t('training.title')}>
            <div className="t-stack">
              <RoundChart rounds={rounds} expected={rounds.length} parties={run.parties} isOver />
              <RowsUsed run={run} />
              <EventLog events={events} nameOf={nameOf} />
            </div>
          </Panel>
        </>
      )}
    </>
  )
}

function Result({ state }: { state: RunState }) {
  const t = usePhrases(runPhrases)
  const nameOf = useMetricName()
  const format = useFormat()
  const { run, events } = state
  if (!run) return null
  const traffic = trafficOf(events)
  return (
    <>
      <div>
        <p className="t-soft run-caption">{t('finished.metrics')}</p>
        <ul className="run-metrics">
          {metricsOf([run]).map((metric) => (
            <li key={metric}>
              <span>{nameOf(metric)}</span>
              <strong className="t-num">{metricValue(metric, run.metrics[metric])}</strong>
            </li>
          ))}
        </ul>
      </div>
      <Facts
        items={[
          { term: t('finished.start'), value: format.dateTime(run.startTime) },
          { term: t('finished.end'), value: format.dateTime(run.endTime) },
          { term: t('finished.duration'), value: format.duration(run.elapsedMs) },
          {
            term: t('training.traffic'),
            value: t('training.traffic.value', { up: format.size(traffic.up), down: format.size(traffic.down) }),
          },
        ]}
      />
    </>
  )
}

function RowsUsed({ run }: { run: NonNullable<RunState['run']> }) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  return (
    <div>
      <ul className="run-gains" aria-label={t('training.rows')}>
        {run.parties.map((party) => (
          <li key={party.partyId}>
            <PartyTile partyId={party.partyId} size={20} />
            <span className="t-grow">{party.partyName}</span>
            <span className="t-num">
              {t('training.rows')}{' '}
              {t('training.rows.value', {
                used: format.number(party.rowsUsed),
                offered: format.number(party.rowsOffered),
              })}
            </span>
          </li>
        ))}
      </ul>
      <p className="t-soft run-caption">{t('training.rows.help')}</p>
    </div>
  )
}

function DownloadButton({ modelId, taskName }: { modelId: string; taskName: string }) {
  const t = usePhrases(runPhrases)
  const get = useMutation({ mutationFn: () => downloadModel(modelId, taskName) })
  return (
    <>
      <Button loading={get.isPending} onClick={() => get.mutate()}>
        {t('finished.download')}
      </Button>
      <ErrorNote error={get.error} />
    </>
  )
}
