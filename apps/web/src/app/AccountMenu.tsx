import { Button } from 'antd'
import { useState } from 'react'
import { ChangePasswordDialog, DeleteAccountDialog, useLogout } from '../features/account/index.ts'
import { showCertificateHelp } from '../lib/certificate-help.ts'
import { usePhrases } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { ActionMenu } from '../ui/index.ts'
import { appPhrases } from './phrases.ts'

/** The account menu, shown as the user's initial: change password, delete account, certificate download, log out. */
export function AccountMenu() {
  const t = usePhrases(appPhrases)
  const { user } = useSession()
  const logout = useLogout()
  const [isChanging, setChanging] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const name = user?.displayName || user?.username || ''
  return (
    <>
      <ActionMenu
        items={[
          { key: 'name', label: name, disabled: true },
          { type: 'divider' },
          {
            key: 'account',
            type: 'group',
            label: t('account'),
            children: [
              { key: 'password', label: t('changePassword') },
              { key: 'delete', label: t('deleteAccount'), danger: true },
            ],
          },
          { type: 'divider' },
          { key: 'certificate', label: t('certificate') },
          { key: 'logout', label: t('logout') },
        ]}
        onChoose={(key) => {
          if (key === 'logout') logout.mutate()
          if (key === 'password') setChanging(true)
          if (key === 'delete') setDeleting(true)
          if (key === 'certificate') showCertificateHelp()
        }}
      >
        <Button type="text" className="t-account" aria-label={t('accountMenu', { name })}>
          <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
        </Button>
      </ActionMenu>
      <ChangePasswordDialog open={isChanging} onClose={() => setChanging(false)} />
      <DeleteAccountDialog open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
