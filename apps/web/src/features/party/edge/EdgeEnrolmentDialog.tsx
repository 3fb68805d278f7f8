import { useQuery } from '@tanstack/react-query'
import type { EdgeStatus, Party } from '@tessera/contract'
import { Alert, Button, Modal } from 'antd'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { CopyButton, ErrorNote, StatusTag } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { edgeQuery, isThere, useCreateEnrolment, useEdgeSince } from './edge-api.ts'
import { Fingerprints } from './Fingerprints.tsx'
import '../party.css'

/** Shows a one-time command that enrols the party's edge, and detects when the edge is enrolled. */
export function EdgeEnrolmentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  return (
    <Modal
      open={open && party !== null}
      title={t('enrolTitle')}
      onCancel={onClose}
      width={640}
      destroyOnHidden
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {party && <Enrolment party={party} />}
    </Modal>
  )
}

function Enrolment({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const enrolment = useCreateEnrolment()
  const edge = useQuery(edgeQuery(party.id))
  const joined = useEdgeSince(party.id, enrolment.data?.before)
  const present = enrolment.data?.before ?? edge.data
  if (joined) return <Joined edge={joined} />
  return (
    <div className="t-stack">
      <p>{t('enrolIntro')}</p>
      {present && isThere(present) && (
        <Alert type="warning" showIcon title={t('enrolReplaces', { edge: present.edgeUrl ?? '' })} />
      )}
      <ErrorNote error={enrolment.error} />
      {enrolment.data ? (
        <Command {...enrolment.data} onMakeAnother={() => enrolment.mutate()} />
      ) : (
        <div>
          <Button type="primary" loading={enrolment.isPending} onClick={() => enrolment.mutate()}>
            {t('enrolMake')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface CommandProps {
  command: string
  expiresAt: number
  onMakeAnother: () => void
}

function Command({ command, expiresAt, onMakeAnother }: CommandProps) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  const left = expiresAt - useNow(true)
  if (left <= 0) {
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title={t('enrolExpired')}
        action={
          <Button size="small" onClick={onMakeAnother}>
            {t('enrolAnother')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <ol className="t-steps">
        <li>{t('enrolStep1')}</li>
        <li>
          {t('enrolStep2')}
          <pre className="t-code party-command">{command}</pre>
          <CopyButton text={command} label={t('copyCommand')} />
          <p className="t-soft party-when">{t('enrolHttps')}</p>
        </li>
        <li>{t('enrolStep3')}</li>
      </ol>
      <div className="t-row">
        <StatusTag tone="waiting" text={t('enrolWaiting')} />
        <span className="t-soft t-num" role="timer">
          {t('enrolExpires', { left: f.duration(left) })}
        </span>
      </div>
    </>
  )
}

function Joined({ edge }: { edge: EdgeStatus }) {
  const t = usePhrases(partyPhrases)
  return (
    <div className="t-stack">
      <Alert type="success" showIcon role="status" title={t('enrolJoined', { edge: edge.edgeUrl ?? '' })} />
      <Fingerprints edge={edge} />
    </div>
  )
}
