import { NotificationOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { notificationPhrases } from './phrases.ts'

/** Opens the dialog for an announcement. Only for the party's administrators. */
export function AnnounceButton() {
  const t = usePhrases(notificationPhrases)
  const { party } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!party?.abilities.announce) return null
  return (
    <>
      <Button icon={<NotificationOutlined />} onClick={() => setOpen(true)}>
        {t('announce')}
      </Button>
      <AnnounceDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
