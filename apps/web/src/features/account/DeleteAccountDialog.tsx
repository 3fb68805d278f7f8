import { Button, Form, Input } from 'antd'
import { ApiError } from '../../lib/api.ts'
import { localeOf, useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { ErrorNote, FormDialog } from '../../ui/index.ts'
import { useDeleteAccount } from './api.ts'
import { accountPhrases } from './phrases.ts'

interface Props {
  open: boolean
  onClose: () => void
}

/**
 * Deletes the user's own account. Lists what is deleted and what remains, and requires the password and the user name.
 */
export function DeleteAccountDialog({ open, onClose }: Props) {
  const t = usePhrases(accountPhrases)
  const { user } = useSession()
  return (
    <FormDialog open={open} title={t('deleteTitle', { username: user?.username ?? '' })} onClose={onClose}>
      {(giveUp) => <DeleteForm username={user?.username ?? ''} giveUp={giveUp} onClose={onClose} />}
    </FormDialog>
  )
}

interface FormProps {
  username: string
  giveUp: () => void
  onClose: () => void
}

function DeleteForm({ username, giveUp, onClose }: FormProps) {
  const t = usePhrases(accountPhrases)
  const [form] = Form.useForm<{ password: string; typed: string }>()
  useFollowLanguage(form)
  const remove = useDeleteAccount()
  const submit = ({ password }: { password: string }) => {
    if (!remove.isPending) remove.mutate(password)
  }
  return (
    <Form form={form} name="delete" layout="vertical" validateTrigger="onBlur" onFinish={submit}>
      <Consequences />
      <Form.Item
        name="password"
        label={t('deletePassword')}
        rules={[{ required: true, message: t('passwordRequired') }]}
      >
        <Input.Password size="large" autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="typed"
        label={t('deleteTyped', { username })}
        rules={[
          {
            validator: (_rule, typed = '') =>
              typed.trim() === username
                ? Promise.resolve()
                : Promise.reject(new Error(t('deleteTypedWrong', { username }))),
          },
        ]}
      >
        <Input size="large" autoComplete="off" />
      </Form.Item>
      <ErrorNote error={remove.error} />
      <LastSuperAdminWay error={remove.error} onLeave={onClose} />
      <div className="t-dialog-foot">
        <Button onClick={giveUp}>{t('cancel')}</Button>
        <Button type="primary" danger htmlType="submit" loading={remove.isPending}>
          {t('deleteGo')}
        </Button>
      </div>
    </Form>
  )
}

function Consequences() {
  const t = usePhrases(accountPhrases)
  const [language] = useLanguage()
  const nameOf = usePartyName()
  const { parties } = useSession()
  const names = new Intl.ListFormat(localeOf(language)).format(parties.map(nameOf))
  return (
    <div className="t-form-intro">
      <p>{t('deleteIntro')}</p>
      <ul className="t-points">
        <li>{t('deleteContact')}</li>
        <li>{parties.length > 0 ? t('deleteParties', { parties: names }) : t('deletePartiesNone')}</li>
        <li>{t('deleteStays')}</li>
      </ul>
    </div>
  )
}

/**
 * Links the last super administrator of a party to that party's page, because another member must become super
 * administrator first.
 */
function LastSuperAdminWay({ error, onLeave }: { error: unknown; onLeave: () => void }) {
  const t = usePhrases(accountPhrases)
  const go = useGo()
  const { party, parties } = useSession()
  if (!(error instanceof ApiError) || error.code !== 'account.last-super-admin') return null
  const named = parties.find(({ name }) => Object.values(name).some((one) => one === error.params.party))
  const open = () => {
    onLeave()
    if (named && named.id !== party?.id) sessionActions.chooseParty(named)
    go(paths.party({ tab: 'members' }))
  }
  return (
    <Button type="link" onClick={open}>
      {t('lastSuperAdminGo')}
    </Button>
  )
}
