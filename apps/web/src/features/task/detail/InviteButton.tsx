import { useMutation } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { CopyButton, ErrorNote } from '../../../ui/index.ts'
import { createInvite } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Makes a code for one party and shows it to be copied. */
export function InviteButton({ taskId, primary = false }: { taskId: string; primary?: boolean }) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  const invite = useMutation({ mutationFn: () => createInvite(taskId) })
  const open = () => {
    setOpen(true)
    invite.mutate()
  }
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} onClick={open}>
        {t('invite.open')}
      </Button>
      <Modal
        open={isOpen}
        title={t('invite.title')}
        onCancel={() => setOpen(false)}
        width={440}
        footer={
          <Button loading={invite.isPending} onClick={() => invite.mutate()}>
            {t('invite.another')}
          </Button>
        }
      >
        <div className="t-stack">
          <p>{t('invite.explain')}</p>
          <ErrorNote error={invite.error} />
          {invite.data ? (
            <div className="t-row task-code">
              <output className="t-mono" aria-label={t('invite.code')}>
                {invite.data}
              </output>
              <CopyButton text={invite.data} label={t('invite.copy')} />
            </div>
          ) : (
            invite.isPending && <Skeleton.Input active block />
          )}
        </div>
      </Modal>
    </>
  )
}
