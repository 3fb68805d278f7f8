import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NodeCondition, type Party, SoftwarePart } from '@tessera/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { environmentQuery, isEdgeHeard, type PartName, usePartNames } from '../../lib/environment.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, ErrorNote, PageHeader, Panel, StatusTag, Word } from '../../ui/index.ts'
import { GuideSteps } from './GuideSteps.tsx'
import { environmentPhrases } from './phrases.ts'

/** Software and machine of the party's edge with pass marks. `setUp` stands under the guide, `note` over the marks. */
export function EnvironmentCheck({ party, setUp, note }: { party: Party; setUp: ReactNode; note: ReactNode }) {
  const t = usePhrases(environmentPhrases)
  const nameOf = usePartyName()
  const f = useFormat()
  const check = useQuery(environmentQuery(party.id))
  const isWell = check.data && check.data.software.length + check.data.hardware.length === 0
  const verdict = isWell || !check.data ? 'allWell' : check.data.software.length > 0 ? 'notWell' : 'machineNotWell'
  const isHeard = check.data !== undefined && isEdgeHeard(check.data.hardware)
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
            type={verdict === 'allWell' ? 'success' : 'warning'}
            showIcon
            title={
              <>
                {t(verdict)}{' '}
                <span className="t-soft">
                  {t('checkedAt', { time: f.dateTime(check.data?.checkTime ?? new Date()) })}
                </span>
              </>
            }
            // What will be said has its room meanwhile.
            style={{ visibility: check.data ? 'visible' : 'hidden' }}
          />
        )}
        {note}
        <div className="t-columns">
          <Panel title={t('software')}>
            <Checklist names={SoftwarePart.options} failing={check.data?.software} isHeard={isHeard} />
          </Panel>
          <Panel title={t('hardware')}>
            <Checklist names={NodeCondition.options} failing={check.data?.hardware} isHeard={isHeard} />
          </Panel>
        </div>
        <Panel title={t('guide')}>
          <GuideSteps />
          <p className="t-guide-foot">
            <AppLink to={paths.environmentGuide()}>{t('guideMore')}</AppLink>
          </p>
          <div className="t-guide-foot">
            {party.abilities.enrolEdge ? setUp : <p className="t-soft">{t('askAdmin')}</p>}
          </div>
        </Panel>
      </div>
    </>
  )
}

interface ChecklistProps {
  names: readonly PartName[]
  failing: readonly PartName[] | undefined
  /** The edge is there to tell; of one that is not, only that is known. */
  isHeard: boolean
}

/** What is known although nothing is heard of the edge. */
const KNOWN_OF_SILENCE: readonly PartName[] = ['edge', 'node', 'superlink', 'NetworkUnavailable']

function Checklist({ names, failing, isHeard }: ChecklistProps) {
  const t = usePhrases(environmentPhrases)
  const namesOf = usePartNames()
  return (
    <ul className="t-checklist">
      {names.map((name) => {
        const isKnown = isHeard || KNOWN_OF_SILENCE.includes(name)
        const isFailing = isKnown && failing?.includes(name)
        return (
          <li key={name}>
            <div>
              <strong>{name === 'edge' ? <Word of="edge">{namesOf([name])}</Word> : namesOf([name])}</strong>
              <p className="t-soft">
                {t(`${name}Help`)}
                {isFailing && (
                  <>
                    {' '}
                    <AppLink to={paths.environmentGuide(name)} label={t('whatToDoOf', { part: namesOf([name]) })}>
                      {t('whatToDo')}
                    </AppLink>
                  </>
                )}
              </p>
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
