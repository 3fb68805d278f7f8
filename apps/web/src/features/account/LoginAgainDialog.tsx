import { Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { hasExpired, useSession } from '../../lib/session.ts'
import { LoginForm } from './LoginForm.tsx'
import { accountPhrases } from './phrases.ts'

/** Lets a user whose session has expired log in above the page, which keeps its state. */
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
      // Places this dialog above any dialog of the page.
      zIndex={1300}
      destroyOnHidden
    >
      <LoginForm isAgain />
    </Modal>
  )
}
