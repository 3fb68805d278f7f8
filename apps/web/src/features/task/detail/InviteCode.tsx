import { Button, Skeleton } from 'antd'
import { useEffect } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { CopyButton, ErrorNote } from '../../../ui/index.ts'
import { createInvite } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Creates an invite code for one party and shows it for copying. */
export function InviteCode({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => createInvite(taskId) })
  useEffect(() => mutate(), [mutate])
  return (
    <div className="t-stack">
      <p>{t('invite.explain')}</p>
      <ErrorNote error={error} />
      {data ? (
        <div className="t-row task-code">
          <output className="t-mono" aria-label={t('invite.code')}>
            {data}
          </output>
          <CopyButton text={data} label={t('invite.copy')} />
        </div>
      ) : (
        isPending && <Skeleton.Input active block />
      )}
      <div>
        <Button loading={isPending} onClick={() => mutate()}>
          {t('invite.another')}
        </Button>
      </div>
    </div>
  )
}
