import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Grant } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { withdrawGrant } from './api.ts'
import { grantPhrases } from './phrases.ts'

/** Takes consent back; says first what that does. */
export function WithdrawButton({ grant }: { grant: Grant }) {
  const t = usePhrases(grantPhrases)
  const nameOf = usePartyName()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => withdrawGrant(grant.id),
    onSuccess: () => {
      setAsking(false)
      message.success(t('grant.withdrawn', { task: grant.taskName }))
      void client.invalidateQueries({ queryKey: ['grant'] })
      void client.invalidateQueries({ queryKey: ['task', grant.taskId] })
      void client.invalidateQueries({ queryKey: ['run', grant.taskId] })
    },
  })
  if (!grant.abilities.withdraw) return null
  return (
    <>
      <Button danger aria-label={t('grant.withdraw.label', { task: grant.taskName })} onClick={() => setAsking(true)}>
        {t('grant.withdraw')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('grant.withdraw.title', { task: grant.taskName })}
        consequence={t('grant.withdraw.consequence', { party: nameOf(party) })}
        confirmText={t('grant.withdraw.confirm')}
        isPending={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
