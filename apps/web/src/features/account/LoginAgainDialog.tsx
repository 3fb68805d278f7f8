import { Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { hasExpired, useSession } from '../../lib/session.ts'
import { LoginForm } from './LoginForm.tsx'
import { accountPhrases } from './phrases.ts'

/** Stands over the page of somebody whose session ran out; what they were at stays as it is. */
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
      // Above every dialog that the page may have open.
      zIndex={1300}
      destroyOnHidden
    >
      <LoginForm isAgain />
    </Modal>
  )
}
