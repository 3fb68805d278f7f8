import { type Member, PartyRole } from '@tessera/contract'
import { Alert, App, Button, Form, Radio } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { useSetRole } from './members-api.ts'
import { ROLE_ICONS } from './RoleTag.tsx'

interface Props {
  open: boolean
  member: Member
  onClose: () => void
}

/** Changes a member's role, and describes the permissions of each role. */
export function RoleDialog({ open, member, onClose }: Props) {
  const t = usePhrases(partyPhrases)
  return (
    <FormDialog open={open} title={t('role.title', { name: member.displayName })} onClose={onClose}>
      {(giveUp) => <RoleForm member={member} onGiveUp={giveUp} onDone={onClose} />}
    </FormDialog>
  )
}

function RoleForm({ member, onGiveUp, onDone }: { member: Member; onGiveUp: () => void; onDone: () => void }) {
  const t = usePhrases(partyPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<{ role: PartyRole }>()
  const chosen = Form.useWatch('role', form) ?? member.role
  const isSelf = member.userId === useSession().user?.id
  const setRole = useSetRole({
    onDone: () => {
      void message.success(t('saved'))
      onDone()
    },
  })
  const submit = ({ role }: { role: PartyRole }) => {
    if (role === member.role) onDone()
    else setRole.mutate({ userId: member.userId, role })
  }
  return (
    <Form form={form} onFinish={submit} initialValues={{ role: member.role }}>
      <Form.Item name="role">
        <Radio.Group className="party-roles" aria-label={t('members.role')}>
          {PartyRole.options.map((role) => (
            <Radio key={role} value={role}>
              <strong>
                <span aria-hidden="true">{ROLE_ICONS[role]}</span> {t(`role.${role}`)}
              </strong>{' '}
              <span className="t-soft">{t(`role.${role}.may`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <div className="t-stack">
        {isSelf && chosen !== member.role && <Alert type="warning" showIcon title={t('role.ownDown')} />}
        <ErrorNote error={setRole.error} />
      </div>
      <div className="t-dialog-foot">
        <Button onClick={onGiveUp}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={setRole.isPending}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
