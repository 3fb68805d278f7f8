import { ContentType } from '@tessera/contract'
import { Alert } from 'antd'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { ApiError } from '../../../lib/api.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'

/** Returns whether the comparison only waits because the initiator has not offered data yet. That is no failure. */
export function isWaiting(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'compare.waiting'
}

/** Explains why two datasets could not be compared. Kinds are named in the reader's language. */
export function CompareError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  if (!(error instanceof ApiError) || error.code !== 'compare.content-type') {
    return <ErrorNote error={error} {...(onRetry && { onRetry })} />
  }
  const kindOf = (kind: unknown) => {
    const known = ContentType.safeParse(kind)
    return known.success ? nameOf(known.data) : String(kind)
  }
  const { initiator, participant } = error.params
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('compare.kinds', { initiator: kindOf(initiator), own: kindOf(participant) })}
    />
  )
}
