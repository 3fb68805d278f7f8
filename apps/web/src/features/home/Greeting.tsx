import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeader } from '../../ui/index.ts'
import { homePhrases } from './phrases.ts'

export function Greeting() {
  const t = usePhrases(homePhrases)
  const nameOf = usePartyName()
  const { user, party } = useSession()
  return (
    <PageHeader
      title={t(timeOfDay(new Date().getHours()), { name: user?.displayName || user?.username || '' })}
      description={party ? t('at', { party: nameOf(party) }) : t('tourist')}
    />
  )
}

export function timeOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
