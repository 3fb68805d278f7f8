import { useQuery } from '@tanstack/react-query'
import type { Output } from '@tessera/contract'
import type { GetFirstSteps } from '@tessera/contract/wire'
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

interface Props {
  /** The button that invites members. */
  invite: ReactNode
  /** The content below the steps. It appears once the steps are loaded, so that it does not shift. */
  children: ReactNode
}

/** The first steps of an administrator. Hidden when all three are done. */
export function FirstSteps({ invite, children }: Props) {
  const { party } = useSession()
  const mayEdit = party?.abilities.edit ?? false
  const { data, isLoading } = useQuery({ ...firstStepsQuery(party?.id ?? ''), enabled: mayEdit })
  if (isLoading) return null
  const isDone = !data || STEPS.every(({ name }) => data[name] === 1)
  return (
    <>
      {!isDone && <Steps data={data} invite={invite} />}
      {children}
    </>
  )
}

function Steps({ data, invite }: { data: Output<typeof GetFirstSteps>; invite: ReactNode }) {
  const t = usePhrases(homePhrases)
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
