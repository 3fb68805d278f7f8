import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote, PartyTile } from '../../../ui/index.ts'
import { departmentsQuery } from '../api.ts'
import { DepartmentField } from '../members/DepartmentField.tsx'
import { useSetDepartment } from '../members/departments-api.ts'
import { partyPhrases } from '../phrases.ts'
import { LoginFirst } from './LoginFirst.tsx'

/** The page after joining or creating a party: the party, the choice of a department and the next steps. */
export function BindSuccess() {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const go = useGo()
  const { party, orgCode } = useSession()
  const [form] = Form.useForm<{ orgCode: string }>()
  useFollowLanguage(form)
  // Administrators choose no department here, because they belong to no single one and move members on the party's
  // page.
  const chooses = party !== null && !party.abilities.edit
  const departments = useQuery({ ...departmentsQuery(party?.id ?? ''), enabled: chooses })
  const save = useSetDepartment()
  if (!party) return <LoginFirst />

  const known = departments.data ?? []
  const enter = (fields: { orgCode?: string }) => {
    const home = () => go(paths.home(), { replace: true })
    if (fields.orgCode && fields.orgCode !== orgCode) save.mutate({ orgCode: fields.orgCode }, { onSuccess: home })
    else home()
  }
  return (
    <>
      <PartyTile partyId={party.id} picture={party.avatar} size={56} />
      <h1 className="t-form-title t-form-title-below">{t('welcome', { party: nameOf(party) })}</h1>
      <p className="t-soft t-form-intro">{t(party.abilities.edit ? 'welcomeAdmin' : 'welcomeMember')}</p>
      <ErrorNote error={departments.error} onRetry={() => void departments.refetch()} />
      <Form form={form} layout="vertical" onFinish={enter} initialValues={{ orgCode: orgCode ?? undefined }}>
        {departments.data?.length === 0 && <p className="t-soft t-form-intro">{t('departmentNone')}</p>}
        {known.length > 0 && <DepartmentField departments={known} size="large" />}
        <ErrorNote error={save.error} />
        <Button type="primary" htmlType="submit" size="large" block loading={save.isPending}>
          {t('enterHome')}
        </Button>
        <Button size="large" block className="t-second-button" onClick={() => go(paths.bind({ second: '1' }))}>
          {t('bindAnother')}
        </Button>
      </Form>
    </>
  )
}
