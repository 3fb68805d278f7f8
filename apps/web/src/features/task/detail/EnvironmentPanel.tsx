import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { usePartNames } from '../../../lib/environment.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { Panel } from '../../../ui/index.ts'
import { softwareQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Tells a party that it cannot prepare because its edge is unavailable, and lists the failing parts. */
export function EnvironmentPanel({ partyId }: { partyId: string }) {
  const t = usePhrases(taskPhrases)
  const go = useGo()
  const namesOf = usePartNames()
  const failing = useQuery(softwareQuery(partyId))
  return (
    <Panel title={t('environment.title')}>
      <div className="t-stack">
        <p>
          {failing.data?.length
            ? t('environment.text', { components: namesOf(failing.data) })
            : t('environment.unknown')}
        </p>
        <div>
          <Button type="primary" onClick={() => go(paths.environment())}>
            {t('environment.check')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
