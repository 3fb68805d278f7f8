import { Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { hasExpired, useSession } from '../../lib/session.ts'
import { LoginForm } from './LoginForm.tsx'
import { accountPhrases } from './phrases.ts'

/** Shown above the page of a user whose session has expired. The page keeps its state. */
export function LoginAgainDialog() {
  const t = usePhrases(accountPhrases)
  const session = useSession()
  return (
    <Modal
      open={hasExpired(session)}
      title={t('loginAgain')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={440}
      // Above any dialog that the page may have open.
      zIndex={1300}
      destroyOnHidden
    >
      <LoginForm isAgain />
    </Modal>
  )
}
