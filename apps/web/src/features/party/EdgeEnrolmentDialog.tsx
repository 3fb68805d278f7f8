import { useQuery } from '@tanstack/react-query'
import { ListMyParties } from '@tessera/contract/wire'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { sessionActions, useSession } from '../../lib/session.ts'
import { CopyButton, ErrorNote, StatusTag } from '../../ui/index.ts'
import { useCreateEnrolment } from './api.ts'
import { partyPhrases } from './phrases.ts'

const POLL_MS = 3_000
const START = 'node --disable-warning=ExperimentalWarning apps/edge/src/main.ts'

/** Makes a one-time code and shows, to the letter, how a data node joins with it. */
export function EdgeEnrolmentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  const enrolment = useCreateEnrolment()
  const edge = useEdgeOnceJoined(open && enrolment.isSuccess)
  const close = () => {
    enrolment.reset()
    onClose()
  }
  if (!party) return null
  return (
    <Modal
      open={open}
      title={t('enrolTitle')}
      onCancel={close}
      width={640}
      footer={<Button onClick={close}>{t('close')}</Button>}
    >
      <div className="t-stack">
        <p>{t('enrolIntro')}</p>
        {party.edgeUrl && !enrolment.isSuccess && (
          <Alert type="warning" showIcon title={t('enrolReplaces', { edge: party.edgeUrl })} />
        )}
        <ErrorNote error={enrolment.error} />
        {enrolment.data ? (
          <>
            <Lines intro={t('enrolStep1')} lines={environmentLines(party.id, enrolment.data.code)} />
            <p className="t-soft">{t('enrolHttps')}</p>
            <Lines intro={t('enrolStep2')} lines={[START]} />
            <p className="t-soft">
              {t('enrolExpires', { minutes: Math.round(enrolment.data.expiresInSeconds / 60) })} {t('enrolStep3')}
            </p>
            <div role="status">
              {edge ? (
                <StatusTag tone="success" text={t('enrolJoined', { edge })} />
              ) : (
                <StatusTag tone="waiting" text={t('enrolWaiting')} />
              )}
            </div>
          </>
        ) : (
          <div>
            <Button type="primary" loading={enrolment.isPending} onClick={() => enrolment.mutate()}>
              {t('enrolMake')}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

/** Exactly what the edge's table of settings asks for. */
export function environmentLines(partyId: string, code: string, platformUrl = location.origin): string[] {
  return [
    `PLATFORM_URL=${platformUrl}`,
    `EDGE_ENROLMENT=${code}`,
    'PORT=8081',
    'EDGE_URL=http://127.0.0.1:8081',
    `DATA_DIR=.data/edge-${partyId}`,
  ]
}

function Lines({ intro, lines }: { intro: string; lines: string[] }) {
  const t = usePhrases(partyPhrases)
  return (
    <div>
      <p>{intro}</p>
      <pre className="t-code">{lines.join('\n')}</pre>
      <CopyButton text={lines.join('\n')} label={t('copyLines')} />
    </div>
  )
}

/** Asks for the party until its edge is another than when the code was made. */
function useEdgeOnceJoined(isWaiting: boolean): string | null {
  const { party } = useSession()
  const before = useRef<string | null | undefined>(undefined)
  const wasWaiting = useRef(false)
  if (isWaiting && !wasWaiting.current) before.current = party?.edgeUrl ?? null
  wasWaiting.current = isWaiting

  const parties = useQuery({
    queryKey: ['my-parties', 'enrolment'],
    queryFn: ({ signal }) => call(ListMyParties, {}, { signal }),
    enabled: isWaiting,
    refetchInterval: POLL_MS,
  })
  useEffect(() => {
    if (parties.data) sessionActions.setParties(parties.data)
  }, [parties.data])
  const edge = parties.data?.find(({ id }) => id === party?.id)?.edgeUrl ?? null
  return isWaiting && edge !== null && edge !== before.current ? edge : null
}
