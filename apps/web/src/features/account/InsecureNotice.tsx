import { Alert } from 'antd'
import { useAbout } from '../../lib/about.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { canEncrypt } from './encrypt.ts'
import { loginPhrases } from './login/phrases.ts'

/**
 * Over plain http from another machine the browser offers no encryption, and passwords are not sent without: says so
 * before anything is typed, and where to go. The forms under it are disabled.
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
