import { Form, type FormInstance, Tabs } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { sessionActions, useSession } from '../../../lib/session.ts'
import type { NewParty } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { CreatePartyForm } from './CreatePartyForm.tsx'
import { type JoinFields, JoinForm } from './JoinForm.tsx'
import { LoginFirst } from './LoginFirst.tsx'

interface Props {
  tab: 'join' | 'create'
  onTab: (tab: 'join' | 'create') => void
}

/** Joins a party by code or request, creates one, or continues as a guest. */
export function BindForm({ tab, onTab }: Props) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  const { user, parties } = useSession()
  const [joinForm] = Form.useForm<JoinFields>()
  const [createForm] = Form.useForm<NewParty>()
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
          {
            key: 'join',
            label: t('joinTab'),
            forceRender: true,
            children: <JoinForm form={joinForm} onIncomplete={() => complainIfEmpty(createForm)} />,
          },
          {
            key: 'create',
            label: t('createTab'),
            forceRender: true,
            children: <CreatePartyForm form={createForm} onIncomplete={() => complainIfEmpty(joinForm)} />,
          },
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

/** Shows which fields of an empty form are required. Called when the user submits the other form incomplete. */
function complainIfEmpty(form: FormInstance) {
  if (isEmpty(form.getFieldsValue())) form.validateFields().catch(() => null)
}

/** Returns whether a field, or each field of a group, has no value. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !value
  return !(value instanceof File) && Object.values(value).every(isEmpty)
}
