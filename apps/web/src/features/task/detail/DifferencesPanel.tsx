import { MIN_ROWS_NAMED, type PartyDifference, type Registration, type TaskDetail } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { Panel, StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'

interface Props {
  task: Pick<TaskDetail, 'differences' | 'contentType'>
  registrations: Pick<Registration, 'partyId' | 'partyName'>[]
}

/** Shows before the start how the parties' columns and classes differ, and how to resolve the differences. */
export function DifferencesPanel({ task: { differences, contentType }, registrations }: Props) {
  const t = usePhrases(taskPhrases)
  if (!differences) return null
  return (
    <Panel title={t('differences.title')}>
      <div className="t-stack">
        {differences.map((one) => (
          <Difference
            key={`${one.kind} ${one.column}`}
            of={one}
            contentType={contentType}
            registrations={registrations}
          />
        ))}
      </div>
    </Panel>
  )
}

type OneProps = { of: PartyDifference } & Pick<Props, 'registrations'> & Pick<TaskDetail, 'contentType'>

function Difference({ of: { kind, column, spellings, partyIds }, contentType, registrations }: OneProps) {
  const t = usePhrases(taskPhrases)
  const rows = useRowsWords(contentType)
  const parties = registrations.flatMap(({ partyId, partyName }) => (partyIds.includes(partyId) ? partyName : []))
  const names = spellings.map((group) => group.map((name) => `“${name}”`).join(' = '))
  return (
    <div>
      <StatusTag
        tone={kind === 'decimals' ? 'neutral' : 'warning'}
        text={t(`differences.${kind}`, { column, fewest: rows.count(MIN_ROWS_NAMED) })}
      />
      {names.length > 0 && <p>{names.join(t('list.separator'))}</p>}
      <p className="t-soft">
        {t('differences.parties', { parties: parties.join(t('list.separator')) })} {t(`differences.advice.${kind}`)}
      </p>
    </div>
  )
}
