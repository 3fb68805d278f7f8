import { useQuery } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { grantsQuery, LOOK_EVERY_MS } from './api.ts'
import { EdgePageButton } from './EdgePageButton.tsx'
import { grantPhrases } from './phrases.ts'

/** Leads to where consent is taken back, with the same PIN or passkey; the console notices by itself. */
export function WithdrawButton({ grant }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const [isOpened, setOpened] = useState(false)
  const isWaiting = isOpened && grant.abilities.withdraw
  useQuery({ ...grantsQuery(), enabled: isWaiting, refetchInterval: LOOK_EVERY_MS, refetchIntervalInBackground: true })
  if (!grant.abilities.withdraw) return null
  return (
    <EdgePageButton
      page={{ grantId: grant.id }}
      text={t('grant.withdraw')}
      aria-label={t('grant.withdraw.label', { task: grant.taskName })}
      danger
      onOpened={() => setOpened(true)}
    />
  )
}
