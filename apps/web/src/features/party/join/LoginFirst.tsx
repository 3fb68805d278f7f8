import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

export function LoginFirst({ to = paths.bind() }: { to?: string }) {
  const t = usePhrases(partyPhrases)
  return (
    <>
      <h1 className="t-form-title">{t('bindTitle')}</h1>
      <p className="t-form-intro">{t('loginFirst')}</p>
      <div className="t-row">
        <AppLink to={paths.login({ to })}>{t('login')}</AppLink>
        <AppLink to={paths.register()}>{t('register')}</AppLink>
      </div>
    </>
  )
}
