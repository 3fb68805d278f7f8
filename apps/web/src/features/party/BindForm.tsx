import { Button, Form, Input, Tabs } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote } from '../../ui/index.ts'
import { type NewParty, useCreateParty, useJoinParty } from './api.ts'
import { PartyFields } from './PartyFields.tsx'
import { partyPhrases } from './phrases.ts'

interface Props {
  tab: 'join' | 'create'
  onTab: (tab: 'join' | 'create') => void
}

/** Join a party by code, create one, or skip as a tourist. */
export function BindForm({ tab, onTab }: Props) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { user, parties } = useSession()
  if (!user) return <LoginFirst />

  const skip = () => {
    sessionActions.becomeTourist()
    go(paths.home())
  }
  return (
    <>
      <h1 className="t-form-title">{t('bindTitle')}</h1>
      <p className="t-soft t-form-intro">{t('bindIntro')}</p>
      <Tabs
        activeKey={tab}
        onChange={(key) => onTab(key as 'join' | 'create')}
        items={[
          { key: 'join', label: t('joinTab'), children: <JoinForm /> },
          { key: 'create', label: t('createTab'), children: <CreateForm /> },
        ]}
      />
      {parties.length === 0 && (
        <div className="t-form-links t-plain-links">
          <button type="button" className="t-link-button" onClick={skip}>
            {t('skip')}
          </button>
          <span className="t-soft">{t('skipHelp')}</span>
        </div>
      )}
    </>
  )
}

export function LoginFirst({ to = paths.bind() }: { to?: string }) {
  const t = usePhrases(partyPhrases)
  return (
    <>
      <h1 className="t-form-title">{t('bindTitle')}</h1>
      <p className="t-form-intro">{t('loginFirst')}</p>
      <div className="t-row">
        <AppLink to={paths.login({ to })}>{t('login')}</AppLink>
        <AppLink to={paths.register()}>{t('register')}</AppLink>
      </div>
    </>
  )
}

/** `code` comes with an invitation's link. */
export function JoinForm({ code = '' }: { code?: string }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const [form] = Form.useForm<{ inviteCode: string }>()
  useFollowLanguage(form)
  const join = useJoinParty()
  const submit = ({ inviteCode }: { inviteCode: string }) =>
    join.mutate(inviteCode, { onSuccess: ({ partyId }) => go(paths.bindSuccess({ partyId }), { replace: true }) })
  return (
    <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit} initialValues={{ inviteCode: code }}>
      <Form.Item
        name="inviteCode"
        label={t('inviteCode')}
        extra={t('inviteCodeHelp')}
        rules={[{ required: true, pattern: /^\s*\d{8}\s*$/, message: t('inviteCodeInvalid') }]}
      >
        <Input size="large" inputMode="numeric" autoComplete="off" className="t-code-input" />
      </Form.Item>
      <ErrorNote error={join.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={join.isPending}>
        {t('join')}
      </Button>
    </Form>
  )
}

function CreateForm() {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const [form] = Form.useForm<NewParty>()
  useFollowLanguage(form)
  const create = useCreateParty()
  const submit = (party: NewParty) =>
    create.mutate(
      { ...party, picture: party.picture ?? null },
      { onSuccess: ({ id }) => go(paths.bindSuccess({ partyId: id }), { replace: true }) },
    )
  return (
    <Form<NewParty> form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <PartyFields isNew />
      <ErrorNote error={create.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={create.isPending}>
        {t('create')}
      </Button>
    </Form>
  )
}
