import { CheckCircleFilled } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { accountPhrases } from './phrases.ts'

/** The greeting after registration. The choice of how to begin follows below it. */
export function RegisterGreeting() {
  const t = usePhrases(accountPhrases)
  const { user } = useSession()
  return (
    <>
      <CheckCircleFilled className="t-done-icon" />
      <h1 className="t-form-title t-form-title-below">{t('registeredTitle', { name: user?.displayName ?? '' })}</h1>
      <p className="t-soft t-form-intro">{t('registeredIntro')}</p>
    </>
  )
}
