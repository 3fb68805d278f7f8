import type { Run } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'

/**
 * Lists the parties that have columns whose values differ strongly from those of other parties. Shows the names of the
 * columns, but no values.
 */
export function DifferingColumnsNote({ parties }: Pick<Run, 'parties'>) {
  const t = usePhrases(runPhrases)
  const pointed = parties.filter(({ apart }) => apart !== undefined)
  if (pointed.length === 0) return null
  return (
    <div>
      {pointed.map(({ partyId, partyName, apart = [] }) => (
        <div key={partyId}>
          <StatusTag
            tone="warning"
            text={t('apart.party', { party: partyName, columns: apart.join(t('list.separator')) })}
          />
        </div>
      ))}
      <p className="t-soft">{t('apart.help')}</p>
    </div>
  )
}
