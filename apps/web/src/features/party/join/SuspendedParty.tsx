import { useQueryClient } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { usePartyName } from '../../../lib/party-name.ts'
import { paths } from '../../../lib/paths.ts'
import { sessionActions, useSession } from '../../../lib/session.ts'
import { EmptyState, PageHeader } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'
import { ChoiceOfParties } from './ChoiceOfParties.tsx'

/** Replaces every page while the operator has suspended the current party. */
export function SuspendedParty({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const nameOf = usePartyName()
  const go = useGo()
  const client = useQueryClient()
  const others = useSession().parties.filter(({ id }) => id !== party.id)
  const retry = () => {
    void client.resetQueries()
    sessionActions.markSuspended(party.id, false)
  }
  return (
    <>
      <PageHeader title={t('suspended.title', { party: nameOf(party) })} />
      <EmptyState
        title={t('suspended.what')}
        reason={t('suspended.reason')}
        action={
          <span className="t-row">
            <Button type="primary" onClick={retry}>
              {t('suspended.retry')}
            </Button>
            <Button onClick={() => go(paths.bind({ second: '1' }))}>{t('bindAnother')}</Button>
          </span>
        }
      />
      {others.length > 0 && (
        <section className="party-others" aria-label={t('suspended.others')}>
          <h2 className="party-subtitle">{t('suspended.others')}</h2>
          <ChoiceOfParties parties={others} to={paths.home()} />
        </section>
      )}
    </>
  )
}
