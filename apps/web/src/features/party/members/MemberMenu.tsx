import { EllipsisOutlined } from '@ant-design/icons'
import type { Member } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { useSession } from '../../../lib/session.ts'
import { ActionMenu, ConfirmDialog } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { ChooseDepartmentDialog } from './ChooseDepartmentDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useRemoveMember } from './members-api.ts'
import { RoleDialog } from './RoleDialog.tsx'

/** The actions for a member. The server reports which are allowed. */
export function MemberMenu({ member }: { member: Member }) {
  const t = usePhrases(partyPhrases)
  const { user } = useSession()
  const [dialog, setDialog] = useState<string | null>(null)
  const { abilities, userId } = member
  const isSelf = userId === user?.id
  const items = [
    ...(abilities.setRole ? [{ key: 'role', label: t('members.setRole') }] : []),
    ...(abilities.setDepartment ? [{ key: 'department', label: t('members.setDepartment') }] : []),
    ...(abilities.remove && !isSelf ? [{ key: 'remove', label: t('members.remove'), danger: true }] : []),
    ...(isSelf ? [{ key: 'leave', label: t('leave'), danger: true }] : []),
  ]
  if (items.length === 0) return null
  const close = () => setDialog(null)
  return (
    <>
      <ActionMenu placement="bottomRight" items={items} onChoose={setDialog}>
        <Button
          type="text"
          icon={<EllipsisOutlined />}
          aria-label={t('members.actions', { name: member.displayName })}
        />
      </ActionMenu>
      <RoleDialog open={dialog === 'role'} member={member} onClose={close} />
      <ChooseDepartmentDialog open={dialog === 'department'} member={member} onClose={close} />
      <RemoveDialog open={dialog === 'remove'} member={member} onClose={close} />
      {isSelf && <LeaveDialog open={dialog === 'leave'} member={member} onClose={close} />}
    </>
  )
}

function RemoveDialog({ open, member, onClose }: { open: boolean; member: Member; onClose: () => void }) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const { message } = App.useApp()
  const { party } = useSession()
  const names = { name: member.displayName, party: nameOf(party) }
  const remove = useRemoveMember({
    onDone: () => {
      void message.success(t('members.removed', names))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={t('members.removeTitle', names)}
      consequence={t('members.removeConsequence')}
      confirmText={t('members.remove')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(member.userId)}
      onCancel={() => {
        remove.reset()
        onClose()
      }}
    />
  )
}
