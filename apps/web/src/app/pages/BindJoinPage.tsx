import { JoinForm, LoginFirst } from '../../features/party/index.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BareFrame } from '../BareFrame.tsx'
import { appPhrases } from '../phrases.ts'
import { useTitle } from '../title.ts'

/** The page that an invitation link opens. The code is already filled in. */
export function BindJoinPage() {
  useTitle('joinParty')
  const t = usePhrases(appPhrases)
  const { code } = useQueryParams()
  const { user } = useSession()
  return (
    <BareFrame>
      {user ? (
        <>
          <h1 className="t-form-title">{t('joinParty')}</h1>
          <JoinForm code={code ?? ''} />
        </>
      ) : (
        <LoginFirst to={paths.bindJoin(code ? { code } : {})} />
      )}
    </BareFrame>
  )
}
