import { UserAddOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { useSession } from '../../../lib/session.ts'
import { partyPhrases } from '../phrases.ts'
import { Invite } from './Invite.tsx'

interface Props {
  isPrimary?: boolean
  /** Whether to show the label also on narrow screens, where the header shows only the icon. */
  isNamed?: boolean
}

/** Creates an invite code. Only for members who can invite. */
export function InvitePopover({ isPrimary = false, isNamed = isPrimary }: Props) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
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
      content={<Invite partyName={nameOf(party)} />}
    >
      <Button type={isPrimary ? 'primary' : 'text'} icon={<UserAddOutlined />} aria-label={t('inviteTitle')}>
        {isPrimary ? t('inviteTitle') : <span className={isNamed ? undefined : 't-wide-only'}>{t('invite')}</span>}
      </Button>
    </Popover>
  )
}
