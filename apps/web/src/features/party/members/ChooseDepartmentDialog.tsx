import { useQuery } from '@tanstack/react-query'
import type { Member } from '@tessera/contract'
import { App, Button, Form } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote, FormDialog } from '../../../ui/index.ts'
import { departmentsQuery } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { DepartmentField } from './DepartmentField.tsx'
import { useSetDepartment } from './departments-api.ts'

interface Props {
  open: boolean
  member: Member
  onClose: () => void
}

/** Moves the user, or another member, to a department. */
export function ChooseDepartmentDialog({ open, member, onClose }: Props) {
  const t = usePhrases(partyPhrases)
  const isSelf = member.userId === useSession().user?.id
  const title = isSelf ? t('department.chooseOwn') : t('department.move', { name: member.displayName })
  return (
    <FormDialog open={open} title={title} onClose={onClose} width={440}>
      {(giveUp) => <Choice member={member} isSelf={isSelf} onGiveUp={giveUp} onDone={onClose} />}
    </FormDialog>
  )
}

interface ChoiceProps {
  member: Member
  isSelf: boolean
  onGiveUp: () => void
  onDone: () => void
}

function Choice({ member, isSelf, onGiveUp, onDone }: ChoiceProps) {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ orgCode: string }>()
  useFollowLanguage(form)
  const departments = useQuery(departmentsQuery(party?.id ?? ''))
  const move = useSetDepartment()
  const submit = ({ orgCode }: { orgCode: string }) =>
    move.mutate(
      { orgCode, ...(!isSelf && { userId: member.userId }) },
      {
        onSuccess: () => {
          void message.success(t('saved'))
          onDone()
        },
      },
    )
  return (
    <Form form={form} layout="vertical" onFinish={submit} initialValues={{ orgCode: member.orgCode }}>
      <p className="t-soft t-form-intro">{t(isSelf ? 'department.chooseOwnHelp' : 'department.moveHelp')}</p>
      <ErrorNote error={departments.error} onRetry={() => void departments.refetch()} />
      <DepartmentField departments={departments.data ?? []} />
      <ErrorNote error={move.error} />
      <div className="t-dialog-foot">
        <Button onClick={onGiveUp}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={move.isPending}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
