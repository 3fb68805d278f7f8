import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { EdgeComponent, NodeCondition, type Party } from '@tessera/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'
import { environmentQuery } from './api.ts'
import { environmentPhrases } from './phrases.ts'

/** Software and machine of the party's edge with pass marks. `setUp` stands under the guide, `note` over the marks. */
export function EnvironmentCheck({ party, setUp, note }: { party: Party; setUp: ReactNode; note: ReactNode }) {
  const t = usePhrases(environmentPhrases)
  const nameOf = usePartyName()
  const f = useFormat()
  const check = useQuery(environmentQuery(party.id))
  const isWell = check.data && check.data.software.length + check.data.hardware.length === 0
  const isHeard = !check.data?.hardware.includes('NetworkUnavailable')
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('intro', { party: nameOf(party) })}
        action={
          <Button
            type="primary"
            icon={<ReloadOutlined />}
            loading={check.isFetching}
            onClick={() => void check.refetch()}
          >
            {t('recheck')}
          </Button>
        }
      />
      <div className="t-stack">
        <ErrorNote error={check.error} onRetry={() => void check.refetch()} />
        {!check.isError && (
          <Alert
            type={isWell || !check.data ? 'success' : 'warning'}
            showIcon
            title={t(isWell || !check.data ? 'allWell' : 'notWell')}
            action={
              <span className="t-soft">
                {t('checkedAt', { time: f.dateTime(check.data?.checkTime ?? new Date()) })}
              </span>
            }
            // What will be said has its room meanwhile.
            style={{ visibility: check.data ? 'visible' : 'hidden' }}
          />
        )}
        {note}
        <div className="t-columns">
          <Panel title={t('software')}>
            <Checklist names={EdgeComponent.options} failing={check.data?.software} isHeard={isHeard} />
          </Panel>
          <Panel title={t('hardware')}>
            <Checklist names={NodeCondition.options} failing={check.data?.hardware} isHeard={isHeard} />
          </Panel>
        </div>
        <Panel title={t('guide')}>
          <ol className="t-steps">
            <li>{t('guide1')}</li>
            <li>{t('guide2')}</li>
            <li>{t('guide3')}</li>
            <li>{t('guide4')}</li>
          </ol>
          <div className="t-guide-foot">
            {party.abilities.enrolEdge ? setUp : <p className="t-soft">{t('askAdmin')}</p>}
          </div>
        </Panel>
      </div>
    </>
  )
}

type Name = EdgeComponent | NodeCondition

interface ChecklistProps {
  names: readonly Name[]
  failing: readonly Name[] | undefined
  /** The edge is there to tell; of one that is not, only that is known. */
  isHeard: boolean
}

/** What is known although nothing is heard. */
const KNOWN_OF_SILENCE: readonly Name[] = ['edge', 'NetworkUnavailable']

function Checklist({ names, failing, isHeard }: ChecklistProps) {
  const t = usePhrases(environmentPhrases)
  return (
    <ul className="t-checklist">
      {names.map((name) => {
        const isFailing = failing?.includes(name)
        const isKnown = isHeard || KNOWN_OF_SILENCE.includes(name)
        return (
          <li key={name}>
            <div>
              <strong>{t(name)}</strong>
              <p className="t-soft">{t(`${name}Help`)}</p>
            </div>
            <span style={{ visibility: failing ? 'visible' : 'hidden' }}>
              {isKnown ? (
                <StatusTag tone={isFailing ? 'error' : 'success'} text={t(isFailing ? 'fail' : 'pass')} />
              ) : (
                <StatusTag tone="neutral" text={t('notChecked')} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
