import type { Grant, GrantStatus, StaleReason } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { useParameterWords } from '../../lib/parameter-words.ts'
import { StatusTag, type Tone } from '../../ui/index.ts'
import { grantPhrases } from './phrases.ts'
import { fieldOf } from './ticket-text.ts'

const tones: Record<GrantStatus, Tone> = {
  none: 'neutral',
  missing: 'waiting',
  stale: 'warning',
  signed: 'success',
  withdrawn: 'neutral',
  expired: 'warning',
}

/** Reasons that only the edge reports. All other reasons are named like the changes of a ticket. */
const REASONS = ['replaced', 'rows', 'parties', 'ownTables', 'plan'] as const

export function GrantStatusTag({ grant: { status, staleBecause = [], parameterTexts, runId } }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const parameters = useParameterWords(parameterTexts)
  const inWords = (reason: StaleReason) => {
    const known = REASONS.find((name) => name === reason)
    if (known) return t(`stale.${known}`)
    const { key, name } = fieldOf(reason)
    return t(key, { name: key === 'field.parameter' ? parameters.name(name) : name })
  }
  return (
    <>
      {status === 'signed' && runId ? (
        <StatusTag tone="neutral" text={t('status.used')} />
      ) : (
        <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
      )}
      {staleBecause.length > 0 && <span className="t-soft">{staleBecause.map(inWords).join(' · ')}</span>}
    </>
  )
}
