import type { Screen, ScreenRun } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { PartyTile } from '../../ui/index.ts'
import { screenPhrases } from './phrases.ts'
import type { ScreenWords } from './words.ts'

/** Maximum number of runs in the list. The picture beside it shows the parties of all runs. */
const SHOWN = 3

export function RunList({ screen, words }: { screen: Screen; words: ScreenWords }) {
  const t = usePhrases(screenPhrases)
  const { runs, runCount, parties } = screen
  const shown = runs.slice(0, SHOWN)
  const nameOf = (partyId: string) => parties.find(({ id }) => id === partyId)?.name ?? partyId
  return (
    <>
      {runCount === 0 && (
        <p className="screen-none">
          <strong>{t('runs.none')}</strong>
          <span>{t('runs.none.reason')}</span>
        </p>
      )}
      <ul className="screen-run-list">
        {shown.map((run) => (
          <RunItem key={run.taskId} run={run} nameOf={nameOf} words={words} />
        ))}
      </ul>
      {runCount > shown.length && <p className="t-soft">{t('runs.more', { count: runCount - shown.length })}</p>}
    </>
  )
}

interface ItemProps {
  run: ScreenRun
  nameOf: (partyId: string) => string
  words: ScreenWords
}

function RunItem({ run, nameOf, words }: ItemProps) {
  const t = usePhrases(screenPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const { taskName, algorithm, phase, progress, elapsedMs, partyIds, watch } = run
  const percent = Math.floor(progress)
  return (
    <li>
      <div className="screen-run-head">
        <strong>{taskName}</strong>
        <span className="t-num">{percent}%</span>
      </div>
      <div
        className="screen-bar"
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={t('runs.progress', { task: taskName })}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <div className="screen-run-foot">
        <span className="screen-run-tiles">
          {partyIds.map((id) => (
            <PartyTile key={id} partyId={id} name={nameOf(id)} size={20} />
          ))}
        </span>
        {algorithm && <span>{algorithm.name[language]}</span>}
        <span className="t-num">
          {watch && watch.round > 0 && phase === 'running'
            ? t('runs.round', { round: watch.round, rounds: watch.rounds })
            : words.phase(phase)}
        </span>
        <span className="t-num">{format.duration(elapsedMs)}</span>
      </div>
    </li>
  )
}
