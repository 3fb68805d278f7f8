import type { Party } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Facts, Panel, PartyTile } from '../../../ui/index.ts'
import { LeaveDialog } from '../members/LeaveDialog.tsx'
import { useOwnMember } from '../members/use-own-member.ts'
import { partyPhrases } from '../phrases.ts'
import { PartyForm } from './PartyForm.tsx'
import '../party.css'

/** The party's profile. Its administrator edits names and avatar, and every member can leave. */
export function PartyProfile({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const f = useFormat()
  const { edit: mayEdit } = party.abilities
  const edge = party.edgeUrl ? <span className="t-mono">{party.edgeUrl}</span> : t('edgeNone')
  return (
    <>
      <Panel title={t('profile.about')}>
        <div className="party-about">
          <PartyTile partyId={party.id} picture={party.avatar} size={64} />
          <Facts
            items={[
              { term: t('partyName'), value: party.name.cn },
              { term: t('partyEnglishName'), value: party.name.en },
              { term: t('partyId'), value: party.id },
              { term: t('profile.created'), value: f.date(party.createTime) },
              { term: t('edge.address'), value: edge },
            ]}
          />
        </div>
        {!mayEdit && <p className="t-soft t-form-links">{t('infoReadOnly')}</p>}
      </Panel>
      {mayEdit && (
        <Panel title={t('profile.change')}>
          <div className="party-form">
            <PartyForm key={party.id} party={party} />
          </div>
        </Panel>
      )}
      <Leaving />
    </>
  )
}

function Leaving() {
  const t = usePhrases(partyPhrases)
  const own = useOwnMember()
  const [asks, setAsks] = useState(false)
  if (!own) return null
  return (
    <Panel
      title={t('leave')}
      extra={
        <Button danger onClick={() => setAsks(true)}>
          {t('leave.open')}
        </Button>
      }
    >
      <p className="t-soft">{t('leave.consequence')}</p>
      <LeaveDialog open={asks} member={own} onClose={() => setAsks(false)} />
    </Panel>
  )
}
