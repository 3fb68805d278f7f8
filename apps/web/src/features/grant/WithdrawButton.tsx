import { useQueryClient } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { App } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { AskingButton } from '../../ui/index.ts'
import { withdrawGrant } from './api.ts'
import { grantPhrases } from './phrases.ts'

/** Takes consent back; says first what that does. */
export function WithdrawButton({ grant }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  if (!grant.abilities.withdraw) return null
  return (
    <AskingButton
      danger
      aria-label={t('grant.withdraw.label', { task: grant.taskName })}
      label={t('grant.withdraw')}
      title={t('grant.withdraw.title', { task: grant.taskName })}
      consequence={t('grant.withdraw.consequence', { party: nameOf(party) })}
      confirmText={t('grant.withdraw.confirm')}
      act={() => withdrawGrant(grant.id)}
      onDone={() => {
        message.success(t('grant.withdrawn', { task: grant.taskName }))
        void client.invalidateQueries({ queryKey: ['grant'] })
        void client.invalidateQueries({ queryKey: ['task', grant.taskId] })
        void client.invalidateQueries({ queryKey: ['run', grant.taskId] })
      }}
    />
  )
}
