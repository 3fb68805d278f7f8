import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink, Panel, StatusTag } from '../../ui/index.ts'
import { firstStepsQuery } from './api.ts'
import { homePhrases } from './phrases.ts'

const STEPS = [
  { name: 'isDeployed', to: paths.environment() },
  { name: 'hasAvatar', to: paths.info() },
  { name: 'hasInvited', to: null },
] as const

/** For an administrator, until all three are done. `invite` is what invites. */
export function FirstSteps({ invite }: { invite: ReactNode }) {
  const t = usePhrases(homePhrases)
  const { party } = useSession()
  const mayEdit = party?.abilities.edit ?? false
  const { data } = useQuery({ ...firstStepsQuery(party?.id ?? ''), enabled: mayEdit })
  if (!data || STEPS.every(({ name }) => data[name] === 1)) return null
  return (
    <Panel title={t('firstSteps')}>
      <ul className="t-checklist t-checklist-row t-plain-links">
        {STEPS.map(({ name, to }) => (
          <li key={name}>
            <strong>{t(name)}</strong>
            {data[name] === 1 ? (
              <StatusTag tone="success" text={t('done')} />
            ) : (
              (to && <AppLink to={to}>{t('open')}</AppLink>) || invite
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
