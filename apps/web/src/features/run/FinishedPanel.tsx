import { areCurves, type ContentType } from '@tessera/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { useDownload } from '../../lib/use-download.ts'
import { AloneTogether } from '../../ui/compare/AloneTogether.tsx'
import { ErrorNote, Facts, MetricName, Panel, PartyTile, RepeatedNote, Word } from '../../ui/index.ts'
import { NoScore } from '../../ui/scores/NoScore.tsx'
import { ResidualsPanel } from '../../ui/scores/Residuals.tsx'
import { ScorePanels } from '../../ui/scores/ScorePanels.tsx'
import { modelFilePath } from './api.ts'
import { DifferingColumnsNote } from './DifferingColumnsNote.tsx'
import { EventLog } from './EventLog.tsx'
import { endingSentence } from './endings.ts'
import { FindingsDownload, FindingsResult } from './FindingsResult.tsx'
import { runPhrases } from './phrases.ts'
import { RoundChart } from './RoundChart.tsx'
import { RunContent, type RunRead } from './RunContent.tsx'
import {
  bestRoundOf,
  chosenBy,
  NO_RUN,
  type RowUse,
  type RunState,
  rowUseOf,
  scoresOf,
  trafficOf,
} from './run-state.ts'
import './run.css'

interface Props {
  read: RunRead
  taskName: string
  /** The kind of the task's data, if known. */
  contentType?: ContentType | null | undefined
  /** The column that is predicted, or '' if there is none. */
  label?: string
  /** The id of the user's own copy of the model, if there is one. */
  modelId: string | null
  /** A note about where a local run has stored its model. */
  whereabouts?: ReactNode
  /** The next step, for a run that has findings instead of a model. */
  next?: ReactNode
}

/** The result of the training, and the next steps. */
export function FinishedPanel({ read, taskName, contentType, label = '', modelId, whereabouts, next }: Props) {
  const t = usePhrases(runPhrases)
  const go = useGo()
  const { run, events } = read.state ?? NO_RUN
  const rowUse = rowUseOf({ run, events })
  const isOfAllRows = rowUse === 'leave-one-out'
  const table = run?.table
  const nameOf = (partyId: string) => run?.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId
  return (
    <>
      <Panel
        title={t(
          table
            ? areCurves(table)
              ? 'curves.title'
              : 'described.title'
            : modelId
              ? 'finished.title'
              : 'finished.over',
        )}
        extra={
          (table && (
            <div className="t-row">
              <FindingsDownload findings={table} taskName={taskName} nameOf={nameOf} />
              {next}
            </div>
          )) ||
          (modelId && (
            <div className="t-row">
              <DownloadButton modelId={modelId} taskName={taskName} />
              <Button type="primary" onClick={() => go(paths.model(modelId, { from: 'myModel' }))}>
                {t('finished.model')}
              </Button>
            </div>
          ))
        }
      >
        <div className="t-stack">
          {whereabouts ?? (!modelId && !table && <p className="t-soft">{t('finished.noModel')}</p>)}
          <RunContent read={read}>
            {(state) =>
              run ? (
                <Result state={state} nameOf={nameOf} contentType={contentType} />
              ) : (
                <p className="t-soft">{t('finished.noRun')}</p>
              )
            }
          </RunContent>
        </div>
      </Panel>
      {run && read.canWatch && (
        <>
          {run.scores && <ScorePanels scores={run.scores} contentType={contentType} isOfAllRows={isOfAllRows} />}
          {run.residuals && run.scores?.rows !== 0 && (
            <ResidualsPanel
              residuals={run.residuals}
              label={label}
              contentType={contentType}
              isOfAllRows={isOfAllRows}
            />
          )}
          {run.parties.some(({ aloneMetrics }) => aloneMetrics) && run.parties.length > 1 && (
            <Panel title={t('finished.compare')}>
              <AloneTogether
                contentType={contentType}
                isChosenByScores={run.scores?.chosen !== undefined}
                parties={run.parties.map((party) => ({
                  ...party,
                  name: party.partyName,
                  rows: party.rowsUsed,
                  // Either all rows of a party are scored or no row is, because there is no validation split.
                  scoredRows: party.validationRows || (metricNames(party.metrics).length > 0 ? party.rowsUsed : 0),
                }))}
              />
            </Panel>
          )}
          {run.compares === false && run.scores && (
            <Panel title={t('finished.compare')}>
              <p className="t-soft">{t('finished.notCompared')}</p>
            </Panel>
          )}
          <Panel title={t('training.title')}>
            <div className="t-stack">
              {!table && scoresOf(events).length > 1 && (
                <RoundChart
                  events={events}
                  rowUse={rowUse}
                  contentType={contentType}
                  expected={run.round}
                  parties={run.parties}
                  isOver
                />
              )}
              <RowsUsed run={run} rowUse={rowUse} contentType={contentType} hasLabel={label !== ''} />
              <WhatLeft taskId={run.taskId} isAlone={run.parties.length === 1} contentType={contentType} />
              <EventLog run={run} events={events} rowUse={rowUse} contentType={contentType} nameOf={nameOf} />
            </div>
          </Panel>
        </>
      )}
    </>
  )
}

