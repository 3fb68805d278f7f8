import { useQueryClient } from '@tanstack/react-query'
import { type ContentType, phrase, type Run } from '@tessera/contract'
import { Alert, App, Progress } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'
import { AskingButton, Explained, Facts, Panel, RepeatedNote, StatusTag, Word } from '../../ui/index.ts'
import { finishEarly, stopTraining } from './api.ts'
import { DifferingColumnsNote } from './DifferingColumnsNote.tsx'
import { EventLog } from './EventLog.tsx'
import { PartyTimeline } from './PartyTimeline.tsx'
import { runPhrases } from './phrases.ts'
import { RoundChart } from './RoundChart.tsx'
import { RunContent, type RunRead } from './RunContent.tsx'
import { RunPicture } from './RunPicture.tsx'
import { elapsedOf, isActive, leftOf, NO_RUN, type RunState, rowUseOf, stageOf, trafficOf } from './run-state.ts'
import './run.css'

interface Props {
  taskId: string
  taskName: string
  /** The kind of the task's data, if known. */
  contentType?: ContentType | null | undefined
  read: RunRead
}

/** An active run: progress, scores and the parties that it waits for. */
export function TrainingPanel({ taskId, taskName, contentType, read }: Props) {
  const t = usePhrases(runPhrases)
  const { run, events } = read.state ?? NO_RUN
  const rowUse = rowUseOf({ run, events })
  const nameOf = (partyId: string) => run?.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId

  return (
    <Panel title={t('training.title')} extra={run && <EndButtons taskId={taskId} taskName={taskName} run={run} />}>
      <RunContent read={read}>
        {(state) =>
          run ? (
            <div className="t-stack">
              <Head state={state} nameOf={nameOf} contentType={contentType} />
              <PartyTimeline run={run} events={events} />
              <RoundChart
                events={events}
                rowUse={rowUse}
                contentType={contentType}
                expected={run.rounds}
                parties={run.parties}
              />
              <EventLog run={run} events={events} rowUse={rowUse} contentType={contentType} nameOf={nameOf} />
            </div>
          ) : (
            <p className="t-soft">{t('finished.noRun')}</p>
          )
        }
      </RunContent>
    </Panel>
  )
}

interface HeadProps extends Pick<Props, 'contentType'> {
  state: RunState
  nameOf: (partyId: string) => string
}

function Head({ state, nameOf, contentType }: HeadProps) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const { run, events } = state
  const now = useNow(isActive(run))
  if (!run) return null
  const traffic = trafficOf(events)
  const { answered, working } = stageOf(run)
  const hindrance = isActive(run) ? run.failure : null
  const list = (ids: string[]) => ids.map(nameOf).join(t('list.separator'))
  return (
    <>
      <div className="t-row">
        <StatusTag
          tone={run.phase === 'running' ? 'progress' : 'waiting'}
          text={t(hindrance ? 'phase.waiting.server' : `phase.${run.phase}`)}
        />
        {run.round > 0 && (
          <strong className="t-num">{t('training.round', { round: run.round, rounds: run.rounds })}</strong>
        )}
        {run.finishesEarly && <StatusTag tone="progress" text={t('training.finishing')} />}
        {run.waitingUntil && (
          <StatusTag
            tone="waiting"
            text={t('training.waitingFor', { parties: list(run.waitingFor), time: format.dateTime(run.waitingUntil) })}
          />
        )}
        {run.parties.map(
          ({ partyId, silentSince }) =>
            silentSince && (
              <StatusTag
                key={partyId}
                tone="waiting"
                text={t('training.silent', {
                  party: nameOf(partyId),
                  seconds: Math.max(0, Math.floor((now - silentSince.getTime()) / 1_000)),
                })}
              />
            ),
        )}
        {answered.length > 0 && (
          <span className="t-soft">
            <Word of="stage">{t('training.answered', { parties: list(answered) })}</Word>
            {working.length > 0 && ` · ${t('training.working', { parties: list(working) })}`}
          </span>
        )}
      </div>
      <RepeatedNote columns={run.parties.map(({ repeatedId }) => repeatedId)} />
      <DifferingColumnsNote parties={run.parties} />
      {hindrance && <Alert type="warning" showIcon title={phrase(language, hindrance.code, hindrance.params)} />}
      <Progress percent={Math.floor(run.progress)} aria-label={t('training.progress')} status="normal" />
      <Facts
        items={[
          { term: t('training.left'), value: run.rounds < 2 ? null : <TimeLeft state={state} now={now} /> },
          { term: t('training.elapsed'), value: format.duration(elapsedOf(state, now)) },
          { term: t('training.step'), value: t(`step.${run.step}`) },
          {
            term: t('training.compare'),
            value: run.compares === undefined ? null : t(run.compares ? 'training.compare.yes' : 'training.compare.no'),
          },
          {
            term: t('training.traffic'),
            value: (
              <Explained help={t('training.traffic.help')}>
                {t('training.traffic.value', { up: format.size(traffic.up), down: format.size(traffic.down) })}
              </Explained>
            ),
          },
        ]}
      />
      <RunPicture run={run} contentType={contentType} />
    </>
  )
}

/** The estimated time left. The number of rounds is a maximum, because a training that converges stops earlier. */
function TimeLeft({ state, now }: { state: RunState; now: number }) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const left = leftOf(state, now)
  if (state.run?.finishesEarly) return t('training.left.finishing')
  if (left === null) return t('training.left.unknown')
  return left === 0 ? t('training.left.soon') : t('training.left.about', { time: format.duration(left) })
}

interface EndProps {
  taskId: string
  taskName: string
  run: Run
}

/** Buttons that end a run: early with the best model so far, or without a result. */
function EndButtons({ taskId, taskName, run: { abilities, round } }: EndProps) {
  const t = usePhrases(runPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const after = (text: string) => {
    message.success(text)
    void client.invalidateQueries({ queryKey: ['run', taskId] })
    void client.invalidateQueries({ queryKey: ['task', taskId] })
  }
  return (
    <div className="t-row">
      {abilities.finishEarly && (
        <AskingButton
          label={t('training.finish')}
          title={t('training.finish.title', { name: taskName })}
          consequence={t('training.finish.consequence', { rounds: round })}
          act={() => finishEarly(taskId)}
          onDone={() => after(t('training.finishing'))}
        />
      )}
      {abilities.stop && (
        <AskingButton
          danger
          label={t('training.stop')}
          title={t('training.stop.title', { name: taskName })}
          consequence={t('training.stop.consequence', { rounds: round })}
          confirmText={t('training.stop.confirm')}
          act={() => stopTraining(taskId)}
          onDone={() => after(t('training.stopped'))}
        />
      )}
    </div>
  )
}
