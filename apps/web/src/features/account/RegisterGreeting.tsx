import { CheckCircleFilled } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { accountPhrases } from './phrases.ts'

/** What somebody reads who has just registered; how to begin stands under it. */
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
