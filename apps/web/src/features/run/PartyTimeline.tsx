import type { Run, RunEvent } from '@tessera/contract'
import type { CSSProperties } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PartyTile, partyMark } from '../../ui/index.ts'
import { type StageTimes, stageTimes } from './party-times.ts'
import { runPhrases } from './phrases.ts'
import { stageOf } from './run-state.ts'

type Party = Run['parties'][number]

/** A timeline with one lane per party. It shows when the party computed and when it waited for the slowest party. */
export function PartyTimeline({ run, events }: { run: Run; events: RunEvent[] }) {
  const t = usePhrases(runPhrases)
  const stages = stageTimes(events)
  const last = stages.at(-1)
  if (!last || run.parties.length < 2) return null
  const length = last.from + last.seconds
  return (
    <figure className="run-times" aria-label={t('times.title')}>
      <figcaption>
        <strong>{t('times.title')}</strong>
        <span className="t-soft">{t('times.help', { stages: stages.length })}</span>
      </figcaption>
      <div className="t-visually-hidden">
        <TimesTable stages={stages} parties={run.parties} />
      </div>
      <ul aria-hidden="true">
        {run.parties.map((party) => (
          <li key={party.partyId}>
            <span className="run-times-name">
              <PartyTile partyId={party.partyId} size={20} />
              <span title={party.partyName}>{party.partyName}</span>
            </span>
            <Lane stages={stages} length={length} partyId={party.partyId} />
            <LastTimes run={run} last={last} partyId={party.partyId} />
          </li>
        ))}
      </ul>
    </figure>
  )
}

interface LaneProps {
  stages: StageTimes[]
  length: number
  partyId: string
}

function Lane({ stages, length, partyId }: LaneProps) {
  const { light, dark } = partyMark(partyId)
  const style = { '--tile-light': light, '--tile-dark': dark } as CSSProperties
  const share = (seconds: number) => `${length > 0 ? (seconds / length) * 100 : 0}%`
  return (
    <span className="run-times-lane" style={style}>
      {stages.map(({ seq, from, seconds, parties }) => {
        const own = parties.find((party) => party.partyId === partyId)
        if (!own) return null
        return (
          <span key={seq} className="run-times-stage" style={{ left: share(from), width: share(seconds) }}>
            <span style={{ width: `${seconds > 0 ? (own.seconds / seconds) * 100 : 100}%` }} />
          </span>
        )
      })}
    </span>
  )
}

/**
 * The party's state in the current stage if its edge has reported it, otherwise the party's times in the latest stage.
 */
function LastTimes({ run, last, partyId }: { run: Run; last: StageTimes; partyId: string }) {
  const t = usePhrases(runPhrases)
  const nameOf = (id: string) => run.parties.find((party) => party.partyId === id)?.partyName ?? id
  const format = useFormat()
  const own = last.parties.find((party) => party.partyId === partyId)
  const now = stageOf(run)
  if (now.answered.includes(partyId)) return <span className="t-soft">{t('times.answered')}</span>
  const work = run.parties.find((party) => party.partyId === partyId)?.work
  if (now.working.includes(partyId) && work) {
    const { percent, secondsLeft } = work
    return (
      <span className="t-soft t-num">
        {t('times.working', { percent })}
        {secondsLeft !== null && ` · ${t('times.working.left', { time: format.duration(secondsLeft * 1000) })}`}
      </span>
    )
  }
  if (!own) return <span />
  const seconds = inSeconds(own.seconds)
  return (
    <span className="t-soft t-num">
      {last.slowest === partyId
        ? t('times.last.slowest', { seconds })
        : t('times.last', { seconds, waited: inSeconds(last.seconds - own.seconds), party: nameOf(last.slowest) })}
    </span>
  )
}

const inSeconds = (seconds: number) => seconds.toFixed(seconds < 10 ? 2 : 0)

/** The lanes as a table, for screen readers. */
function TimesTable({ stages, parties }: { stages: StageTimes[]; parties: Party[] }) {
  const t = usePhrases(runPhrases)
  return (
    <table>
      <caption>{t('times.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('training.party')}</th>
          {stages.map(({ seq }, n) => (
            <th key={seq} scope="col">
              {t('times.stage')} {n + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parties.map(({ partyId, partyName }) => (
          <tr key={partyId}>
            <th scope="row">{partyName}</th>
            {stages.map((stage) => {
              const own = stage.parties.find((party) => party.partyId === partyId)
              return <td key={stage.seq}>{own ? t('times.seconds', { seconds: inSeconds(own.seconds) }) : '–'}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
