import { Button, Form, type FormInstance, Input } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { useJoinParty } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { AskToJoin } from './AskToJoin.tsx'

export interface JoinFields {
  inviteCode: string
}

interface Props {
  form?: FormInstance<JoinFields>
  /** The invite code in the link that the user has opened. */
  code?: string
  onIncomplete?: () => void
}

/** Joins a party by invite code. Users without a code can request to join. */
export function JoinForm({ form: given, code = '', onIncomplete }: Props) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const [form] = Form.useForm<JoinFields>(given)
  useFollowLanguage(form)
  const join = useJoinParty()
  const submit = ({ inviteCode }: JoinFields) =>
    join.mutate(inviteCode, { onSuccess: ({ partyId }) => go(paths.bindSuccess({ partyId }), { replace: true }) })
  return (
    <>
      <Form
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFinish={submit}
        {...(onIncomplete && { onFinishFailed: onIncomplete })}
        initialValues={{ inviteCode: code }}
      >
        <Form.Item
          name="inviteCode"
          label={t('inviteCode')}
          extra={t('inviteCodeHelp')}
          rules={[{ required: true, pattern: /^\s*(\d\s*){8}$/, message: t('inviteCodeInvalid') }]}
        >
          <Input size="large" inputMode="numeric" autoComplete="off" className="t-code-input" />
        </Form.Item>
        <ErrorNote error={join.error} />
        <Button type="primary" htmlType="submit" size="large" block loading={join.isPending}>
          {t('join')}
        </Button>
      </Form>
      <AskToJoin />
    </>
  )
}
