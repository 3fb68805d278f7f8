import type { Grant } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { EdgePageButton } from './EdgePageButton.tsx'
import { grantPhrases } from './phrases.ts'

/** A button that opens the edge page where consent is withdrawn, with the same PIN or passkey. */
export function WithdrawButton({ grant, onOpened }: { grant: Grant; onOpened: (grantId: string) => void }) {
  const t = usePhrases(grantPhrases)
  if (!grant.abilities.withdraw) return null
  return (
    <EdgePageButton
      page={{ grantId: grant.id }}
      text={t('grant.withdraw')}
      aria-label={t('grant.withdraw.label', { task: grant.taskName })}
      danger
      onOpened={() => onOpened(grant.id)}
    />
  )
}
