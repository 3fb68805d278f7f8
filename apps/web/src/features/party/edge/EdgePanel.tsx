import { useQuery } from '@tanstack/react-query'
import type { EdgeStatus, Party } from '@tessera/contract'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { CardSkeleton, ConfirmDialog, EmptyState, ErrorNote, Facts, Panel } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { ConfinementNote } from './ConfinementNote.tsx'
import { EdgeEnrolmentDialog } from './EdgeEnrolmentDialog.tsx'
import { EdgeStateTag } from './EdgeStateTag.tsx'
import { edgeQuery, isThere, useRevokeEdge } from './edge-api.ts'
import { Fingerprints } from './Fingerprints.tsx'
import { ReleaseNote } from './ReleaseNote.tsx'

/** The state of the party's edge. The party's administrator can enrol an edge or revoke it. */
export function EdgePanel({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const edge = useQuery(edgeQuery(party.id))
  const [isEnrolling, setEnrolling] = useState(false)
  const mayEnrol = party.abilities.enrolEdge
  if (edge.error) return <ErrorNote error={edge.error} onRetry={() => void edge.refetch()} />
  if (!edge.data) return <CardSkeleton height={200} />
  const { state } = edge.data
  const enrol = (type: 'primary' | 'default') =>
    mayEnrol && (
      <Button type={type} onClick={() => setEnrolling(true)}>
        {t(state === 'none' ? 'edgeSetUp' : 'edge.again')}
      </Button>
    )
  return (
    <>
      {state === 'none' ? (
        <EmptyState
          title={t('edge.noneTitle')}
          reason={t(mayEnrol ? 'enrolIntro' : 'edge.noneMember')}
          action={enrol('primary')}
        />
      ) : (
        <Panel title={t('edge')} word="edge" extra={<EdgeStateTag state={state} />}>
          <div className="t-stack">
            {state === 'revoked' && <Alert type="warning" showIcon title={t('edge.revokedNote')} />}
            {state === 'away' && <Alert type="warning" showIcon title={t('edge.awayNote')} />}
            <ReleaseNote party={party} />
            <ConfinementNote party={party} />
            <EdgeFacts edge={edge.data} />
            <Fingerprints edge={edge.data} />
            {mayEnrol && (
              <div className="t-row">
                {enrol(isThere(edge.data) ? 'default' : 'primary')}
                {isThere(edge.data) && <RevokeButton party={party} />}
              </div>
            )}
          </div>
        </Panel>
      )}
      <EdgeEnrolmentDialog open={isEnrolling} onClose={() => setEnrolling(false)} />
    </>
  )
}

function EdgeFacts({ edge }: { edge: EdgeStatus }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  return (
    <Facts
      items={[
        { term: t('edge.address'), value: edge.edgeUrl && <span className="t-mono">{edge.edgeUrl}</span> },
        {
          term: t('edge.lastSeen'),
          value: edge.lastSeen ? (
            <time dateTime={edge.lastSeen.toISOString()} title={f.dateTime(edge.lastSeen)}>
              {f.ago(edge.lastSeen)}
            </time>
          ) : (
            t('edge.neverSeen')
          ),
        },
        { term: t('edge.enrolledBy'), value: edge.enrolledBy },
        { term: t('edge.enrolled'), value: edge.enrolTime && f.dateTime(edge.enrolTime) },
      ]}
    />
  )
}

function RevokeButton({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const { message } = App.useApp()
  const [asks, setAsks] = useState(false)
  const revoke = useRevokeEdge({
    onDone: () => {
      void message.success(t('edge.revokeDone'))
      setAsks(false)
    },
  })
  return (
    <>
      <Button danger onClick={() => setAsks(true)}>
        {t('edge.revoke')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('edge.revokeTitle', { party: nameOf(party) })}
        consequence={t('edge.revokeConsequence')}
        confirmText={t('edge.revoke')}
        isPending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
        onCancel={() => {
          revoke.reset()
          setAsks(false)
        }}
      />
    </>
  )
}
