import { Alert } from 'antd'
import { useAbout } from '../../lib/about.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { canEncrypt } from './encrypt.ts'
import { loginPhrases } from './login/phrases.ts'

/**
 * Warns on pages opened over plain http, and links to the https address. Browsers offer no encryption there except on
 * localhost, and passwords are never sent unencrypted. The forms below the notice are disabled.
 */
export function InsecureNotice() {
  const t = usePhrases(loginPhrases)
  const httpsUrl = useAbout()?.httpsUrl
  if (canEncrypt()) return null
  const here =
    httpsUrl?.startsWith('https://') && `${httpsUrl.replace(/\/$/, '')}${location.pathname}${location.search}`
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('insecureTitle')}
      description={
        <div className="t-stack t-stack-tight">
          <p>{t('insecure')}</p>
          {here ? (
            <p>
              {t('insecureGo')} <a href={here}>{here}</a>
            </p>
          ) : (
            <p>{t('insecureStaff')}</p>
          )}
        </div>
      }
    />
  )
}
