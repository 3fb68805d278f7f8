import type { EdgeMember, Signing } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel, StatusTag } from '../../ui/index.ts'
import { MemberChange, MemberRemoval, NewCode } from './member-dialogs.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  onCode: (made: { name: string; code: string }) => void
}

const DIALOGS = { change: MemberChange, code: NewCode, remove: MemberRemoval }
type Opened = { act: keyof typeof DIALOGS; member: EdgeMember }

/** The edge's own member list. Signers can change it after they prove their identity. */
export function MemberList({ signing, onCode }: Props) {
  const t = usePhrases(signingPhrases)
  const [opened, setOpened] = useState<Opened | null>(null)
  const canChange = signing.isSigner && (signing.hasPin || signing.passkeys > 0)
  const Dialog = opened && DIALOGS[opened.act]
  return (
    <Panel title={t('list.title')}>
      <p className="t-soft signing-gap">{t('list.about')}</p>
      <ul className="signing-list" aria-label={t('list.title')}>
        {signing.members.map((member) => (
          <Row
            key={member.username}
            member={member}
            isYou={member.username === signing.username}
            onOpen={canChange ? (act) => setOpened({ act, member }) : undefined}
          />
        ))}
      </ul>
      {Dialog && <Dialog signing={signing} member={opened.member} onCode={onCode} onClose={() => setOpened(null)} />}
    </Panel>
  )
}

interface RowProps {
  member: EdgeMember
  isYou: boolean
  onOpen: ((act: Opened['act']) => void) | undefined
}

function Row({ member, isYou, onOpen }: RowProps) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  const { displayName: name, role, department, addedBy, hasPin, passkeys, fromProvider, machineEnd } = member
  const time = format.dateTime(member.addTime)
  const hasExpired = machineEnd !== null && machineEnd <= new Date()
  const hasFactor = machineEnd ? !hasExpired : fromProvider || hasPin || passkeys > 0
  const end = machineEnd ? format.dateTime(machineEnd) : ''
  const factors = [
    end ? t('list.machine', { time: end }) : '',
    fromProvider ? t('list.fromProvider') : '',
    hasPin ? t('list.hasPin') : '',
    passkeys ? t('list.passkeys', { count: passkeys }) : '',
  ]
  const begun = addedBy ? t('list.addedBy', { name: addedBy, time }) : t('list.setUp', { time })
  return (
    <li>
      <div className="t-grow">
        <strong>{name}</strong>
        {name !== member.username && <span className="t-soft"> {member.username}</span>}
        {isYou && <span className="t-soft"> · {t('list.you')}</span>}
        <p>
          {t(`role.${role}`)}
          {department && ` · ${t('list.department', { department })}`}
        </p>
        <p className="t-soft">{fromProvider && !addedBy ? t('list.byProvider', { time }) : begun}</p>
      </div>
      <StatusTag
        tone={hasFactor ? 'success' : 'waiting'}
        text={
          hasExpired
            ? t('list.machine.over', { time: end })
            : hasFactor
              ? factors.filter(Boolean).join(' · ')
              : t('list.noFactor')
        }
      />
      {onOpen && (
        <div className="t-row">
          {!fromProvider && !machineEnd && (
            <Button aria-label={t('list.change.label', { name })} onClick={() => onOpen('change')}>
              {t('list.change')}
            </Button>
          )}
          {!machineEnd && (
            <Button aria-label={t('list.newCode.label', { name })} onClick={() => onOpen('code')}>
              {t('list.newCode')}
            </Button>
          )}
          <Button danger aria-label={t('list.remove.label', { name })} onClick={() => onOpen('remove')}>
            {t('list.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
