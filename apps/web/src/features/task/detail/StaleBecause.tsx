import { useQuery } from '@tanstack/react-query'
import type { StaleReason } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { useParameterWords } from '../../../lib/parameter-words.ts'
import { algorithmsQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

const KNOWN = [
  ...(['plan', 'parties', 'rows', 'code', 'algorithm', 'kind', 'columns', 'label', 'time', 'classes'] as const),
  ...(['maxRounds', 'ownTables', 'start'] as const),
]
const PARAMETER = /^parameters\./

interface Props {
  reasons: StaleReason[] | undefined
  /** The algorithm of the task, from which the names of parameters come. */
  algorithmId?: string | undefined
}

/** Lists how a signed ticket differs from the current plan. */
export function StaleBecause({ reasons = [], algorithmId }: Props) {
  const t = usePhrases(taskPhrases)
  const algorithms = useQuery({ ...algorithmsQuery(), enabled: reasons.some((reason) => PARAMETER.test(reason)) })
  const algorithm = algorithms.data?.find(({ id }) => id === algorithmId)
  const parameters = useParameterWords(algorithm?.parameterDescriptions)
  if (reasons.length === 0) return null
  const inWords = (reason: StaleReason) => {
    const known = KNOWN.find((name) => name === reason)
    if (known) return t(`stale.${known}`)
    const [, ofColumn] = /^categories\.(.*)$/s.exec(reason) ?? []
    if (ofColumn !== undefined) return t('stale.categories', { name: ofColumn })
    return t('stale.parameter', { name: parameters.name(reason.replace(PARAMETER, '')) })
  }
  const changes = reasons.filter((reason) => reason !== 'stages').map(inWords)
  return (
    <span className="t-soft">
      {changes.length > 0 ? t('stale.because', { what: changes.join(t('list.separator')) }) : t('stale.used')}
    </span>
  )
}
