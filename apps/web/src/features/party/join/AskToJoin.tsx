import { useQuery } from '@tanstack/react-query'
import { JOIN_NOTE_MAX, type Party } from '@tessera/contract'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText, usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { partyQuery } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { PartyIdentity } from '../profile/PartyIdentity.tsx'
import { MyRequests } from './MyRequests.tsx'
import { useAskToJoin } from './requests-api.ts'
import '../party.css'

/**
 * Sends a request to join a party without a code, which the party's administrators decide. Lists the user's earlier
 * requests.
 */
export function AskToJoin() {
  const t = usePhrases(partyPhrases)
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    void message.success(t('ask.done'))
    setOpen(false)
  }
  return (
    <>
      <section className="party-ask" aria-label={t('ask.title')}>
        {isOpen ? (
          <Steps onDone={close} />
        ) : (
          <p>
            <span className="t-soft">{t('ask.noCode')}</span>{' '}
            <button type="button" className="t-link-button" onClick={() => setOpen(true)}>
              {t('ask.title')}
            </button>
          </p>
        )}
      </section>
      <MyRequests />
    </>
  )
}

function Steps({ onDone }: { onDone: () => void }) {
  const t = usePhrases(partyPhrases)
  const say = useErrorText()
  const [form] = Form.useForm<{ partyId: string }>()
  useFollowLanguage(form)
  const [wanted, setWanted] = useState('')
  const party = useQuery(partyQuery(wanted))
  const isUnknown = party.error instanceof ApiError && party.error.code === 'party.not-found'
  const find = ({ partyId }: { partyId: string }) => {
    const id = partyId.trim()
    if (id === wanted) void party.refetch()
    else setWanted(id)
  }
  return (
    <>
      <h2 className="party-subtitle">{t('ask.title')}</h2>
      <Form form={form} name="ask" layout="vertical" validateTrigger="onBlur" onFinish={find}>
        <Form.Item label={t('partyId')} htmlFor="ask_partyId" extra={t('ask.idHelp')}>
          <div className="t-captcha">
            <Form.Item
              name="partyId"
              noStyle
              rules={[{ required: true, pattern: /^\s*[1-9]\d{0,8}\s*$/, message: t('partyIdInvalid') }]}
            >
              <Input size="large" inputMode="numeric" autoComplete="off" autoFocus maxLength={12} />
            </Form.Item>
            <Button size="large" htmlType="submit" loading={party.isFetching}>
              {t('ask.find')}
            </Button>
          </div>
        </Form.Item>
      </Form>
      {isUnknown ? (
        <p className="t-complaint" role="alert">
          {say(party.error)}
        </p>
      ) : (
        <ErrorNote error={party.error} onRetry={() => void party.refetch()} />
      )}
      {party.data && <AskThem key={party.data.id} party={party.data} onDone={onDone} />}
    </>
  )
}

function AskThem({ party, onDone }: { party: Party; onDone: () => void }) {
  const t = usePhrases(partyPhrases)
  const isMember = useSession().parties.some(({ id }) => id === party.id)
  const ask = useAskToJoin({ onDone })
  return (
    <div className="t-stack">
      <div className="party-found" role="status">
        <PartyIdentity party={party} />
      </div>
      {isMember ? (
        <p>{t('ask.isMember')}</p>
      ) : (
        <Form
          name="askThem"
          layout="vertical"
          initialValues={{ note: '' }}
          onFinish={({ note }: { note: string }) => ask.mutate({ partyId: party.id, note: note.trim() })}
        >
          <Form.Item name="note" label={t('ask.note')} extra={t('ask.noteHelp')}>
            <Input.TextArea rows={3} maxLength={JOIN_NOTE_MAX} showCount />
          </Form.Item>
          <ErrorNote error={ask.error} />
          <Button type="primary" htmlType="submit" size="large" block loading={ask.isPending}>
            {t('ask.send')}
          </Button>
        </Form>
      )}
    </div>
  )
}
