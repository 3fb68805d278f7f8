import { useAbout } from '../lib/about.ts'
import { usePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { appPhrases } from './phrases.ts'

/**
 * The footer: platform version, legal documents and, for a logged-in user, the API reference. It appears under the
 * sidebar, and on pages without a sidebar.
 */
export function Foot() {
  const t = usePhrases(appPhrases)
  const { token } = useSession()
  const version = useAbout()?.version
  return (
    <footer className="t-foot t-plain-links">
      {version && <span>{t('version', { version })}</span>}
      <AppLink to={paths.terms()}>{t('terms')}</AppLink>
      <AppLink to={paths.privacy()}>{t('privacy')}</AppLink>
      {token && <AppLink to={paths.openApi()}>{t('openApi')}</AppLink>}
    </footer>
  )
}
