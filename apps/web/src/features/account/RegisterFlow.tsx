import { Steps } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink } from '../../ui/index.ts'
import type { Verified } from './api.ts'
import { ContactStep } from './ContactStep.tsx'
import { InsecureNotice } from './InsecureNotice.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import { accountPhrases } from './phrases.ts'

/**
 * The registration: verify a contact, then choose name and password. Both steps keep their input when the user goes
 * back and forth.
 */
export function RegisterFlow() {
  const t = usePhrases(accountPhrases)
  const [verified, setVerified] = useState<Verified | null>(null)
  const [isBack, setBack] = useState(false)
  const isSecond = verified !== null && !isBack
  return (
    <>
      <h1 className="t-form-title">{t('registerTitle')}</h1>
      <div className="t-form-notes">
        <InsecureNotice />
      </div>
      <Steps
        size="small"
        className="t-form-steps"
        current={isSecond ? 1 : 0}
        items={[{ title: t('stepContact') }, { title: t('stepProfile') }]}
      />
      <div hidden={isSecond}>
        <ContactStep
          purpose="register"
          onVerified={(contact) => {
            setVerified(contact)
            setBack(false)
          }}
        />
      </div>
      {verified && (
        <div hidden={!isSecond}>
          <ProfileStep verified={verified} isShown={isSecond} onBack={() => setBack(true)} />
        </div>
      )}
      <div className="t-form-links t-plain-links">
        <AppLink to={paths.login()}>{t('backToLogin')}</AppLink>
      </div>
    </>
  )
}
