import type { Run } from '@tessera/contract'
import { Progress } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { PartyTile } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'

/** What each party works on within the round, where its edge has said so: rounds may take minutes. */
export function PartyWork({ run }: { run: Run }) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const working = run.parties.flatMap(({ partyId, partyName, work }) => (work ? [{ partyId, partyName, ...work }] : []))
  if (run.phase !== 'running' || working.length === 0) return null
  const stateOf = ({ what, percent, secondsLeft }: (typeof working)[number]) => {
    if (percent === 100) return t('work.done')
    const left = secondsLeft === null ? '' : t('work.left', { time: format.duration(secondsLeft * 1_000) })
    return t(`work.${what}`, { percent, left })
  }
  return (
    <ul className="run-work" aria-label={t('work.title')}>
      {working.map((party) => (
        <li key={party.partyId}>
          <PartyTile partyId={party.partyId} size={20} />
          <span>{party.partyName}</span>
          <Progress
            percent={party.percent}
            showInfo={false}
            size="small"
            status="normal"
            aria-label={t('work.of', { party: party.partyName })}
          />
          <span className="t-soft t-num">{stateOf(party)}</span>
        </li>
      ))}
    </ul>
  )
}
