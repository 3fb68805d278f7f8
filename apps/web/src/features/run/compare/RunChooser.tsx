import { Checkbox } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, Panel, StatusTag, type Tone } from '../../../ui/index.ts'
import { endingSentence } from '../endings.ts'
import { failureSentence } from '../failure-sentence.ts'
import { runPhrases } from '../phrases.ts'
import { MAX_COMPARED, type NumberedRun } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'
import './compare.css'
import { ScrollX } from '../../../ui/ScrollX.tsx'

const TONES: Record<NumberedRun['phase'], Tone> = {
  submitted: 'waiting',
  queued: 'waiting',
  waiting: 'waiting',
  running: 'progress',
  completed: 'success',
  failed: 'error',
  stopped: 'neutral',
}

interface Props {
  runs: NumberedRun[]
  chosen: NumberedRun[]
  onToggle: (runId: string) => void
}

/** Lists all stored runs with outcome and duration, newest first, and lets the user select runs to compare. */
export function RunChooser({ runs, chosen, onToggle }: Props) {
  const t = usePhrases(comparePhrases)
  const say = usePhrases(runPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const isFull = chosen.length >= MAX_COMPARED
  return (
    <Panel title={t('choose.title')}>
      <p className="t-soft run-caption">{t(isFull ? 'choose.full' : 'choose.note', { most: MAX_COMPARED })}</p>
      <ScrollX>
        <table className="t-table">
          <thead>
            <tr>
              <th scope="col">{t('choose.title')}</th>
              {(['status', 'start', 'end', 'duration', 'rounds', 'task', 'why'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`run.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => {
              const isChosen = chosen.includes(run)
              const nameOf = (partyId: string) =>
                run.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId
              return (
                <tr key={run.id}>
                  <th scope="row">
                    <Checkbox
                      aria-label={t('choose.one', { number: run.number })}
                      checked={isChosen}
                      disabled={isFull && !isChosen}
                      onChange={() => onToggle(run.id)}
                    >
                      {t('run', { number: run.number })}
                    </Checkbox>
                  </th>
                  <td>
                    <StatusTag tone={TONES[run.phase]} text={say(`phase.${run.phase}`)} />
                  </td>
                  <td>{format.dateTime(run.startTime ?? run.createTime)}</td>
                  <td>{format.dateTime(run.endTime)}</td>
                  <td>{format.duration(run.elapsedMs)}</td>
                  <td>{t('run.rounds.value', { round: run.round, rounds: run.rounds })}</td>
                  <td>
                    <AppLink to={paths.task(run.taskId)}>{run.taskName}</AppLink>
                  </td>
                  <td className="compare-why">
                    {run.ending
                      ? endingSentence(language, run.ending, run, nameOf)
                      : run.failure && failureSentence(language, run.failure, nameOf)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollX>
    </Panel>
  )
}