interface ResultProps extends Pick<Props, 'contentType'> {
  state: RunState
  nameOf: (partyId: string) => string
}

function Result({ state, nameOf, contentType }: ResultProps) {
  const t = usePhrases(runPhrases)
  const rows = useRowsWords(contentType).many
  const format = useFormat()
  const [language] = useLanguage()
  const metricName = useMetricName()
  const { run, events } = state
  if (!run) return null
  const traffic = trafficOf(events)
  const best = bestRoundOf(events)
  const rowUse = rowUseOf(state)
  const scoredBy = rowUse === 'all' ? 'rows' : rowUse
  // Newer runs store beside their scores which metric selected the model.
  const by = best && run.round > 1 && !run.scores?.chosen ? chosenBy(run.metrics, rowUse) : null
  const caption = `finished.metrics.${scoredBy}` as const
  const metrics = metricNames(run.metrics)
  return (
    <>
      <RepeatedNote columns={run.parties.map(({ repeatedId }) => repeatedId)} />
      <DifferingColumnsNote parties={run.parties} />
      {run.table && <FindingsResult findings={run.table} partyCount={run.parties.length} nameOf={nameOf} />}
      {!run.table && metrics.length > 0 && (
        <div>
          <p className="t-soft run-caption">
            <Word of={scoredBy}>{t(run.parties.length > 1 ? caption : `${caption}.one`, { rows })}</Word>
          </p>
          <ul className="run-metrics">
            {metrics.map((metric) => (
              <li key={metric}>
                <span>
                  <MetricName metric={metric} />
                </span>
                <strong className="t-num">{metricText(metric, run.metrics[metric])}</strong>
              </li>
            ))}
          </ul>
          {by && <p className="t-soft run-caption">{t('finished.chosen', { rows, by: metricName(by) })}</p>}
        </div>
      )}
      {!run.table && run.scores?.rows === 0 && <NoScore rows={rows} />}
      <Facts
        items={[
          { term: t('finished.start'), value: format.dateTime(run.startTime) },
          { term: t('finished.end'), value: format.dateTime(run.endTime) },
          { term: t('finished.duration'), value: format.duration(run.elapsedMs) },
          {
            term: t('finished.how'),
            value: run.ending && endingSentence(language, run.ending, run, nameOf),
          },
          { term: t('finished.kept'), value: best && t('finished.kept.value', { best, rounds: run.round }) },
          {
            term: t('training.traffic'),
            value:
              traffic.up + traffic.down > 0
                ? t('training.traffic.value', { up: format.size(traffic.up), down: format.size(traffic.down) })
                : null,
          },
        ]}
      />
    </>
  )
}

interface RowsUsedProps extends Pick<Props, 'contentType'> {
  run: NonNullable<RunState['run']>
  rowUse: RowUse
  hasLabel: boolean
}

function RowsUsed({ run, rowUse, contentType, hasLabel }: RowsUsedProps) {
  const t = usePhrases(runPhrases)
  const rows = useRowsWords(contentType)
  const format = useFormat()
  const isUnused = ({ rowsOffered, rowsUsed, validationRows }: (typeof run.parties)[number]) =>
    validationRows !== null && rowsOffered > Number(rowsUsed) + validationRows
  const hasUnlabelled = rowUse === 'rows' && hasLabel && run.parties.some(isUnused)
  return (
    <div>
      <ul className="run-rows" aria-label={t('training.rows', { rows: rows.many })}>
        {run.parties.map((party) => (
          <li key={party.partyId}>
            <PartyTile partyId={party.partyId} size={20} />
            <span className="t-grow">{party.partyName}</span>
            <span className="t-num">
              {t('training.rows.value', {
                used: format.number(party.rowsUsed),
                offered: rows.count(party.rowsOffered),
              })}
            </span>
          </li>
        ))}
      </ul>
      <p className="t-soft run-caption">
        {t(`used.${rowUse}`, { rows: rows.many })}
        {hasUnlabelled && ` ${t('training.rows.unlabelled', { rows: rows.many })}`}
      </p>
    </div>
  )
}

/** Describes which data were sent, and to whom. The tickets describe the same for each stage. */
interface WhatLeftProps extends Pick<Props, 'contentType'> {
  taskId: string
  isAlone: boolean
}

function WhatLeft({ taskId, isAlone, contentType }: WhatLeftProps) {
  const t = usePhrases(runPhrases)
  const rows = useRowsWords(contentType).many
  const go = useGo()
  return (
    <p className="t-soft run-caption">
      {t(isAlone ? 'finished.left.one' : 'finished.left', { rows })}{' '}
      <Button type="link" size="small" onClick={() => go(paths.tickets({ taskId }))}>
        {t('finished.left.tickets')}
      </Button>
    </p>
  )
}

function DownloadButton({ modelId, taskName }: { modelId: string; taskName: string }) {
  const t = usePhrases(runPhrases)
  const get = useDownload({
    path: modelFilePath(modelId),
    name: taskName,
    extension: 'zip',
    page: paths.model(modelId, { from: 'myModel' }),
  })
  return (
    <>
      <Button loading={get.isPending} onClick={() => get.mutate()}>
        {t('finished.download')}
      </Button>
      <ErrorNote error={get.error} />
    </>
  )
}
