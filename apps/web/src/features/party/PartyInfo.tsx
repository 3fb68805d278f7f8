import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { pictureUrl } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useFollowLanguage } from '../../ui/form-language.ts'
import { AppLink, ErrorNote, Facts, PartyTile } from '../../ui/index.ts'
import { type NewParty, useUpdateParty } from './api.ts'
import { EdgeEnrolmentDialog } from './EdgeEnrolmentDialog.tsx'
import { PartyFields } from './PartyFields.tsx'
import { partyPhrases } from './phrases.ts'

/** The party acted for: its administrator changes it here, others read. */
export function PartyInfo() {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  if (!party) {
    return (
      <>
        <h1 className="t-form-title">{t('infoTitle')}</h1>
        <p className="t-form-intro">{t('infoNone')}</p>
        <AppLink to={paths.bind()}>{t('bindNow')}</AppLink>
      </>
    )
  }
  return (
    <>
      <div className="t-row t-form-intro">
        <PartyTile partyId={party.id} picture={party.avatar} size={48} />
        <h1 className="t-form-title t-form-title-beside">{party.name}</h1>
      </div>
      {party.abilities.edit ? (
        <EditForm key={party.id} />
      ) : (
        <>
          <Facts
            items={[
              { term: t('partyNameEn'), value: party.nameEn },
              { term: t('partyId'), value: party.id },
            ]}
          />
          <p className="t-soft t-form-links">{t('infoReadOnly')}</p>
        </>
      )}
      <EdgeFact />
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.home()}>{t('enterHome')}</AppLink>
      </div>
    </>
  )
}

function EditForm() {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  const { message } = App.useApp()
  const [form] = Form.useForm<NewParty>()
  useFollowLanguage(form)
  const update = useUpdateParty()
  if (!party) return null
  const submit = (changed: NewParty) =>
    update.mutate(
      { ...changed, picture: changed.picture ?? null },
      { onSuccess: () => void message.success(t('saved')) },
    )
  return (
    <Form<NewParty>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={submit}
      initialValues={{ id: party.id, name: party.name, nameEn: party.nameEn }}
    >
      <PartyFields isNew={false} picture={pictureUrl(party.avatar)} />
      <ErrorNote error={update.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={update.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}

function EdgeFact() {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!party) return null
  return (
    <section className="t-edge-fact">
      <Facts items={[{ term: t('edge'), value: <span className="t-mono">{party.edgeUrl ?? t('edgeNone')}</span> }]} />
      {party.abilities.enrolEdge && <Button onClick={() => setOpen(true)}>{t('edgeSetUp')}</Button>}
      <EdgeEnrolmentDialog open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
