import { Button, Modal, Tabs } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import { InviteCode } from './InviteCode.tsx'
import { InviteeList } from './InviteeList.tsx'

/** Invites parties of the federation by name, or any party by a code. */
export function InviteButton({ taskId, primary = false }: { taskId: string; primary?: boolean }) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {t('invite.open')}
      </Button>
      <Modal
        open={isOpen}
        title={t('invite.title')}
        onCancel={() => setOpen(false)}
        width={520}
        footer={null}
        destroyOnHidden
      >
        <Tabs
          items={[
            { key: 'list', label: t('invite.list'), children: <InviteeList taskId={taskId} /> },
            { key: 'code', label: t('invite.byCode'), children: <InviteCode taskId={taskId} /> },
          ]}
        />
      </Modal>
    </>
  )
}
