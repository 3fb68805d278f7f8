import { UserAddOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { CopyButton, ErrorNote } from '../../ui/index.ts'
import { useCreateInvite } from './api.ts'
import { partyPhrases } from './phrases.ts'

/** An invite code for a colleague, for those who may invite. */
export function InvitePopover() {
  const t = usePhrases(partyPhrases)
  const { party } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!party?.abilities.invite) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('inviteTitle')}
      content={<Invite partyName={party.name} />}
    >
      <Button type="text" icon={<UserAddOutlined />} aria-label={t('inviteTitle')}>
        <span className="t-wide-only">{t('invite')}</span>
      </Button>
    </Popover>
  )
}

function Invite({ partyName }: { partyName: string }) {
  const t = usePhrases(partyPhrases)
  const invite = useCreateInvite()
  return (
    <div className="t-stack t-invite">
      <p>{t('inviteIntro', { party: partyName })}</p>
      <ErrorNote error={invite.error} />
      {invite.data && (
        <>
          <output className="t-invite-code">{invite.data.replace(/(\d{4})(?=\d)/, '$1 ')}</output>
          <div className="t-row">
            <CopyButton text={invite.data} label={t('copyCode')} />
            <CopyButton text={`${location.origin}${paths.bindJoin({ code: invite.data })}`} label={t('copyLink')} />
          </div>
        </>
      )}
      <div>
        <Button type={invite.data ? 'default' : 'primary'} loading={invite.isPending} onClick={() => invite.mutate()}>
          {t(invite.data ? 'inviteAgain' : 'inviteMake')}
        </Button>
      </div>
    </div>
  )
}
